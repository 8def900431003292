import pytest
import time_machine

from challenges.models import Day, Game
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, NOWHERE, TODAY, Json, Person, nothing_changes
from tests.challenges.web.visitors import Page, Visitor


@pytest.fixture
def played(owner: Person, today: Day) -> Json:
    return owner.play_keenly(owner.start_daily())


@pytest.fixture
def closed(played: Json, clock: time_machine.Traveller) -> Json:
    clock.move_to(CLOSES)
    close_due_days()
    return played


def proof(person: Person | None, game: Json) -> Page:
    return Visitor(person).open(f"/games/{game['id']}/proof")


def test_before_the_day_has_closed_its_player_learns_when(owner: Person, played: Json) -> None:
    page = proof(owner, played)
    assert page.status == 200
    assert "published when their day has closed everywhere on Earth: Wed 2 Dec, 12:00" in page.text
    assert Day.objects.get(date=TODAY).commitment in page.text


def test_before_the_day_has_closed_others_find_nothing(stranger: Person, played: Json) -> None:
    assert proof(None, played).status == 404
    assert proof(stranger, played).status == 404


def test_a_ranked_game_of_a_closed_day_is_proved_to_anybody(
    owner: Person, stranger: Person, closed: Json
) -> None:
    day = Day.objects.get(date=TODAY)
    throws = sum(move.startswith(("x", "-")) for move in moves_of(closed)) + 20
    for reader in (None, stranger, owner):
        page = proof(reader, closed)
        assert page.status == 200
        for fact in (day.seed, day.commitment, day.chain_hash, f"All {throws} throws"):
            assert fact in page.text
        assert f"Total, with bonus {closed['total']}" in page.text
        assert f"/api/v1/games/{closed['id']}/proof" in page.links
        assert (f"/games/{closed['id']}" in page.links) == (reader is owner)


def moves_of(game: Json) -> list[str]:
    return Game.objects.get(pk=game["id"]).moves.split()


def test_every_throw_is_on_the_page_with_what_was_kept(owner: Person, closed: Json) -> None:
    throws = owner.get(f"/games/{closed['id']}/proof").json()["throws"]  # type: ignore[attr-defined]
    moves = moves_of(closed)
    html = proof(None, closed).html
    for throw, move in zip(throws, moves, strict=True):
        flags = move if set(move) <= {"x", "-"} else "-" * 6
        label = ", ".join(
            f"{face} kept" if flag == "x" else str(face)
            for face, flag in zip(throw["dice"], flags, strict=True)
        )
        assert f'aria-label="{label}"' in html


def test_a_practice_game_is_proved_to_its_player_when_it_is_finished(
    owner: Person, stranger: Person, today: Day
) -> None:
    game = owner.start_solo("yacht")
    page = proof(owner, game)
    assert "The seed of these dice is shown when the game is finished." in page.text
    assert game["commitment"] in page.text
    owner.play_rows(game)
    page = proof(owner, game)
    assert "The dice of this game, proved" in page.text
    assert game["commitment"] in page.text
    assert proof(stranger, game).status == 404
    assert proof(None, game).status == 404


def test_an_expired_game_is_proved_as_far_as_it_went(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.keep(owner.write(owner.start_daily(), "chance"), 0)
    clock.move_to(CLOSES)
    close_due_days()
    page = proof(owner, game)
    assert "All 3 throws of the game" in page.text
    assert f"Chance {game['sheet']['chance']}" in page.text


def test_there_is_no_such_game(visitor: Visitor, today: Day) -> None:
    assert visitor.open(f"/games/{NOWHERE}/proof").status == 404


def test_looking_starts_nothing(owner: Person, played: Json) -> None:
    visitor = Visitor(owner)
    with nothing_changes():
        visitor.open(f"/games/{played['id']}/proof")
