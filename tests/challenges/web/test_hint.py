"""The bulb of a game's page, for who plays without scripts: the best move in words."""

from pathlib import Path

import pytest
import time_machine

from challenges.engine import Keep, Write
from challenges.engine.game import replay
from challenges.engine.placement import Placement
from challenges.engine.sheets import Section, sheet_for
from challenges.models import Day, Game
from challenges.services.games import make_moves, start_same_dice
from challenges.services.perfect_play.hints import Hint
from challenges.services.states import GameState
from challenges.strategy.advice import Option
from challenges.web.hints import shown
from tests.cast import CLOSES, TODAY, Json, Person, Queries, nothing_changes, ok
from tests.challenges.web.visitors import Page, Visitor
from tests.friends.table import finish_daily, finish_solo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]

BULB = "?hint=1"


def page_of(person: Person, game_id: str, query: str = "") -> Page:
    visitor = Visitor(person)
    visitor.open("/rules")  # notes the device
    with nothing_changes():
        return visitor.open(f"/games/{game_id}{query}")


@pytest.fixture
def ones_left(owner: Person) -> Json:
    """A game of yacht with one row to write and one throw to make; some dice show its number."""
    while True:
        game = owner.start_solo("yacht")
        moves = [*[Write(row) for row in game["sheet"] if row != "ones"], Keep((False,) * 5)]
        make_moves(player=owner.now(), game_id=game["id"], ply=0, moves=moves)
        game = ok(owner.get(f"/games/{game['id']}"))
        if 1 <= game["dice"].count(1) <= 3:
            return game


def test_a_tap_tells_the_best_move_with_its_numbers_and_what_others_lose(
    owner: Person, ones_left: Json
) -> None:
    ones = ones_left["dice"].count(1)
    page = page_of(owner, ones_left["id"], BULB)
    assert page.status == 200
    expected = f"{ones_left['total'] + ones + (5 - ones) / 6:.1f}"
    best = f"Keep {', '.join('1' * ones)}"
    assert f"{best} Expected total: {expected}" in page.text
    assert "The next best moves, and what they lose Keep " in page.text
    assert page.html.count('class="die is-hinted"') == ones
    assert page.html.count('class="hint-loss"') == 3


def test_a_row_to_write_is_marked(owner: Person, ones_left: Json) -> None:
    game = owner.keep(ones_left)
    ones = game["dice"].count(1)
    page = page_of(owner, game["id"], BULB)
    word = "Write" if ones else "Scratch"
    assert f"{word} Ones Expected total: {game['total'] + ones:.1f}" in page.text
    assert '<li class="line is-hinted" data-row="ones"' in page.html
    assert page.html.count("is-hinted") == 1


def test_figures_are_written_as_the_reader_does(owner: Person, ones_left: Json) -> None:
    owner.patch("/me", {"language": "sv"})
    game = owner.keep(ones_left)
    page = page_of(owner, game["id"], BULB)
    assert f"{game['total'] + game['dice'].count(1)},0" in page.text


def test_the_page_itself_tells_nothing_until_it_is_asked(owner: Person, ones_left: Json) -> None:
    page = page_of(owner, ones_left["id"])
    assert BULB in page.links
    assert "Expected total" not in page.text
    assert "is-hinted" not in page.html


def test_games_without_hints_have_no_bulb_and_say_why_they_have_none(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    ranked = finish_daily(owner)
    again = owner.start_solo("maxi", day=str(TODAY))["id"]
    shared = finish_solo(owner)
    asked = start_same_dice(player=friend.now(), game=shared, allows_hints=False)
    forbidden = str(asked.state.row.pk)
    saved = owner.start_solo("yacht", house_rules={"saved_throws": True})["id"]
    refusals = [
        (friend, friend.start_daily()["id"], "There are no hints in the game that counts."),
        (owner, again, "There are no hints on the dice of a day that is still open."),
        (friend, forbidden, "This challenge is played without hints."),
        (owner, saved, "With these house rules nobody has computed the best moves."),
        (owner, str(ranked.pk), "All rows are filled."),
    ]
    for person, game_id, words in refusals:
        assert BULB not in page_of(person, game_id).links
        page = page_of(person, game_id, BULB)
        assert page.status == 409
        assert words in page.text
    clock.move_to(CLOSES)
    assert BULB in page_of(owner, again).links


def test_a_table_that_is_being_solved_says_how_far_it_is(owner: Person, no_tables: Path) -> None:
    game = owner.start_solo("yacht")
    page = page_of(owner, game["id"], BULB)
    assert page.status == 503
    words = "The best moves are still being computed. 0% of the work for this sheet is done."
    assert f"{words} Try again in a minute." in page.text
    assert "Turn 1 of 12" in page.text


def test_others_games_are_not_found(owner: Person, stranger: Person) -> None:
    assert page_of(stranger, owner.start_solo("yacht")["id"], BULB).status == 404


def test_asking_takes_as_many_queries_as_reading(owner: Person) -> None:
    visitor, game = Visitor(owner), owner.start_solo("yacht")
    for query in ("", BULB):
        visitor.open(f"/games/{game['id']}{query}")
        with Queries() as queries:
            visitor.open(f"/games/{game['id']}{query}")
        assert len(queries.statements) == 3  # the player; the game; its challenge


def test_a_joker_that_pays_beside_its_row_is_not_called_a_scratch() -> None:
    sheet = sheet_for("classic")
    rows = ["yatzy", "sixes", *(row.code for row in sheet.rows if row.section is Section.LOWER)]
    moves = [Write(row) for row in dict.fromkeys(rows)]
    play = replay(sheet, lambda _turn, _throw: (6,) * 5, moves)
    assert play.choices["ones"] == Placement(0, 100)
    hint = Hint(GameState(Game(), play, "playing"), [Option("ones", None, 100.0)])
    assert shown(hint).label == "Write Ones"
