"""A game against the computer on its page: chosen, played without a script, and won or lost."""

from pathlib import Path

import pytest
from pytest_django import Settings

from challenges.engine import Write
from challenges.models import Day, Game
from challenges.services.games import make_moves
from tests.cast import Json, Person, Queries, nothing_changes, ok
from tests.challenges.web.visitors import Page, Visitor

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]

LEVELS = {"easy": "Easy", "medium": "Medium", "hard": "Hard", "expert": "Expert"}


def start(person: Person, level: str = "medium", **fields: object) -> Json:
    body = {"rules": "yacht", "mode": "computer", "opponent": level, **fields}
    return ok(person.post("/games", body), 201)


def page_of(person: Person, game: Json) -> Page:
    return Visitor(person).open(f"/games/{game['id']}")


# --- Choosing --------------------------------------------------------------------------------


def test_the_levels_are_told_in_plain_words(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/practice")
    for name, words in [
        ("Nobody", "Just you and the dice."),
        ("Easy", "Plays as most people do at the kitchen table: for fun, and by feel."),
        ("Medium", "Makes the most of every turn, and never thinks of the next one."),
        ("Hard", "Knows what each row is good for, and spends none below its worth."),
        ("Expert", "Has computed every position there is. Only luck beats it."),
    ]:
        assert f"{name} {words}" in page.text
    assert [link for link in page.links if "opponent" in link] == [
        f"?opponent={level}" for level in LEVELS
    ]
    assert "Play Yacht" in page.buttons


@pytest.mark.parametrize("level", LEVELS)
def test_a_game_is_started_against_the_level_that_was_chosen(
    owner: Person, today: Day, level: str
) -> None:
    visitor = Visitor(owner)
    page = visitor.open(f"/practice?opponent={level}")
    assert f'href="?opponent={level}" aria-current="true"' in page.html
    page = visitor.press(page, f"Play Yacht · {LEVELS[level]}")
    game = Game.objects.get()
    assert (game.mode, game.opponent, game.rules) == ("computer", level, "yacht")
    assert page.path == f"/games/{game.pk}"
    assert f"You 0 Computer: {LEVELS[level]} 0" in page.text


@pytest.mark.parametrize("opponent", ["", "god", "Easy"])
def test_a_level_that_does_not_exist_is_nobody(owner: Person, today: Day, opponent: str) -> None:
    page = Visitor(owner).open(f"/practice?opponent={opponent}")
    assert "Play Yacht" in page.buttons


def test_a_level_that_does_not_exist_starts_nothing(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/practice?opponent=easy")
    with nothing_changes():
        refused = visitor.press(page, "Play Yacht · Easy", opponent="god")
    assert refused.status == 400


def test_without_its_table_the_expert_says_how_far_it_is(
    owner: Person, today: Day, no_tables: Path
) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/practice?opponent=expert")
    assert page.text.count("The expert is still computing this sheet: 0% are done.") == 5
    with nothing_changes():
        refused = visitor.press(page, "Play Yacht · Expert")
    assert refused.status == 503
    assert (
        "The best moves are still being computed. 0% of the work for this sheet is done."
        in refused.text
    )
    assert "Play Yacht · Expert" in refused.buttons
    assert "still computing" not in visitor.open("/practice?opponent=hard").text


def test_choosing_asks_the_database_nothing(visitor: Visitor, today: Day) -> None:
    for path in ("/practice?opponent=hard", "/practice?opponent=expert"):
        visitor.open(path)
        with Queries() as queries:
            visitor.open(path)
        assert queries.statements == []


# --- Playing ---------------------------------------------------------------------------------


def test_the_computers_turn_is_shown_after_mine(owner: Person) -> None:
    visitor = Visitor(owner)
    page = visitor.open(f"/games/{start(owner)['id']}")
    assert "level" in page.text
    page = visitor.write(page, "chance")
    game = ok(owner.get(page.path))
    opponent, turn = game["opponent"], game["opponent"]["last_turn"]
    lead = game["total"] - opponent["total"]
    words = f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}" if lead else "level"
    assert f"You {game['total']} Computer: Medium {opponent['total']} {words}" in page.text
    assert "Turn 1: " in page.text
    for throw in turn["throws"]:
        kept = throw["keep"] or [False] * 5
        told = [
            f"{face} kept" if stays else str(face)
            for face, stays in zip(throw["dice"], kept, strict=True)
        ]
        assert f'aria-label="{", ".join(told)}"' in page.html
    assert page.html.count("data-rival>") == 12
    assert f"<span data-rival>{turn['points']}</span>" in page.html


def test_nobody_elses_games_show_a_duel(owner: Person) -> None:
    page = page_of(owner, owner.start_solo("yacht"))
    assert 'id="duel"' not in page.html
    assert "data-rival" not in page.html


def test_the_page_takes_no_query_more_than_a_game_alone(owner: Person) -> None:
    visitor = Visitor(owner)
    for game in (owner.start_solo("yacht"), start(owner)):
        page = visitor.open(f"/games/{game['id']}")
        with Queries() as queries:
            visitor.open(page.path)
        assert len(queries.statements) == 3  # the player; the game; its challenge
        form, button = page.row("chance")
        with Queries() as queries:
            visitor.client.post(page.path, form.fields | button.fields)
        assert len(queries.statements) == 3  # the player; the locked game; its change


def test_a_row_that_the_expert_cannot_answer_is_kept_on_the_table(
    owner: Person, settings: Settings, solved_tables: Path, tmp_path: Path
) -> None:
    visitor = Visitor(owner)
    page = visitor.open(f"/games/{start(owner, 'expert')['id']}")
    settings.STRATEGY_DIR = tmp_path
    with nothing_changes():
        refused = visitor.write(page, "chance")
    assert refused.status == 503
    assert (
        "The best moves are still being computed. 0% of the work for this sheet is done."
        in refused.text
    )
    settings.STRATEGY_DIR = solved_tables
    assert "Turn 2 of 12" in visitor.write(refused, "chance").text


# --- The end ---------------------------------------------------------------------------------


def finished(owner: Person) -> tuple[Visitor, Page]:
    game, visitor = start(owner), Visitor(owner)
    moves = [Write(row) for row in game["sheet"]]
    make_moves(player=owner.now(), game_id=game["id"], ply=0, moves=moves)
    return visitor, visitor.open(f"/games/{game['id']}")


def test_the_end_tells_who_won_and_offers_a_rematch(owner: Person) -> None:
    visitor, page = finished(owner)
    game = Game.objects.get()
    lead = game.total - game.opponent_total
    winner = "You" if lead > 0 else "The computer"
    points = f"{abs(lead)} point{'' if abs(lead) == 1 else 's'}"
    verdict = f"{winner} won by {points}" if lead else "A tie"
    score = f"You {game.total} Computer: Medium {game.opponent_total}"
    assert f"{verdict} {score}" in page.text
    rematch = visitor.press(page, "Rematch, on new dice")
    new = Game.objects.exclude(pk=game.pk).get()
    assert (new.opponent, new.rules, new.house_rules) == ("medium", "yacht", {})
    assert rematch.path == f"/games/{new.pk}"


def test_a_rematch_is_by_the_same_house_rules(owner: Person) -> None:
    rules = {"forced_order": True, "upper_bonus": 50, "full_straight": 25}
    game = start(owner, "easy", rules="maxi", house_rules=rules)
    owner.play_rows(game)
    visitor = Visitor(owner)
    visitor.press(visitor.open(f"/games/{game['id']}"), "Rematch, on new dice")
    new = Game.objects.exclude(pk=game["id"]).get()
    assert (new.opponent, new.rules, new.house_rules) == ("easy", "maxi", rules)


def test_the_list_of_games_tells_both_totals(owner: Person) -> None:
    visitor, _page = finished(owner)
    game = Game.objects.get()
    text = visitor.open("/games").text
    assert f"· against the computer {game.total} : {game.opponent_total}" in text
