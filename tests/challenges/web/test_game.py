import pytest
import time_machine
from django.conf import settings as django_settings
from pytest_django import Settings

from challenges.engine import game as engine
from challenges.engine.dice import DiceStream, Seed, daily_label
from challenges.engine.record import moves_from_text
from challenges.engine.sheets import SHEETS
from challenges.models import Day, Game
from tests.cast import CLOSES, NOWHERE, Person, nothing_changes, row_of
from tests.challenges.web.visitors import Page, Visitor

ROWS = list(SHEETS["maxi"].row_by_code)


def table_of(person: Person, game: dict) -> tuple[Visitor, Page]:
    visitor = Visitor(person)
    return visitor, visitor.open(f"/games/{game['id']}")


# --- Playing without a script ----------------------------------------------------------------


def test_a_whole_game_can_be_played_by_forms(visitor: Visitor, today: Day) -> None:
    page = visitor.press(visitor.open("/"), "Play today's dice")
    for turn, row in enumerate(reversed(ROWS), start=1):
        assert f"Turn {turn} of 20" in page.text
        page = visitor.throw(page, 0, 2)
        page = visitor.throw(page, 0, 1, 2)
        assert "Choose a row" not in page.buttons
        assert all(not label.startswith("Throw") for label in page.buttons)
        page = visitor.write(page, row)
        assert page.status == 200
    game = Game.objects.get()
    assert game.status == "finished"
    assert f"Your score of the day {game.total} " in page.text
    assert list(replayed(game).filled) == list(reversed(ROWS))
    assert replayed(game).total == game.total


def replayed(game: Game) -> engine.Game:
    seed = Seed.derive(django_settings.SEED_KEYS["first"], daily_label(game.day_id))
    return engine.replay(SHEETS["maxi"], DiceStream(seed, 6), moves_from_text(game.moves))


def test_the_page_shows_dice_rows_and_what_each_would_score(owner: Person, today: Day) -> None:
    game = owner.keep(owner.start_daily(), 1)
    _visitor, page = table_of(owner, game)
    for slot, face in enumerate(game["dice"]):
        assert f"Die {slot + 1}: {face}" in page.text
    for row, points in game["choices"].items():
        assert page.row(row)[1].label.endswith(f" {points}")
    assert "1 throw left" in page.text
    assert page.forms[0].fields["keep"] == ["1"]
    assert page.forms[0].fields["ply"] == ["1"]


def test_written_rows_have_no_button(owner: Person, today: Day) -> None:
    game = owner.write(owner.start_daily(), "chance")
    _visitor, page = table_of(owner, game)
    assert f"Chance {game['sheet']['chance']}" in page.text
    with pytest.raises(AssertionError, match="cannot be written"):
        page.row("chance")


def test_the_bonus_has_a_pace(owner: Person, today: Day) -> None:
    """Four of each number reach 84: sixes without a six are 24 behind, and so on."""
    game = owner.start_daily()
    _visitor, page = table_of(owner, game)
    assert "0 / 84" in page.text
    assert "on pace" in page.text
    game = owner.write(game, "sixes")
    sixes = game["sheet"]["sixes"]
    _visitor, page = table_of(owner, game)
    assert f"{sixes} / 84" in page.text
    assert f"{24 - sixes} behind" in page.text


def test_forced_order_offers_one_row(owner: Person, today: Day) -> None:
    game = owner.start_solo("scandinavian", house_rules={"forced_order": True})
    _visitor, page = table_of(owner, game)
    rows = [label for label in page.buttons if not label.startswith("Throw")]
    assert rows == [f"Ones {game['choices']['ones']}"]


def test_saved_throws_are_shown(owner: Person, today: Day) -> None:
    game = owner.start_solo("maxi", house_rules={"saved_throws": True})
    game = owner.write(game, "chance")
    _visitor, page = table_of(owner, game)
    assert "saved: 2" in page.text
    assert "4 throws left" in page.text


# --- Refusals --------------------------------------------------------------------------------


def test_keeping_all_dice_is_refused_and_nothing_is_lost(owner: Person, today: Day) -> None:
    visitor, page = table_of(owner, owner.start_daily())
    with nothing_changes():
        page = visitor.throw(page, 0, 1, 2, 3, 4, 5)
    assert page.status == 422
    assert "All dice are kept: throw at least one, or write a row." in page.text
    assert page.forms[0].fields["keep"] == ["0", "1", "2", "3", "4", "5"]
    assert visitor.throw(page, 0, 1).status == 200


def test_a_fourth_throw_is_refused(owner: Person, today: Day) -> None:
    game = owner.keep(owner.start_daily(), 0)
    visitor, page = table_of(owner, game)
    owner.keep(game, 0)
    form, button = page.find("Throw the others Throw 5 dice")
    with nothing_changes():
        refused = visitor.send(page, form, button, ply="2", keep=["0"])
    assert refused.status == 422
    assert "No throws are left in this turn: write a row." in refused.text


def test_another_move_than_the_one_made_elsewhere_shows_the_game_as_it_is(
    owner: Person, today: Day
) -> None:
    game = owner.start_daily()
    visitor, page = table_of(owner, game)
    game = owner.write(game, "chance")
    with nothing_changes():
        refused = visitor.throw(page, 0)
    assert refused.status == 409
    assert "Another move stands at this ply. Go on from the game." in refused.text
    assert "Turn 2 of 20" in refused.text
    assert refused.forms[0].fields["ply"] == ["1"]


def test_the_same_move_again_shows_the_game_as_it_is(owner: Person, today: Day) -> None:
    visitor, page = table_of(owner, owner.start_daily())
    visitor.write(page, "chance")
    with nothing_changes():
        again = visitor.write(page, "chance")
    assert again.status == 200
    assert "Turn 2 of 20" in again.text


@pytest.mark.parametrize(
    "changes",
    [
        {"ply": None},
        {"ply": "-1"},
        {"ply": "1001"},
        {"ply": "first"},
        {"dice": None},
        {"dice": "7"},
        {"keep": ["6"]},
        {"keep": ["x"]},
        {"row": "basement"},
    ],
)
def test_what_is_no_move_is_refused(owner: Person, today: Day, changes: dict) -> None:
    visitor, page = table_of(owner, owner.start_daily())
    form, button = page.find("Throw the others Throw 6 dice")
    with nothing_changes():
        assert visitor.send(page, form, button, **changes).status == 400


def test_without_its_csrf_token_a_move_is_refused(owner: Person, today: Day) -> None:
    visitor, page = table_of(owner, owner.start_daily())
    form, button = page.find("Throw the others Throw 6 dice")
    with nothing_changes():
        assert visitor.send(page, form, button, csrfmiddlewaretoken=None).status == 403


# --- Whose it is, and when -------------------------------------------------------------------


def test_a_game_is_its_players_alone(owner: Person, stranger: Person, today: Day) -> None:
    game = owner.start_daily()
    _visitor, page = table_of(owner, game)
    form, button = page.find("Throw the others Throw 6 dice")
    for other in (Visitor(), Visitor(stranger)):
        assert other.open(page.path).status == 404
        other.open("/")
        token = {"csrfmiddlewaretoken": [other.client.cookies["csrftoken"].value]}
        with nothing_changes():
            assert other.send(page, form, button, **token).status == 404


def test_there_is_no_such_game(owner: Person, today: Day) -> None:
    page = Visitor(owner).open(f"/games/{NOWHERE}")
    assert page.status == 404
    assert "There is nothing here." in page.text


def test_after_its_day_a_game_can_only_be_read(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.write(owner.start_daily(), "chance")
    visitor, page = table_of(owner, game)
    clock.move_to(CLOSES)
    with nothing_changes():
        refused = visitor.throw(page, 0)
    assert refused.status == 409
    assert "Its day closed before the game was finished." in refused.text
    _visitor, page = table_of(owner, game)
    assert page.status == 200
    assert "This day has closed" in page.text
    assert "1 of 20 rows were written." in page.text
    assert page.buttons == []


def test_a_finished_game_offers_what_to_do_next(owner: Person, today: Day) -> None:
    game = owner.play_rows(owner.start_daily())
    visitor, page = table_of(owner, game)
    assert page.buttons == [
        "Play these dice again, for fun",
        "Blind: my total stays hidden",
        f"With my {game['total']} as the target",
    ]
    assert {"/practice", f"/games/{game['id']}/proof"} <= set(page.links)
    again = visitor.press(page, page.buttons[0])
    row = row_of(again.path.removeprefix("/games/"))
    assert (row["mode"], row["day_id"]) == ("solo", today.date)
    assert "Tuesday 1 December, again practice" in again.text


def test_the_page_is_kept_in_no_cache(owner: Person, today: Day) -> None:
    _visitor, page = table_of(owner, owner.start_daily())
    assert "no-store" in page.answer["Cache-Control"]
    assert "private" in page.answer["Cache-Control"]


def test_dice_that_were_not_thrown_are_nowhere_in_the_page(
    owner: Person, today: Day, settings: Settings
) -> None:
    seed = Seed.derive(settings.SEED_KEYS["first"], daily_label(today.date))
    _visitor, page = table_of(owner, owner.start_daily())
    assert seed.hex() not in page.html
    next_throw = DiceStream(seed, 6)(1, 2)
    for separator in ("", ", ", ",", " "):
        assert separator.join(map(str, next_throw)) not in page.html


def test_no_page_has_script_or_style_of_its_own(owner: Person, today: Day) -> None:
    """The content security policy would block it."""
    game = owner.start_daily()
    for path in ("/", f"/games/{game['id']}", "/days", "/rules/maxi", "/practice", "/settings"):
        html = Visitor(owner).open(path).html
        for inline in ("style=", "onclick=", "<style", "<script>"):
            assert inline not in html, (path, inline)


def test_no_die_is_ticked_on_the_first_throw_of_a_turn(owner: Person, today: Day) -> None:
    game = owner.write(owner.keep(owner.start_daily(), 0, 1), "chance")
    _visitor, page = table_of(owner, game)
    assert "keep" not in page.forms[0].fields
