"""POST /games with an opponent, and playing against it: the computer plays along with each row."""

from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import connection
from pytest_django import Settings

from challenges.engine import DiceStream, Keep, Move, Seed, Write, replay, sheet_for
from challenges.engine.record import moves_from_text
from challenges.models import Day, Game
from challenges.services.games import make_moves
from challenges.services.perfect_play import tables
from challenges.services.perfect_play.problems import StrategyNotReady
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    MICROSECOND,
    NOWHERE,
    TODAY,
    Browser,
    Caller,
    Json,
    Person,
    Queries,
    at_once,
    make_person,
    nothing_changes,
    ok,
    refused,
    row_of,
)
from tests.challenges.api.secrecy import said, secrets_of, unthrown
from tests.challenges.services import recomputed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]

LEVELS = ["easy", "medium", "hard", "expert"]
DUEL = {"rules": "yacht", "mode": "computer", "opponent": "medium"}
ON_DAY = {"rules": "maxi", "mode": "computer", "opponent": "easy", "day": "2026-12-01"}
KEY = "0b8c1f1e-7a7e-4d3e-8f0e-2f8f4f3b9a11"


def start(person: Person, **fields: object) -> Json:
    return ok(person.post("/games", DUEL | fields), 201)


def opponent_of(game: Json) -> Json:
    """Replayed from what is stored, on dice that are computed anew."""
    row = Game.objects.get(pk=game["id"])
    sheet = sheet_for(game["rules"])
    seed = Seed(recomputed.seed_of(row.seed_label))
    play = replay(sheet, DiceStream(seed, sheet.dice), moves_from_text(row.opponent_moves))
    assert row.opponent_total == play.total
    return {"total": play.total, "sheet": {code: play.filled.get(code) for code in game["sheet"]}}


# --- Starting --------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("rules", ["maxi", "scandinavian", "classic", "yacht", "generala"])
def test_every_level_can_be_played_against_by_all_rules(
    owner: Person, rules: str, level: str
) -> None:
    game = start(owner, rules=rules, opponent=level)
    assert (game["mode"], game["ranked"], game["day"], game["ply"]) == ("computer", False, None, 0)
    assert game["opponent"] == {
        "level": level,
        "total": 0,
        "sheet": dict.fromkeys(game["sheet"]),
        "upper": game["upper"],
        "extra_bonus": 0,
        "last_turn": None,
    }
    finished = owner.play_rows(game)
    assert finished["status"] == "finished"
    opponent = finished["opponent"]
    assert all(points is not None for points in opponent["sheet"].values())
    assert {key: opponent[key] for key in ("total", "sheet")} == opponent_of(game)


@pytest.mark.parametrize(
    ("rules", "house_rules"),
    [
        ("maxi", {"saved_throws": True, "full_straight": 30}),
        ("maxi", {"upper_bonus": 50}),
        ("scandinavian", {"extra_yatzy": True, "forced_order": True}),
        ("classic", {"forced_order": True}),
    ],
)
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_all_but_the_expert_play_by_every_house_rule(
    owner: Person, rules: str, house_rules: Json, level: str
) -> None:
    game = start(owner, rules=rules, house_rules=house_rules, opponent=level)
    finished = owner.play_rows(game)
    assert all(points is not None for points in finished["opponent"]["sheet"].values())


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"rules": "yacht", "mode": "computer"}, ["opponent"]),
        ({"rules": "yacht", "mode": "solo", "opponent": "easy"}, ["opponent"]),
        *[(DUEL | {"opponent": value}, ["opponent"]) for value in ("", "EASY", None, 1, ["easy"])],
        (DUEL | {"house_rules": {"upper_bonus": 50}}, ["house_rules.upper_bonus"]),
    ],
)
def test_a_field_that_is_not_valid_is_named(owner: Person, body: Json, fields: list[str]) -> None:
    with nothing_changes():
        problem = refused(owner.post("/games", body), 400, "invalid")
    assert list(problem["errors"]) == fields


def test_it_is_said_what_is_wrong_with_an_opponent(owner: Person) -> None:
    said = [
        owner.post("/games", {"rules": "yacht", "mode": mode, **more}).json()["errors"]["opponent"]
        for mode, more in [("computer", {}), ("solo", {"opponent": "easy"})]
    ]
    assert said == [
        ["Say how the computer plays."],
        ["Only a game against the computer has an opponent."],
    ]


def test_without_credentials_nothing_starts(anybody: Caller) -> None:
    with nothing_changes():
        refused(anybody.post("/games", DUEL), 401, "not_authenticated")


def test_the_expert_does_not_start_without_its_table(owner: Person, no_tables: Path) -> None:
    body = DUEL | {"opponent": "expert"}
    with nothing_changes():
        problem = refused(owner.post("/games", body), 503, "strategy_not_ready")
        saved = body | {"house_rules": {"saved_throws": True}}
        refused(owner.post("/games", saved), 409, "strategy_unknown")
    assert problem["progress"] == {"levels": 0, "of": 12, "share": 0.0}
    for level in ("easy", "medium", "hard"):
        start(owner, opponent=level)


# --- The repeat ------------------------------------------------------------------------------


def test_a_repeat_by_key_answers_with_the_game_as_it_is_now(owner: Person) -> None:
    game = ok(owner.post("/games", DUEL, Idempotency_Key=KEY), 201)
    game = owner.write(game, "chance")
    with nothing_changes():
        assert ok(owner.post("/games", DUEL, Idempotency_Key=KEY), 200) == game


def test_a_repeat_needs_no_table(owner: Person, settings: Settings, tmp_path: Path) -> None:
    body = DUEL | {"opponent": "expert"}
    game = ok(owner.post("/games", body, Idempotency_Key=KEY), 201)
    settings.STRATEGY_DIR = tmp_path
    with nothing_changes():
        assert ok(owner.post("/games", body, Idempotency_Key=KEY), 200) == game


@pytest.mark.parametrize(
    "other", [DUEL | {"opponent": "hard"}, {"rules": "yacht", "mode": "solo"}], ids=str
)
def test_a_key_with_another_opponent_is_refused(owner: Person, other: Json) -> None:
    ok(owner.post("/games", DUEL, Idempotency_Key=KEY), 201)
    with nothing_changes():
        refused(owner.post("/games", other, Idempotency_Key=KEY), 422, "idempotency_key_reused")


def test_a_key_of_a_game_alone_starts_no_duel(owner: Person) -> None:
    ok(owner.post("/games", {"rules": "yacht", "mode": "solo"}, Idempotency_Key=KEY), 201)
    with nothing_changes():
        refused(owner.post("/games", DUEL, Idempotency_Key=KEY), 422, "idempotency_key_reused")


@pytest.mark.django_db(transaction=True)
def test_of_many_starts_by_one_key_at_once_one_starts(clock: time_machine.Traveller) -> None:
    token = make_person("Owner").token
    answers = at_once([lambda: Caller(token=token).post("/games", DUEL, Idempotency_Key=KEY)] * 8)
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert Game.objects.count() == 1


# --- The dice of a day -----------------------------------------------------------------------


def test_an_open_days_dice_are_not_for_the_computer(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    with nothing_changes():
        refused(owner.post("/games", ON_DAY), 409, "day_still_open")
    owner.play_rows(owner.start_daily())
    clock.move_to(CLOSES - MICROSECOND)
    with nothing_changes():
        problem = refused(owner.post("/games", ON_DAY), 409, "day_still_open")
    assert problem["detail"] == (
        "The computer plays the dice of 2026-12-01 once the day is over everywhere on Earth."
    )


def test_once_the_day_is_over_they_are(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    game = ok(owner.post("/games", ON_DAY), 201)
    assert game["dice"] == recomputed.throw(recomputed.seed_of_day(TODAY), 1, 1)
    close_day(date=TODAY)
    finished = owner.play_rows(game)
    assert finished["status"] == "finished"
    assert finished["opponent"]["total"] == opponent_of(game)["total"]


# --- Playing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_with_each_row_the_computer_plays_the_same_throws(owner: Person, level: str) -> None:
    game = start(owner, opponent=level)
    seed = recomputed.seed_of(f"game:{game['id']}")
    for turn, row in enumerate(game["sheet"], start=1):
        before = game["opponent"]
        game = owner.keep(game, 0)
        assert game["opponent"] == before
        game = owner.write(game, row)
        after, played = game["opponent"], game["opponent"]["last_turn"]
        assert played["turn"] == turn
        dice = recomputed.throw(seed, turn, 1, 5)
        for n, throw in enumerate(played["throws"], start=1):
            assert throw["dice"] == dice
            if throw["keep"]:
                dice = recomputed.thrown_again(dice, throw["keep"], seed, turn, n + 1)
        assert [throw["keep"] is None for throw in played["throws"]][-1:] == [True]
        assert before["sheet"][played["row"]] is None
        assert after["sheet"] == before["sheet"] | {played["row"]: played["points"]}
        assert {"total": after["total"], "sheet": after["sheet"]} == opponent_of(game)
    assert game["status"] == "finished"


def test_the_players_own_total_is_none_of_the_computers(owner: Person) -> None:
    duel, alone = start(owner), owner.start_solo("yacht")
    finished = owner.play_rows(duel)
    assert finished["total"] == sum(finished["sheet"].values()) + finished["upper"]["bonus"]
    assert alone["opponent"] is None


def test_several_moves_at_once_bring_as_many_turns(owner: Person) -> None:
    one, other = start(owner), start(owner)
    Game.objects.filter(pk=other["id"]).update(
        **{
            field: getattr(Game.objects.get(pk=one["id"]), field)
            for field in ("seed_label", "key_id", "commitment")
        }
    )
    moves: list[Move] = [
        Keep((True,) + (False,) * 4),
        Write("ones"),
        Write("twos"),
        Write("chance"),
    ]
    make_moves(player=owner.now(), game_id=one["id"], ply=0, moves=moves)
    for ply, move in enumerate(moves):
        make_moves(player=owner.now(), game_id=other["id"], ply=ply, moves=[move])
    both = [row_of(game["id"]) for game in (one, other)]
    for field in ("moves", "total", "opponent_moves", "opponent_total"):
        assert both[0][field] == both[1][field]
    assert len(both[0]["opponent_moves"].splitlines()) == 3


def test_a_repeat_changes_nothing(owner: Person) -> None:
    game = start(owner)
    written = owner.write(game, "ones")
    with nothing_changes():
        assert ok(owner.move(game, 0, row="ones")) == written


def test_a_refused_move_brings_no_turn(owner: Person) -> None:
    game = owner.write(start(owner), "ones")
    with nothing_changes():
        problem = refused(owner.move(game, 1, row="ones"), 422, "illegal_move")
        refused(owner.move(game, 0, row="twos"), 409, "other_move_there")
        refused(owner.move(game, 5, row="twos"), 409, "ply_ahead")
    assert problem["game"] == game


@pytest.mark.django_db(transaction=True)
def test_of_identical_rows_at_once_all_succeed_and_one_turn_is_played(
    clock: time_machine.Traveller,
) -> None:
    owner = make_person("Owner")
    game = start(owner)
    path, body = f"/games/{game['id']}/moves", {"ply": 0, "row": "chance"}
    answers = at_once([lambda: Caller(token=owner.token).post(path, body)] * 8)
    games = [ok(answer) for answer in answers]
    assert games == [games[0]] * 8
    assert len(row_of(game["id"])["opponent_moves"].splitlines()) == 1


@pytest.mark.django_db(transaction=True)
def test_of_different_rows_at_once_one_wins_and_one_turn_is_played(
    clock: time_machine.Traveller,
) -> None:
    owner = make_person("Owner")
    game = start(owner)
    path = f"/games/{game['id']}/moves"
    bodies = [{"ply": 0, "row": row} for row in ("ones", "chance")]
    answers = at_once(
        [lambda body=body: Caller(token=owner.token).post(path, body) for body in bodies]  # type: ignore[misc]
    )
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    (won,) = [ok(answer) for answer in answers if answer.status_code == 200]
    assert won["opponent"]["last_turn"]["turn"] == 1
    assert ok(owner.get(f"/games/{game['id']}")) == won


def test_without_its_table_the_expert_holds_up_the_row_which_can_be_sent_again(
    owner: Person, solved_tables: Path, settings: Settings, tmp_path: Path
) -> None:
    game = owner.keep(start(owner, opponent="expert"), 0)
    settings.STRATEGY_DIR = tmp_path
    with nothing_changes():
        answer = owner.move(game, 1, row="chance")
        problem = refused(answer, 503, "strategy_not_ready")
    assert (problem["progress"]["share"], answer["Retry-After"]) == (0.0, "60")
    game = owner.keep(game, 0)  # needs no table
    settings.STRATEGY_DIR = solved_tables
    game = ok(owner.move(game, 2, row="chance"))
    assert game["opponent"]["last_turn"]["turn"] == 1


def test_nobody_waits_for_the_game_while_a_process_opens_its_table(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start(owner, opponent="expert")
    monkeypatch.setattr(tables, "_open", {})  # a process that has just been started
    outside, inside = len(connection.savepoint_ids), dict[str, int]()

    def watch(name: str) -> None:
        call = getattr(tables, name)

        def look(*arguments: Any) -> Any:
            depth = len(connection.savepoint_ids) - outside
            inside[name] = max(depth, inside.get(name, 0))
            return call(*arguments)

        monkeypatch.setattr(tables, name, look)

    for name in ("path_of", "open_table"):  # the first one reads all points off the engine
        watch(name)
    game = ok(owner.move(game, 0, row="chance"))
    assert inside == {"path_of": 0, "open_table": 0}  # transactions
    assert (game["ply"], game["opponent"]["last_turn"]["turn"]) == (1, 1)


def test_rules_that_were_solved_by_request_hold_up_the_row_too(
    owner: Person, settings: Settings, tmp_path: Path
) -> None:
    game = start(owner, opponent="hard", house_rules={"forced_order": True})
    Game.objects.filter(pk=game["id"]).update(opponent="expert")
    settings.STRATEGY_DIR = tmp_path
    with nothing_changes():
        refused(owner.move(game, 0, row="ones"), 503, "strategy_not_ready")
        moves = [Write("ones"), Write("twos")]
        with pytest.raises(StrategyNotReady):
            make_moves(player=owner.now(), game_id=game["id"], ply=0, moves=moves)


# --- Secrets and queries ---------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_tells_of_dice_that_nobody_has_thrown(
    owner: Person, stranger: Person, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The same dice in each run: of others some that lie there can be those of a later throw.
    monkeypatch.setattr("challenges.services.games.game_label", lambda _id: f"game:{NOWHERE}")
    game = start(owner, opponent=level, rules="maxi")
    seed = recomputed.seed_of(f"game:{NOWHERE}")
    for _ in range(6):
        owner.get(f"/games/{game['id']}")
        owner.get(f"/games/{game['id']}/proof")
        owner.get(f"/games/{game['id']}/hint")
        owner.move(game, game["ply"], keep=[True] * 6)
        owner.get("/games")
        refused(stranger.get(f"/games/{game['id']}"), 404, "not_found")
        told = said(owner, stranger)
        assert [dice for dice in unthrown(seed, game) for text in told if dice in text] == []
        assert [secret for secret in secrets_of(seed) for text in told if secret in text] == []
        game = owner.write(game, next(iter(game["choices"])))


def test_lists_tell_level_and_total(owner: Person) -> None:
    game = owner.write(start(owner), "chance")
    owner.start_solo("yacht")
    told = [line["opponent"] for line in ok(owner.get("/games"))["results"]]
    summary = {"level": "medium", "total": game["opponent"]["total"]}
    assert sorted(told, key=str) == sorted([summary, None], key=str)


def test_the_export_has_what_the_computer_did(owner: Person) -> None:
    game = owner.write(start(owner), "chance")
    (exported,) = ok(owner.get("/me/export"))["games"]
    assert exported["opponent"] == {"level": "medium", "total": game["opponent"]["total"]}
    assert exported["opponent_moves"][-1] == {"row": game["opponent"]["last_turn"]["row"]}
    assert len(exported["opponent_moves"]) == len(game["opponent"]["last_turn"]["throws"])


@pytest.mark.parametrize("level", LEVELS)
def test_the_computer_takes_no_query_of_its_own(owner: Person, level: str) -> None:
    game = start(owner, opponent=level)
    for caller in (owner, Browser(player=owner.player)):
        with Queries() as queries:
            game = caller.write(game, next(iter(game["choices"])))
        assert len(queries.statements) == 3  # the player; the locked game; its change
    with Queries() as queries:
        start(owner, opponent=level)
    assert len(queries.statements) == 2
    game = owner.play_rows(game, leave=1)
    with Queries() as queries:
        owner.write(game, next(iter(game["choices"])))
    assert len(queries.statements) == 3
