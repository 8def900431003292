"""The page of a finished game against perfect play."""

import re
from pathlib import Path

import pytest
import time_machine
from django.utils import translation

from challenges.models import Day, Review
from challenges.services.perfect_play.reviews import review_of
from challenges.strategy.review import Mark
from challenges.web.review_texts import figure, lost, shown_luck, signed, verdict
from challenges.web.reviews import ReviewedGame
from tests.cast import NOWHERE, Json, Person, Queries, nothing_changes
from tests.challenges.web.visitors import Page, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]

LINK = "How much was skill, how much luck?"


def known(person: Person | None) -> Visitor:
    """A browser that the service has noted already."""
    visitor = Visitor(person)
    visitor.open("/rules")
    return visitor


def review_of_game(visitor: Visitor, game: Json) -> Page:
    return visitor.open(f"/games/{game['id']}/review")


def review_page(person: Person | None, game: Json) -> Page:
    return review_of_game(Visitor(person), game)


def reviewed(person: Person, game: Json) -> ReviewedGame:
    return ReviewedGame(*review_of(player=person.now(), game_id=game["id"]))


@pytest.fixture
def played(owner: Person) -> Json:
    return owner.play_keenly(owner.start_solo("yacht"))


# --- What it tells ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["yacht", "maxi"])
def test_one_line_adds_up_to_the_total(owner: Person, rules: str) -> None:
    game = owner.play_keenly(owner.start_solo(rules))
    text = review_page(owner, game).text
    found = re.search(
        r"Perfect play ([\d.]+) Luck ([+−]) ([\d.]+) Given away − ([\d.]+) Your total = (\d+)", text
    )
    assert found
    start, sign, luck, loss, total = found.groups()
    sum_of_line = float(start) + float(luck) * (1 if sign == "+" else -1) - float(loss)
    assert round(sum_of_line, 1) == int(total) == game["total"]
    assert f"Perfect play brings {start} points on average." in text
    assert f"Your decisions gave away {loss}." in text


def test_the_accuracy_stands_with_the_number_of_each_mark(owner: Person, played: Json) -> None:
    text, found = review_page(owner, played).text, reviewed(owner, played)
    assert f"Accuracy {found.review.accuracy:.1f} of 100" in text
    moves = found.review.moves
    counts = {mark: sum(move.mark == mark for move in moves) for mark in Mark}
    assert sum(counts.values()) == sum(not move.is_forced for move in moves)
    names = ["★ Best", "✓ Good", "?! Inaccuracy", "? Mistake", "?? Blunder"]
    for name, count in zip(names, counts.values(), strict=True):
        assert f"{name} {count}" in text


def test_the_costliest_decisions_tell_what_was_done_and_what_was_better(
    owner: Person, played: Json
) -> None:
    page, found = review_page(owner, played), reviewed(owner, played)
    assert "The 3 decisions that cost you most" in page.text
    cards = page.html.split('<li class="card costly">')[1:]
    assert len(cards) == len(found.costliest) == 3
    for card, decision in zip(cards, found.costliest, strict=True):
        move = decision.move
        assert f"Turn {move.turn}, throw {move.throw}" in card
        assert f"expected then: {move.expected:.1f}" in card
        assert f"expected then: {move.expected + move.loss:.1f}" in card
        for done in (decision.done, decision.better):
            told = f"{done.row} <strong>{done.points}</strong>" if done.row else label_of(done.dice)
            assert told in card


def label_of(dice: list[tuple[int, bool]]) -> str:
    return ", ".join(f"{face} kept" if is_kept else str(face) for face, is_kept in dice)


def test_every_turn_is_told_throw_by_throw(owner: Person, played: Json) -> None:
    page, found = review_page(owner, played), reviewed(owner, played)
    turns = page.html.split('<li class="review-turn">')[1:]
    assert len(turns) == 12
    for html, turn in zip(turns, found.turns, strict=True):
        assert f"<strong>{turn.written.row}</strong>" in html
        assert turn.written.points == played["sheet"][row_code(turn)]
        assert html.count('<li class="review-throw">') == len(turn.decisions)
        for decision in turn.decisions:
            assert label_of(decision.done.dice) in html
            assert decision.luck in html
    assert page.text.count("only move") == sum(move.is_forced for move in found.review.moves) > 0


def row_code(turn: object) -> str:
    return str(turn.decisions[-1].move.move.row)  # type: ignore[attr-defined]


def test_the_expectation_is_drawn_and_told_in_words_and_numbers(
    owner: Person, played: Json
) -> None:
    page, found = review_page(owner, played), reviewed(owner, played)
    assert '<title id="course-title">The expected total through the game</title>' in page.html
    assert f'<desc id="course-text">{found.curve_label}</desc>' in page.html
    assert found.curve_label.startswith(f"From 191.8 to {played['total']}.0 points. Highest with")
    assert len(found.curve.points) == len(found.values) == 13
    rows = re.findall(r'<th scope="row">\d+\. (.+?)</th>', page.html)
    assert rows == [str(turn.written.row) for turn in found.turns]


def test_the_words_follow_the_signs() -> None:
    assert verdict(200.0, 10.04, 0.0) == (
        "Perfect play brings 200.0 points on average. You were lucky: your throws were worth "
        "10.0 points more than that. Your decisions gave nothing away."
    )
    assert "You were unlucky: your throws were worth 10.1 points less" in verdict(1, -10.06, 1)
    assert "Your throws were as good as throws are on average." in verdict(1, 0.04, 1)


def test_figures_are_rounded_and_keep_their_sign() -> None:
    assert [figure(number) for number in (12.36, -0.26, 0)] == ["12.4", "0.3", "0.0"]
    assert [signed(number) for number in (0.06, -0.06, 0.04, -0.04)] == [
        "+0.1",
        "−0.1",
        "0.0",
        "0.0",
    ]
    assert [lost(points) for points in (0.002, 3.14)] == ["−0.1", "−3.1"]
    assert shown_luck(394.56, 77.88, 331) == 14.3
    with translation.override("de"):
        assert signed(-1.25) == "−1,2"


# --- Where it is found -----------------------------------------------------------------------


def test_the_end_of_a_game_leads_there(owner: Person, played: Json) -> None:
    visitor = Visitor(owner)
    page = visitor.open(f"/games/{played['id']}")
    assert LINK in page.text
    assert f"/games/{played['id']}/review" in page.links
    assert f"/games/{played['id']}" in review_page(owner, played).links


def test_a_game_that_goes_on_or_that_nobody_can_judge_has_no_link(owner: Person) -> None:
    playing = owner.start_solo("yacht")
    saved = owner.play_rows(owner.start_solo("yacht", house_rules={"saved_throws": True}))
    visitor = known(owner)
    for game in (playing, saved):
        assert LINK not in visitor.open(f"/games/{game['id']}").text
        with nothing_changes():
            assert review_of_game(visitor, game).status == 409


def test_it_is_its_players_own_and_kept_in_no_cache(
    owner: Person, stranger: Person, today: Day
) -> None:
    game = owner.play_rows(owner.start_daily())
    page = review_page(owner, game)
    assert page.status == 200
    assert "Tuesday 1 December" in page.text
    assert "/reviews" in page.links
    assert {"private", "no-store"} <= set(page.answer["Cache-Control"].split(", "))
    others = [known(stranger), known(None)]
    with nothing_changes():
        assert [review_of_game(other, game).status for other in others] == [404, 404]
    assert review_page(owner, {"id": NOWHERE}).status == 404


def test_who_played_perfectly_is_told_so(owner: Person, played: Json) -> None:
    review_page(owner, played)
    row = Review.objects.get()
    row.moves = [
        [luck, 0.0, expected, worth, best, forced]
        for luck, _loss, expected, worth, best, forced in row.moves
    ]
    row.save()
    text = review_page(owner, played).text
    assert "Every decision was the best one." in text
    assert "Your decisions gave nothing away." in text
    assert "Accuracy 100.0 of 100" in text


def test_it_takes_one_query_more_for_the_first_time(owner: Person, played: Json) -> None:
    visitor, counts = known(owner), []
    for _ in range(2):
        with Queries() as asked:
            visitor.open(f"/games/{played['id']}/review")
        counts.append(len(asked.statements))
    assert counts == [3, 2]  # the player; the game with its day and review; the new review


# --- While the sheet is being solved ---------------------------------------------------------


def test_until_the_sheet_is_solved_it_says_how_far_that_is(
    owner: Person, played: Json, no_tables: Path
) -> None:
    visitor = known(owner)
    with nothing_changes():
        page = review_of_game(visitor, played)
    assert page.status == 200
    assert "The best moves of Yacht are being computed on this machine" in page.text
    assert "0% of that is done." in page.text
    assert "It takes less than a minute." in page.text
    assert "/static/js/look_again.js" in page.html
    assert f"/games/{played['id']}/review" in page.links


def test_of_maxi_it_says_that_it_takes_longer(
    owner: Person, no_tables: Path, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily())
    assert "It takes a few minutes." in review_page(owner, game).text
