"""The streak in GET /me: right at the moment it is asked for, whatever job has run."""

import pytest
import time_machine

from challenges.services.excuses import excuse_day
from tests.cast import CLOSES, NOON, ONE_DAY, TODAY, Json, Person, ok
from tests.leaderboards.results import finish

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def streak(person: Person) -> Json:
    found: Json = ok(person.get("/me"))["streak"]
    return found


LOST = {"days": 0, "longest": 0, "state": "lost", "ends_at": None}


def test_todays_game_makes_a_streak_that_lives_until_the_end_of_tomorrow(owner: Person) -> None:
    assert streak(owner) == LOST
    owner.play_rows(owner.start_daily())
    assert streak(owner) == {
        "days": 1,
        "longest": 1,
        "state": "alive",
        "ends_at": "2026-12-03T00:00:00Z",
    }


def test_its_end_is_a_midnight_of_the_player(owner: Person) -> None:
    ok(owner.patch("/me", {"time_zone": "America/New_York"}))
    owner.play_rows(owner.start_daily())
    assert streak(owner)["ends_at"] == "2026-12-03T05:00:00Z"


def test_it_is_at_risk_until_today_is_played(owner: Person, clock: time_machine.Traveller) -> None:
    finish(owner.now(), TODAY, 0)
    clock.move_to(NOON + ONE_DAY)
    assert streak(owner) == {
        "days": 1,
        "longest": 1,
        "state": "at_risk",
        "ends_at": "2026-12-03T00:00:00Z",
    }
    game = owner.start_daily(TODAY + ONE_DAY)
    # Once it is started, it can be finished until its day closes.
    assert streak(owner)["ends_at"] == "2026-12-03T12:00:00Z"
    assert streak(owner)["state"] == "at_risk"
    owner.play_rows(game)
    assert streak(owner)["days"] == 2
    assert streak(owner)["state"] == "alive"


def test_yesterdays_started_game_can_still_save_it(
    owner: Person, clock: time_machine.Traveller
) -> None:
    finish(owner.now(), TODAY - ONE_DAY, 200)
    game = owner.start_daily()
    clock.move_to(NOON + ONE_DAY - ONE_DAY / 24)
    assert streak(owner) == {
        "days": 1,
        "longest": 1,
        "state": "at_risk",
        "ends_at": "2026-12-02T12:00:00Z",
    }
    clock.move_to(CLOSES)
    assert streak(owner) == LOST | {"longest": 1}
    assert game["status"] == "playing"


def test_it_is_lost_when_a_date_has_passed(owner: Person, clock: time_machine.Traveller) -> None:
    for number in range(3):
        finish(owner.now(), TODAY - number * ONE_DAY, 200)
    clock.move_to(NOON + 2 * ONE_DAY)
    assert streak(owner) == {"days": 0, "longest": 3, "state": "lost", "ends_at": None}


def test_a_day_that_is_excused_is_stepped_over(
    owner: Person, clock: time_machine.Traveller
) -> None:
    finish(owner.now(), TODAY, 200)
    clock.move_to(NOON + 2 * ONE_DAY)
    assert streak(owner)["state"] == "lost"
    excuse_day(operator=None, date=TODAY + ONE_DAY)
    assert streak(owner)["state"] == "at_risk"
    finish(owner.now(), TODAY + 2 * ONE_DAY, 200)
    assert (streak(owner)["days"], streak(owner)["state"]) == (2, "alive")


def test_a_flight_over_the_date_line_loses_none(
    owner: Person, clock: time_machine.Traveller
) -> None:
    """To the west the date does not go back; to the east a started game can be finished late."""
    ok(owner.patch("/me", {"time_zone": "Pacific/Auckland"}))  # it is 2 December there
    finish(owner.now(), TODAY, 200)
    owner.play_rows(owner.start_daily(TODAY + ONE_DAY))
    ok(owner.patch("/me", {"time_zone": "Pacific/Honolulu"}))
    assert (streak(owner)["days"], streak(owner)["state"]) == (2, "alive")


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
def test_nights_of_23_and_25_hours_are_nights(
    owner: Person, clock: time_machine.Traveller, zone: str
) -> None:
    """Clocks change on 28 March 2027 in Berlin, on 14 March in New York."""
    ok(owner.patch("/me", {"time_zone": zone}))
    start = TODAY.replace(year=2027, month=3, day=10)
    for number in range(22):
        finish(owner.now(), start + number * ONE_DAY, 200)
    clock.move_to(NOON.replace(year=2027, month=3, day=31))
    assert (streak(owner)["days"], streak(owner)["state"]) == (22, "alive")
