"""POST /games: start a game that does not count, on new dice or on those of a day."""

import hashlib
from typing import Any

import pytest
import time_machine

from challenges.engine import SHEETS
from challenges.models import Day, Game
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    MICROSECOND,
    TODAY,
    Caller,
    Json,
    Person,
    at_once,
    make_person,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db

SOLO = {"rules": "maxi", "mode": "solo"}
AGAIN = SOLO | {"day": "2026-12-01"}
KEY = "0b8c1f1e-7a7e-4d3e-8f0e-2f8f4f3b9a11"
DICE = {"maxi": 6, "scandinavian": 5, "classic": 5, "yacht": 5, "generala": 5}
TURNS = {"maxi": 20, "scandinavian": 15, "classic": 13, "yacht": 12, "generala": 11}


# --- New dice --------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", sorted(SHEETS))
def test_a_game_on_new_dice_starts_and_can_be_played_to_its_end(owner: Person, rules: str) -> None:
    game = ok(owner.post("/games", {"rules": rules, "mode": "solo"}), 201)
    seed = recomputed.seed_of(f"game:{game['id']}")
    assert game == game | {
        "rules": rules,
        "house_rules": {},
        "mode": "solo",
        "day": None,
        "ranked": False,
        "status": "playing",
        "ply": 0,
        "turn": 1,
        "turns": TURNS[rules],
        "throws_left": 2,
        "saved_throws": 0,
        "dice": recomputed.throw(seed, 1, 1, DICE[rules]),
        "commitment": recomputed.commitment_of(seed),
    }
    finished = owner.play_rows(game)
    assert finished["status"] == "finished"
    assert finished["ply"] == TURNS[rules]
    assert finished["total"] == Game.objects.get().total


def test_its_label_is_its_own_and_its_seed_stays_secret(owner: Person) -> None:
    game = owner.start_solo()
    row = Game.objects.get()
    assert row.seed_label == f"game:{game['id']}"
    assert row.key_id == "first"
    assert row.seed is None
    assert row.day_id is None


def test_every_game_has_dice_of_its_own(owner: Person) -> None:
    commitments = {owner.start_solo()["commitment"] for _ in range(10)}
    assert len(commitments) == 10


# --- House rules -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "house_rules", "kept"),
    [
        ("maxi", {"upper_bonus": 50}, None),
        ("maxi", {"full_straight": 25}, None),
        ("maxi", {"full_straight": 30, "upper_bonus": 50, "saved_throws": True}, None),
        ("maxi", {"forced_order": True}, None),
        ("scandinavian", {"extra_yatzy": True}, None),
        ("classic", {"saved_throws": True, "forced_order": True}, None),
        ("yacht", {"saved_throws": True}, None),
        ("generala", {"forced_order": True}, None),
        # Saying the printed value aloud is no house rule.
        ("maxi", {"upper_bonus": 100, "full_straight": 21, "forced_order": False}, {}),
        ("maxi", {}, {}),
    ],
)
def test_house_rules_that_the_sheet_offers_are_played_by(
    owner: Person, rules: str, house_rules: Json, kept: Json | None
) -> None:
    game = owner.start_solo(rules, house_rules=house_rules)
    assert game["house_rules"] == (house_rules if kept is None else kept)
    assert owner.play_rows(game)["status"] == "finished"


def test_the_house_rules_reach_the_sheet(owner: Person) -> None:
    game = owner.start_solo(house_rules={"upper_bonus": 50, "forced_order": True})
    assert game["upper"] == {"sum": 0, "target": 75, "bonus": 0}
    assert list(game["choices"]) == ["ones"]


def test_saved_throws_are_counted(owner: Person) -> None:
    game = owner.start_solo(house_rules={"saved_throws": True})
    game = owner.write(game, "ones")
    assert (game["saved_throws"], game["throws_left"]) == (2, 4)
    for throws_left in (3, 2, 1, 0):
        game = owner.keep(game)
        assert game["throws_left"] == throws_left
    assert (game["throw"], game["saved_throws"]) == (5, 0)


@pytest.mark.parametrize(
    ("rules", "house_rules", "field"),
    [
        ("maxi", {"extra_yatzy": True}, "house_rules.extra_yatzy"),
        ("classic", {"extra_yatzy": True}, "house_rules.extra_yatzy"),
        ("scandinavian", {"upper_bonus": 50}, "house_rules.upper_bonus"),
        ("yacht", {"full_straight": 25}, "house_rules.full_straight"),
        ("maxi", {"upper_bonus": 75}, "house_rules.upper_bonus"),
        ("maxi", {"upper_bonus": True}, "house_rules.upper_bonus"),
        ("maxi", {"upper_bonus": "50"}, "house_rules.upper_bonus"),
        ("maxi", {"upper_bonus": 50.0}, "house_rules.upper_bonus"),
        ("maxi", {"upper_bonus": None}, "house_rules.upper_bonus"),
        ("maxi", {"upper_bonus": [[[50]]]}, "house_rules.upper_bonus"),
        ("maxi", {"forced_order": 1}, "house_rules.forced_order"),
        ("maxi", {"forced_order": "true"}, "house_rules.forced_order"),
        ("maxi", {"saved_throws": {}}, "house_rules.saved_throws"),
        ("maxi", {"joker": True}, "house_rules.joker"),
        ("maxi", {"": True}, "house_rules."),
        ("maxi", {"forced_order\x00": True}, "house_rules.forced_order\x00"),
        ("maxi", [], "house_rules"),
        ("maxi", "forced_order", "house_rules"),
        ("maxi", None, "house_rules"),
        ("maxi", True, "house_rules"),
    ],
)
def test_other_house_rules_are_refused(
    owner: Person, rules: str, house_rules: Any, field: str
) -> None:
    body = {"rules": rules, "mode": "solo", "house_rules": house_rules}
    with nothing_changes():
        problem = refused(owner.post("/games", body), 400, "invalid")
    assert [name.strip(".") for name in problem["errors"]] == [field.strip(".")]


# --- The dice of a day -----------------------------------------------------------------------


def test_an_open_days_dice_are_refused_until_the_own_ranked_game_is_finished(
    owner: Person, friend: Person
) -> None:
    friend.play_rows(friend.start_daily())
    with nothing_changes():
        refused(owner.post("/games", AGAIN), 409, "day_still_open")
    ranked = owner.play_rows(owner.start_daily(), leave=1)
    with nothing_changes():
        refused(owner.post("/games", AGAIN), 409, "day_still_open")
    owner.play_rows(ranked)
    again = ok(owner.post("/games", AGAIN), 201)
    assert again == again | {
        "mode": "solo",
        "ranked": False,
        "day": "2026-12-01",
        "dice": recomputed.throw(recomputed.seed_of_day(TODAY), 1, 1),
        "commitment": recomputed.commitment_of(recomputed.seed_of_day(TODAY)),
    }
    row = Game.objects.get(pk=again["id"])
    assert (row.seed_label, row.seed) == ("daily:2026-12-01", None)


def test_playing_again_changes_neither_the_ranked_game_nor_tells_the_seed(owner: Person) -> None:
    ranked = owner.play_rows(owner.start_daily())
    again = owner.play_keenly(ok(owner.post("/games", AGAIN), 201))
    assert again["status"] == "finished"
    assert ok(owner.get(f"/games/{ranked['id']}")) == ranked
    assert ok(owner.post(f"/days/{TODAY}/game"), 200) == ranked
    assert Game.objects.get(pk=again["id"]).seed is None
    refused(owner.get(f"/games/{again['id']}/proof"), 409, "seed_not_public")


def test_an_ended_days_dice_are_for_everybody(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES - MICROSECOND)
    refused(owner.post("/games", AGAIN), 409, "day_still_open")
    clock.move_to(CLOSES)
    ok(owner.post("/games", AGAIN), 201)
    close_day(date=TODAY)
    ok(owner.post("/games", AGAIN), 201)


def test_a_game_on_a_days_dice_never_expires(owner: Person, clock: time_machine.Traveller) -> None:
    owner.play_rows(owner.start_daily())
    again = ok(owner.post("/games", AGAIN), 201)
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    assert owner.play_rows(again)["status"] == "finished"


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "classic"},
        {"house_rules": {"full_straight": 25}},
        {"house_rules": {"forced_order": True}},
    ],
)
def test_a_days_dice_go_with_the_days_rules(owner: Person, change: Json) -> None:
    owner.play_rows(owner.start_daily())
    with nothing_changes():
        refused(owner.post("/games", AGAIN | change), 422, "rules_of_day")


@pytest.mark.usefixtures("days_ahead")
@pytest.mark.parametrize(
    ("date", "status", "code"),
    [
        ("2026-12-24", 409, "day_not_open"),
        ("2026-12-02", 409, "day_still_open"),
        ("2026-11-30", 404, "not_found"),
        ("2027-02-01", 404, "not_found"),
        ("0001-01-01", 404, "not_found"),
        ("9999-12-31", 404, "not_found"),
    ],
)
def test_the_dice_of_other_dates_are_refused(
    owner: Person, today: Day, date: str, status: int, code: str
) -> None:
    owner.play_rows(owner.start_daily())
    with nothing_changes():
        refused(owner.post("/games", SOLO | {"day": date}), status, code)


# --- Malformed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["mode", "rules"]),
        ({"rules": "maxi"}, ["mode"]),
        ({"mode": "solo"}, ["rules"]),
        *[({"rules": value, "mode": "solo"}, ["rules"]) for value in ("yatzy", "", None, 6, [])],
        *[
            ({"rules": "maxi", "mode": value}, ["mode"])
            for value in ("daily", "friend", "SOLO", "", None, True, ["solo"])
        ],
        *[
            (SOLO | {"day": value}, ["day"])
            for value in ("", None, 20261201, "2026-02-30", "20261201", "2026-12-01T00:00:00", [])
        ],
        (SOLO | {"day": "2026-W49-2"}, ["day"]),
        (SOLO | {"day": "2026-12-0\x00"}, ["day"]),
    ],
)
def test_a_field_that_is_not_valid_is_named(owner: Person, body: Json, fields: list[str]) -> None:
    with nothing_changes():
        problem = refused(owner.post("/games", body), 400, "invalid")
    assert sorted(problem["errors"]) == fields


def test_without_credentials_nothing_starts(anybody: Caller) -> None:
    with nothing_changes():
        refused(anybody.post("/games", SOLO), 401, "not_authenticated")


# --- The repeat ------------------------------------------------------------------------------


def test_a_repeat_by_key_answers_with_the_game_as_it_is_now(owner: Person) -> None:
    game = ok(owner.post("/games", SOLO, Idempotency_Key=KEY), 201)
    game = owner.write(game, "chance")
    with nothing_changes():
        assert ok(owner.post("/games", SOLO, Idempotency_Key=KEY), 200) == game
    assert Game.objects.get().start_key == hashlib.sha256(KEY.encode()).hexdigest()


def test_without_a_key_every_call_starts_a_game(owner: Person) -> None:
    assert owner.start_solo()["id"] != owner.start_solo()["id"]


@pytest.mark.parametrize(
    "other",
    [
        {"rules": "classic", "mode": "solo"},
        SOLO | {"house_rules": {"forced_order": True}},
        SOLO | {"day": "2026-12-01"},
    ],
)
def test_a_key_with_another_request_is_refused(owner: Person, other: Json) -> None:
    owner.play_rows(owner.start_daily())
    ok(owner.post("/games", SOLO, Idempotency_Key=KEY), 201)
    with nothing_changes():
        refused(owner.post("/games", other, Idempotency_Key=KEY), 422, "idempotency_key_reused")


def test_a_repeat_may_say_the_printed_rules_in_other_words(owner: Person) -> None:
    game = ok(owner.post("/games", SOLO, Idempotency_Key=KEY), 201)
    same = SOLO | {"house_rules": {"upper_bonus": 100}}
    assert ok(owner.post("/games", same, Idempotency_Key=KEY), 200) == game


def test_a_key_is_the_players_own(owner: Person, friend: Person) -> None:
    mine = ok(owner.post("/games", SOLO, Idempotency_Key=KEY), 201)
    theirs = ok(friend.post("/games", {**SOLO, "rules": "yacht"}, Idempotency_Key=KEY), 201)
    assert mine["id"] != theirs["id"]


@pytest.mark.parametrize("key", ["", "short", "k" * 256, "k" * 16 + " k"])
def test_a_malformed_key_is_refused(owner: Person, key: str) -> None:
    with nothing_changes():
        problem = refused(owner.post("/games", SOLO, Idempotency_Key=key), 400, "invalid")
    assert list(problem["errors"]) == ["Idempotency-Key"]


@pytest.mark.django_db(transaction=True)
def test_sixteen_starts_by_one_key_at_once_start_one_game(clock: time_machine.Traveller) -> None:
    token = make_person("Owner").token
    answers = at_once([lambda: Caller(token=token).post("/games", SOLO, Idempotency_Key=KEY)] * 16)
    assert sorted(answer.status_code for answer in answers) == [200] * 15 + [201]
    games = [ok(answer, 200, 201) for answer in answers]
    assert games == [games[0]] * 16
    assert Game.objects.count() == 1
