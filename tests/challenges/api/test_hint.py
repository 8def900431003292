"""GET /games/{id}/hint: the best move now, where the game allows hints."""

import json
from pathlib import Path

import pytest
import time_machine
from pytest_django import Settings

from challenges.engine import Keep, Write, sheet_for
from challenges.services.games import make_moves, start_same_dice
from challenges.strategy.tables import path_of
from tests.cast import (
    CLOSES,
    NOWHERE,
    TODAY,
    Browser,
    Caller,
    Json,
    Person,
    Queries,
    nothing_changes,
    ok,
    refused,
)
from tests.friends.table import finish_daily, finish_solo

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]

YACHT = sheet_for("yacht")


def hint_of(person: Person, game: Json) -> Json:
    with nothing_changes():
        return ok(person.get(f"/games/{game['id']}/hint"))


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


def test_the_last_throw_for_ones_keeps_the_ones_there_are(owner: Person, ones_left: Json) -> None:
    """Each of the other dice shows a one in a sixth of all throws."""
    ones = ones_left["dice"].count(1)
    hint = hint_of(owner, ones_left)
    expected = round(ones_left["total"] + ones + (5 - ones) / 6, 3)
    best = {
        "keep": [face == 1 for face in ones_left["dice"]],
        "row": None,
        "worth": expected,
        "loss": 0.0,
    }
    assert (hint["ply"], hint["expected"], hint["best"]) == (12, expected, best)
    assert hint["options"][0] == best
    (written,) = [option for option in hint["options"] if option["row"]]
    assert written == {
        "keep": None,
        "row": "ones",
        "worth": float(ones_left["total"] + ones),
        "loss": round((5 - ones) / 6, 3),
    }


def test_a_forced_row_is_all_there_is(owner: Person, ones_left: Json) -> None:
    game = owner.keep(ones_left)
    total = float(game["total"] + game["dice"].count(1))
    written = {"keep": None, "row": "ones", "worth": total, "loss": 0.0}
    assert hint_of(owner, game) == {
        "ply": 13,
        "expected": total,
        "best": written,
        "options": [written],
    }


def test_all_that_may_be_done_is_told_the_best_first(owner: Person) -> None:
    game = owner.start_solo("yacht")
    hint = hint_of(owner, game)
    rows = {option["row"] for option in hint["options"] if option["row"]}
    assert rows == set(game["choices"])
    keeps = [option["keep"] for option in hint["options"] if option["keep"]]
    left = [
        sorted(face for face, stays in zip(game["dice"], keep, strict=True) if stays)
        for keep in keeps
    ]
    assert len({json.dumps(faces) for faces in left}) == len(keeps)
    losses = [option["loss"] for option in hint["options"]]
    assert losses == sorted(losses)
    for option in hint["options"]:
        assert option["worth"] + option["loss"] == pytest.approx(hint["expected"], abs=0.002)


def test_the_hint_can_be_played(owner: Person) -> None:
    game = owner.start_solo("generala")
    while game["status"] == "playing":
        best = hint_of(owner, game)["best"]
        move = {"row": best["row"]} if best["row"] else {"keep": best["keep"]}
        game = ok(owner.move(game, game["ply"], **move))
    assert all(points is not None for points in game["sheet"].values())


# --- Refusals --------------------------------------------------------------------------------


def refusal_of(person: Person, game_id: str, status: int, code: str) -> Json:
    with nothing_changes():
        return refused(person.get(f"/games/{game_id}/hint"), status, code)


def test_the_game_that_counts_has_none(owner: Person) -> None:
    problem = refusal_of(owner, owner.start_daily()["id"], 409, "hints_refused")
    assert problem["detail"] == "There are no hints in the game that counts."


def test_the_dice_of_an_open_day_have_none(owner: Person, clock: time_machine.Traveller) -> None:
    finish_daily(owner)
    game = owner.start_solo("maxi", day=str(TODAY))
    problem = refusal_of(owner, game["id"], 409, "hints_refused")
    assert problem["detail"] == "There are no hints on the dice of a day that is still open."
    clock.move_to(CLOSES)
    assert hint_of(owner, game)["ply"] == 0


def test_a_challenge_without_hints_has_none(owner: Person, friend: Person) -> None:
    shared = finish_solo(owner)
    started = start_same_dice(player=friend.now(), game=shared, allows_hints=False)
    problem = refusal_of(friend, str(started.state.row.pk), 409, "hints_refused")
    assert problem["detail"] == "This challenge is played without hints."


def test_a_game_that_is_over_has_none(owner: Person) -> None:
    refusal_of(owner, str(finish_solo(owner).pk), 409, "game_finished")


def test_house_rules_that_nobody_solved_have_none(owner: Person) -> None:
    game = owner.start_solo("yacht", house_rules={"saved_throws": True})
    refusal_of(owner, game["id"], 409, "strategy_unknown")


def test_a_table_that_is_still_being_solved_tells_its_progress(
    owner: Person, no_tables: Path
) -> None:
    game = owner.start_solo("yacht")
    with nothing_changes():
        answer = owner.get(f"/games/{game['id']}/hint")
        problem = refused(answer, 503, "strategy_not_ready")
    assert problem["progress"] == {"levels": 0, "of": 12, "share": 0.0}
    assert problem["detail"].startswith("0% of the work for this sheet is done.")
    assert answer["Retry-After"] == "60"


def test_a_damaged_table_is_said_to_be_missing(
    owner: Person, solved_tables: Path, settings: Settings, tmp_path: Path
) -> None:
    game = owner.start_solo("yacht")
    damaged = path_of(tmp_path, YACHT)
    damaged.write_bytes(path_of(solved_tables, YACHT).read_bytes()[:-1] + b"\x01")
    settings.STRATEGY_DIR = tmp_path
    refusal_of(owner, game["id"], 503, "strategy_not_ready")
    assert not damaged.exists()


def test_others_games_are_not_found(owner: Person, stranger: Person) -> None:
    refusal_of(stranger, owner.start_solo("yacht")["id"], 404, "not_found")
    refusal_of(owner, NOWHERE, 404, "not_found")


def test_without_credentials_there_is_none(owner: Person, anybody: Caller) -> None:
    game = owner.start_solo("yacht")
    refused(anybody.get(f"/games/{game['id']}/hint"), 401, "not_authenticated")


def test_it_counts_as_a_call(owner: Person, settings: Settings) -> None:
    game = owner.start_solo("yacht")
    settings.LIMITS = settings.LIMITS | {"calls-of-player": "2/60"}
    hint_of(owner, game)
    refusal_of(owner, game["id"], 429, "throttled")


def test_a_hint_takes_as_many_queries_as_its_game(owner: Person) -> None:
    game = owner.start_solo("yacht")
    for caller in (owner, Browser(player=owner.player)):
        hint_of(caller, game)
        with Queries() as queries:
            ok(caller.get(f"/games/{game['id']}/hint"))
        assert len(queries.statements) == 2  # the player; the game
