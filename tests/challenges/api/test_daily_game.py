"""POST /days/{date}/game: start or resume my ranked game of a day."""

import datetime

import pytest
import time_machine

from challenges.models import Day, Game
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    MICROSECOND,
    NOON,
    ONE_DAY,
    OPENS,
    TODAY,
    Caller,
    Person,
    at_once,
    make_person,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db

SECRET = recomputed.seed_of_day(TODAY)


def path(date: datetime.date | str = TODAY) -> str:
    return f"/days/{date}/game"


# --- Starting and resuming -------------------------------------------------------------------


def test_a_new_game_has_its_first_throw(owner: Person) -> None:
    game = ok(owner.post(path()), 201)
    dice = recomputed.throw(SECRET, 1, 1)
    rows = list(game["sheet"])
    assert game == {
        "id": str(Game.objects.get().pk),
        "rules": "maxi",
        "house_rules": {},
        "mode": "daily",
        "day": "2026-12-01",
        "ranked": True,
        "status": "playing",
        "ply": 0,
        "turn": 1,
        "turns": 20,
        "throw": 1,
        "throws_left": 2,
        "saved_throws": 0,
        "dice": dice,
        "sheet": dict.fromkeys(rows),
        "choices": game["choices"],
        "choices_extra": 0,
        "upper": {"sum": 0, "target": 84, "bonus": 0},
        "extra_bonus": 0,
        "total": 0,
        "commitment": recomputed.commitment_of(SECRET),
        "opponent": None,
        "started_at": "2026-12-01T12:00:00Z",
        "finished_at": None,
        "standings": None,
    }
    assert list(game["choices"]) == rows
    assert len(rows) == 20
    assert game["choices"]["ones"] == dice.count(1)
    assert game["choices"]["sixes"] == 6 * dice.count(6)
    assert game["choices"]["chance"] == sum(dice)


def test_what_is_stored_is_the_label_the_key_and_the_commitment_and_no_seed(owner: Person) -> None:
    game = ok(owner.post(path()), 201)
    row = Game.objects.values().get()
    assert row == {
        **row,
        "player_id": owner.player.pk,
        "day_id": TODAY,
        "seed_label": "daily:2026-12-01",
        "key_id": "first",
        "commitment": recomputed.commitment_of(SECRET),
        "seed": None,
        "moves": "",
        "ply": 0,
        "total": 0,
        "status": "playing",
        "finished_at": None,
        "start_key": None,
    }
    assert str(row["id"]) == game["id"]


def test_everybody_gets_the_same_dice(owner: Person, friend: Person) -> None:
    mine, theirs = owner.start_daily(), friend.start_daily()
    assert mine["dice"] == theirs["dice"]
    assert mine["commitment"] == theirs["commitment"]
    assert mine["id"] != theirs["id"]


def test_the_second_start_resumes_the_same_game(owner: Person) -> None:
    game = owner.write(owner.start_daily(), "chance")
    with nothing_changes():
        assert ok(owner.post(path()), 200) == game


def test_a_finished_game_is_not_started_anew(owner: Person) -> None:
    game = owner.play_rows(owner.start_daily())
    with nothing_changes():
        assert ok(owner.post(path()), 200) == game


def test_a_body_says_nothing(owner: Person) -> None:
    ok(owner.post(path(), {"rules": "classic", "seed": "0" * 64, "dice": [6] * 6}), 201)
    assert Game.objects.get().rules == "maxi"


def test_each_date_has_its_own_game(owner: Person, clock: time_machine.Traveller) -> None:
    first = owner.start_daily()
    clock.move_to(NOON + ONE_DAY)
    second = owner.start_daily(TODAY + ONE_DAY)
    assert second["id"] != first["id"]
    assert second["dice"] == recomputed.throw(recomputed.seed_of("daily:2026-12-02"), 1, 1)
    assert (first["day"], second["day"]) == ("2026-12-01", "2026-12-02")


# --- Whose date ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "mine", "other"),
    [
        ("Pacific/Kiritimati", "2026-12-02", "2026-12-01"),
        ("UTC", "2026-12-01", "2026-12-02"),
        ("Etc/GMT+12", "2026-12-01", "2026-12-02"),
    ],
)
def test_a_game_starts_on_its_date_in_the_players_zone(
    owner: Person, today: Day, zone: str, mine: str, other: str
) -> None:
    ok(owner.patch("/me", {"time_zone": zone}))
    with nothing_changes():
        problem = refused(owner.post(path(other)), 409, "not_your_today")
    assert problem["today"] == mine
    assert ok(owner.post(path(mine)), 201)["day"] == mine


def test_the_first_minute_of_a_date_is_in_the_first_zone_and_the_last_in_the_last(
    clock: time_machine.Traveller, db: None
) -> None:
    clock.move_to(OPENS)
    first = make_person("First", time_zone="Pacific/Kiritimati")
    last = make_person("Last", time_zone="Etc/GMT+12")
    assert first.start_daily()["started_at"] == "2026-11-30T10:00:00Z"
    refused(last.post(path()), 409, "not_your_today")
    clock.move_to(CLOSES - MICROSECOND)
    assert last.start_daily()["started_at"] == "2026-12-02T11:59:59.999999Z"
    assert ok(first.post(path()), 200)["status"] == "playing"


def test_a_started_game_goes_on_when_its_date_is_over_for_the_player(
    owner: Person, clock: time_machine.Traveller
) -> None:
    game = owner.start_daily()
    clock.move_to(CLOSES - MICROSECOND)
    assert ok(owner.get("/me"))["today"] == "2026-12-02"
    assert ok(owner.post(path()), 200) == game
    assert owner.play_rows(game)["status"] == "finished"


def test_travelling_gives_no_second_game_of_a_date(owner: Person) -> None:
    game = owner.start_daily()
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        ok(owner.patch("/me", {"time_zone": zone}))
        with nothing_changes():
            assert ok(owner.post(path()), 200)["id"] == game["id"]


# --- Refusals --------------------------------------------------------------------------------


def test_without_credentials_nothing_starts(anybody: Caller, today: Day) -> None:
    with nothing_changes():
        refused(anybody.post(path()), 401, "not_authenticated")


@pytest.mark.usefixtures("days_ahead")
def test_a_date_that_has_not_begun_is_refused(owner: Person, today: Day) -> None:
    with nothing_changes():
        refused(owner.post(path("2026-12-24")), 409, "day_not_open")


def test_a_date_that_has_ended_is_refused(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    with nothing_changes():
        refused(owner.post(path()), 409, "day_closed")
    close_day(date=TODAY)
    with nothing_changes():
        refused(owner.post(path()), 409, "day_closed")


@pytest.mark.parametrize(
    "date", ["2026-11-30", "2027-01-12", "2026-02-30", "today", "9999-12-31", "0001-01-01"]
)
def test_a_date_that_is_no_day_is_not_found(owner: Person, today: Day, date: str) -> None:
    with nothing_changes():
        refused(owner.post(path(date)), 404, "not_found")


@pytest.mark.parametrize("closes", [False, True])
def test_after_the_end_the_game_is_resumed_as_expired(
    owner: Person, clock: time_machine.Traveller, closes: bool
) -> None:
    game = owner.write(owner.start_daily(), "chance")
    clock.move_to(CLOSES)
    if closes:
        close_day(date=TODAY)
    with nothing_changes():
        assert ok(owner.post(path()), 200) == game | {
            "status": "expired",
            "choices": {},
            "throws_left": 0,
        }


def test_a_finished_game_stays_finished_after_the_end(
    owner: Person, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily())
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    # Once the day is closed there is one more board to stand on.
    by_skill = {"board": "day-skill", "period": "2026-12-01", "players": 0, "me": None}
    standings = [*game["standings"], by_skill]
    assert ok(owner.post(path()), 200) == game | {"standings": standings}


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_sixteen_starts_at_once_start_one_game(clock: time_machine.Traveller) -> None:
    token = make_person("Owner").token
    answers = at_once([lambda: Caller(token=token).post(path())] * 16)
    assert sorted(answer.status_code for answer in answers) == [200] * 15 + [201]
    games = [ok(answer, 200, 201) for answer in answers]
    assert games == [games[0]] * 16
    assert Game.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_eight_players_start_a_missing_day_at_once(clock: time_machine.Traveller) -> None:
    tokens = [make_person(f"Player {number}").token for number in range(8)]
    answers = at_once([lambda token=token: Caller(token=token).post(path()) for token in tokens])
    dice = [ok(answer, 201)["dice"] for answer in answers]
    assert dice == [recomputed.throw(SECRET, 1, 1)] * 8
    assert Day.objects.count() == 42
