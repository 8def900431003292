"""GET /advent/{year}: 24 doors, for me and now."""

import pytest
import time_machine

from challenges.models import Player
from challenges.services.excuses import excuse_day
from tests.cast import CLOSES, NOON, ONE_DAY, TODAY, Caller, Json, Person, ok, refused
from tests.leaderboards.results import finish, make_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("days_ahead")]


def door(caller: Caller, number: int, **query: str) -> Json:
    found: Json = ok(caller.get("/advent/2026", **query))["doors"][number - 1]
    return found


def states(caller: Caller, **query: str) -> str:
    """A letter a door."""
    return "".join(one["state"][0] for one in ok(caller.get("/advent/2026", **query))["doors"])


def test_on_the_first_day_one_door_is_open(owner: Person, anybody: Caller) -> None:
    for caller in (owner, anybody):
        assert states(caller) == "o" + 23 * "l"
    found = ok(anybody.get("/advent/2026"))
    assert (found["year"], found["played"], found["total"], len(found["doors"])) == (2026, 0, 0, 24)
    assert found["complete"] is False
    assert found["doors"][0] == {
        "door": 1,
        "date": "2026-12-01",
        "state": "open",
        "game": None,
        "total": None,
        "late_game": None,
        "late_total": None,
        "can_be_opened_late": False,
        "opens_late_at": None,
        "excused": False,
    }


def test_which_door_is_open_goes_by_the_readers_zone(anybody: Caller, owner: Person) -> None:
    assert states(anybody, time_zone="Pacific/Kiritimati") == "mo" + 22 * "l"
    ok(owner.patch("/me", {"time_zone": "Pacific/Kiritimati"}))
    assert states(owner) == "mo" + 22 * "l"


def test_a_door_played_on_its_day_is_told_with_its_total(owner: Person) -> None:
    game = owner.play_rows(owner.start_daily())
    found = door(owner, 1)
    assert (found["state"], found["game"], found["total"]) == ("played", game["id"], game["total"])
    calendar = ok(owner.get("/advent/2026"))
    assert (calendar["played"], calendar["total"]) == (1, game["total"])


def test_a_started_door_stays_open_until_its_day_closes(
    owner: Person, clock: time_machine.Traveller
) -> None:
    game = owner.start_daily()
    clock.move_to(CLOSES - ONE_DAY / 24)
    assert door(owner, 1)["state"] == "open"
    assert door(owner, 1)["game"] == game["id"]
    clock.move_to(CLOSES)
    assert door(owner, 1)["state"] == "missed"


def test_a_missed_door_is_opened_late_once_its_day_is_closed_and_stays_missed(
    owner: Person, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON + ONE_DAY / 2)
    assert (door(owner, 1)["state"], door(owner, 1)["can_be_opened_late"]) == ("missed", False)
    clock.move_to(CLOSES)
    assert (door(owner, 1)["state"], door(owner, 1)["can_be_opened_late"]) == ("missed", True)
    late = owner.play_rows(owner.start_solo(day="2026-12-01"))
    found = door(owner, 1)
    assert (found["state"], found["game"], found["total"]) == ("missed", None, None)
    assert (found["late_game"], found["late_total"]) == (late["id"], late["total"])
    assert ok(owner.get("/advent/2026"))["total"] == 0
    assert ok(owner.get("/leaderboards/advent", period="2026"))["me"] is None


def test_a_missed_door_tells_from_when_on_it_opens_late(
    owner: Person, clock: time_machine.Traveller
) -> None:
    assert {one["opens_late_at"] for one in ok(owner.get("/advent/2026"))["doors"]} == {None}
    clock.move_to(CLOSES - ONE_DAY / 24)
    found = [one["opens_late_at"] for one in ok(owner.get("/advent/2026"))["doors"]]
    assert found == ["2026-12-02T12:00:00Z"] + 23 * [None]
    clock.move_to(CLOSES)
    assert door(owner, 1)["opens_late_at"] is None


def test_a_door_of_a_year_without_days_never_opens_late(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON.replace(year=2028, month=6))
    for one in ok(anybody.get("/advent/2027"))["doors"]:
        told = (one["state"], one["can_be_opened_late"], one["opens_late_at"], one["excused"])
        assert told == ("missed", False, None, False)


def test_excused_doors_are_told_in_every_state(
    owner: Person, clock: time_machine.Traveller
) -> None:
    for number in (1, 2, 24):
        excuse_day(operator=None, date=TODAY.replace(day=number))
    owner.play_rows(owner.start_daily())
    for moment, expected in ((NOON, "pll"), (NOON + ONE_DAY, "pol"), (CLOSES + ONE_DAY, "pml")):
        clock.move_to(moment)
        excused = [one for one in ok(owner.get("/advent/2026"))["doors"] if one["excused"]]
        assert [one["door"] for one in excused] == [1, 2, 24]
        assert "".join(one["state"][0] for one in excused) == expected


def test_a_calendar_is_complete_without_its_excused_doors(
    owner: Person, clock: time_machine.Traveller
) -> None:
    for number in range(24):
        if number != 6:
            finish(owner.now(), TODAY + number * ONE_DAY, 100)
    clock.move_to(NOON.replace(year=2027, month=6))
    assert ok(owner.get("/advent/2026"))["complete"] is False
    excuse_day(operator=None, date=TODAY + 6 * ONE_DAY)
    calendar = ok(owner.get("/advent/2026"))
    assert (calendar["complete"], calendar["played"]) == (True, 23)


def test_the_board_of_the_year_is_the_sum_of_the_doors(anybody: Caller) -> None:
    player = make_player("Anna")
    finish(player, TODAY - ONE_DAY, 649)
    for number in range(3):
        finish(player, TODAY + number * ONE_DAY, 100 + number)
    finish(player, TODAY.replace(day=24), 7)
    finish(player, TODAY.replace(day=25), 640)
    rows = ok(anybody.get("/leaderboards/advent", period="2026"))["rows"]
    assert [row["value"] for row in rows] == [310]


@pytest.mark.parametrize("year", ["2025", "2028", "0000", "9999"])
def test_there_is_no_calendar_before_the_first_or_far_ahead(anybody: Caller, year: str) -> None:
    refused(anybody.get(f"/advent/{year}"), 404, "not_found")


def test_next_years_calendar_is_locked(anybody: Caller) -> None:
    assert {one["state"] for one in ok(anybody.get("/advent/2027"))["doors"]} == {"locked"}


def test_whoever_played_all_doors_keeps_the_christmas_die(
    owner: Person, clock: time_machine.Traveller
) -> None:
    for number in range(24):
        finish(owner.now(), TODAY + number * ONE_DAY, 100)
    clock.move_to(NOON.replace(year=2027, month=6))
    Player.objects.filter(pk=owner.player.pk).update(die="christmas")
    assert ok(owner.get("/me"))["die"] == "christmas"
