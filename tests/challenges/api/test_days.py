"""GET /days/today, /days/{date} and /days: windows, commitments and my games."""

import datetime

import pytest
import time_machine

from challenges.models import Day
from challenges.services.excuses import count_day_again, excuse_day
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    ONE_DAY,
    OPENS,
    TODAY,
    Caller,
    Json,
    Person,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db

SECRET = recomputed.seed_of_day(TODAY)
OPEN_DAY: Json = {
    "date": "2026-12-01",
    "status": "open",
    "rules": "maxi",
    "house_rules": {},
    "opens_at": "2026-11-30T10:00:00Z",
    "closes_at": "2026-12-02T12:00:00Z",
    "closed_at": None,
    "commitment": recomputed.commitment_of(SECRET),
    "seed": None,
    "excused": False,
    "my_game": None,
    "look_back": None,
    "figures": None,
}


# --- A day -----------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["anybody", "owner"])
def test_an_open_day_shows_its_commitment_and_no_seed(
    request: pytest.FixtureRequest, who: str
) -> None:
    assert ok(request.getfixturevalue(who).get(f"/days/{TODAY}")) == OPEN_DAY


def test_a_day_to_come_is_upcoming(anybody: Caller, clock: time_machine.Traveller) -> None:
    day = ok(anybody.get("/days/2026-12-24"))
    assert (day["status"], day["seed"]) == ("upcoming", None)
    assert day["commitment"] == recomputed.commitment_of(recomputed.seed_of("daily:2026-12-24"))


@pytest.mark.parametrize(
    ("moment", "status"),
    [
        (OPENS - datetime.timedelta(microseconds=1), "upcoming"),
        (OPENS, "open"),
        (CLOSES - datetime.timedelta(microseconds=1), "open"),
        (CLOSES, "closed"),
    ],
)
def test_the_status_turns_with_the_window(
    anybody: Caller, clock: time_machine.Traveller, moment: datetime.datetime, status: str
) -> None:
    clock.move_to(OPENS - ONE_DAY)
    ok(anybody.get(f"/days/{TODAY}"))
    clock.move_to(moment)
    assert ok(anybody.get(f"/days/{TODAY}")) == OPEN_DAY | {"status": status}


def test_everybody_is_told_that_a_day_is_excused(anybody: Caller, today: Day) -> None:
    excuse_day(operator=None, date=TODAY)
    assert ok(anybody.get(f"/days/{TODAY}")) == OPEN_DAY | {"excused": True}
    count_day_again(operator=None, date=TODAY)
    assert ok(anybody.get(f"/days/{TODAY}")) == OPEN_DAY


def test_the_seed_is_shown_when_the_closing_has_committed(
    anybody: Caller, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES + datetime.timedelta(seconds=30))
    assert ok(anybody.get(f"/days/{TODAY}"))["seed"] is None
    close_day(date=TODAY)
    assert ok(anybody.get(f"/days/{TODAY}")) == OPEN_DAY | {
        "status": "closed",
        "closed_at": "2026-12-02T12:00:30Z",
        "seed": SECRET.hex(),
        "figures": {
            "players": 0,
            "mean": None,
            "spread": None,
            "best": None,
            "distribution": [],
        },
    }


def test_my_ranked_game_is_shown_to_me_only(owner: Person, friend: Person, anybody: Caller) -> None:
    game = owner.play_rows(owner.start_daily(), leave=19)
    assert ok(owner.get(f"/days/{TODAY}"))["my_game"] == {
        "id": game["id"],
        "rules": "maxi",
        "house_rules": {},
        "mode": "daily",
        "day": "2026-12-01",
        "ranked": True,
        "status": "playing",
        "ply": 1,
        "total": game["total"],
        "opponent": None,
        "started_at": "2026-12-01T12:00:00Z",
        "finished_at": None,
    }
    for other in (friend, anybody):
        assert ok(other.get(f"/days/{TODAY}")) == OPEN_DAY


def test_another_game_on_the_days_dice_is_not_my_game_of_the_day(owner: Person) -> None:
    ranked = owner.play_rows(owner.start_daily())
    owner.start_solo(day="2026-12-01")
    assert ok(owner.get(f"/days/{TODAY}"))["my_game"]["id"] == ranked["id"]


def test_an_unfinished_game_of_an_ended_day_is_expired(
    owner: Person, clock: time_machine.Traveller
) -> None:
    owner.start_daily()
    clock.move_to(CLOSES)
    assert ok(owner.get(f"/days/{TODAY}"))["my_game"]["status"] == "expired"


@pytest.mark.parametrize(
    "date",
    [
        *["2026-11-30", "2026-11-01", "2027-01-12", "1970-01-01", "0001-01-01", "9999-12-31"],
        *["2026-02-30", "2026-13-01", "0000-00-00", "2026-1-1", "20261201", "2026-12-01T00:00"],
        *["٢٠٢٦-١٢-٠١", "tomorrow", "2026-12-01%00"],
    ],
)
def test_other_dates_are_no_days(anybody: Caller, date: str) -> None:
    with nothing_changes():
        refused(anybody.get(f"/days/{date}"), 404, "not_found")


# --- Today -----------------------------------------------------------------------------------


def test_today_is_that_of_utc_for_those_who_tell_no_zone(anybody: Caller) -> None:
    assert ok(anybody.get("/days/today")) == OPEN_DAY


@pytest.mark.parametrize(
    ("zone", "date"),
    [("Pacific/Auckland", "2026-12-02"), ("Etc/GMT+12", "2026-12-01"), ("UTC", "2026-12-01")],
)
def test_today_is_that_of_the_zone_that_is_told(anybody: Caller, zone: str, date: str) -> None:
    assert ok(anybody.get("/days/today", time_zone=zone))["date"] == date


def test_today_is_that_of_the_players_zone_whatever_is_told(owner: Person) -> None:
    ok(owner.patch("/me", {"time_zone": "Pacific/Auckland"}))
    assert ok(owner.get("/days/today"))["date"] == "2026-12-02"
    assert ok(owner.get("/days/today", time_zone="UTC"))["date"] == "2026-12-02"


@pytest.mark.parametrize("who", ["anybody", "owner"])
@pytest.mark.parametrize("zone", ["", "Mars", "localtime", "../UTC", "x" * 65, "\x00", "utc"])
def test_a_zone_that_does_not_exist_is_refused(
    request: pytest.FixtureRequest, who: str, zone: str
) -> None:
    caller: Caller = request.getfixturevalue(who)
    problem = refused(caller.get("/days/today", time_zone=zone), 400, "invalid")
    assert list(problem["errors"]) == ["time_zone"]


# --- A span of days --------------------------------------------------------------------------


def test_days_between_two_dates_come_in_order(owner: Person, today: Day) -> None:
    game = owner.start_daily()
    days = ok(owner.get("/days", **{"from": "2026-11-20", "to": "2026-12-03"}))["days"]
    assert [day["date"] for day in days] == ["2026-12-01", "2026-12-02", "2026-12-03"]
    assert [day["status"] for day in days] == ["open", "open", "upcoming"]
    assert [day["my_game"] and day["my_game"]["id"] for day in days] == [game["id"], None, None]


def test_one_day_is_a_span(anybody: Caller, today: Day) -> None:
    days = ok(anybody.get("/days", **{"from": "2026-12-01", "to": "2026-12-01"}))["days"]
    assert days == [OPEN_DAY]


def test_a_list_makes_no_days(anybody: Caller) -> None:
    with nothing_changes():
        assert ok(anybody.get("/days", **{"from": "2026-12-01", "to": "2026-12-31"})) == {
            "days": []
        }


def test_sixty_two_days_can_be_asked_for_at_once(anybody: Caller) -> None:
    ok(anybody.get("/days", **{"from": "2026-12-01", "to": "2027-01-31"}))
    problem = refused(
        anybody.get("/days", **{"from": "2026-12-01", "to": "2027-02-01"}), 400, "invalid"
    )
    assert problem["errors"] == {"to": ["At most 62 days at a time."]}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "from"),
        ({"from": "2026-12-01"}, "to"),
        ({"to": "2026-12-01"}, "from"),
        ({"from": "2026-12-02", "to": "2026-12-01"}, "to"),
        ({"from": "2026-02-30", "to": "2026-12-01"}, "from"),
        ({"from": "2026-12-01", "to": ""}, "to"),
        ({"from": "20261201", "to": "20261202"}, "from"),
        ({"from": "2026-12-01\x00", "to": "2026-12-01"}, "from"),
        ({"from": "2026-W49-2", "to": "2026-12-01"}, "from"),
        ({"from": "0001-01-01", "to": "9999-12-31"}, "to"),
    ],
)
def test_a_span_that_is_none_is_refused(anybody: Caller, query: Json, field: str) -> None:
    problem = refused(anybody.get("/days", **query), 400, "invalid")
    assert list(problem["errors"]) == [field]
