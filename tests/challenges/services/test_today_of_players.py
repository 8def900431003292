"""The today of a player who changes the time zone: it never goes back."""

import datetime

import pytest
import time_machine
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from challenges.services.days import today_of, window_of
from challenges.services.players import update_profile
from config import clock as service_clock
from tests.cast import NOON, ONE_DAY, TODAY, Person, make_person

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)
ZONES = [
    "Pacific/Kiritimati",  # UTC+14
    "Pacific/Chatham",  # +13:45
    "Pacific/Auckland",
    "Asia/Kathmandu",
    "Africa/Cairo",
    "UTC",
    "America/Santiago",
    "Pacific/Pago_Pago",
    "Etc/GMT+12",
]


def move_to(person: Person, zone: str) -> datetime.date:
    """The player's today after the change."""
    player = update_profile(player=person.player, changes={"time_zone": zone})
    return today_of(player, service_clock.now())


def test_going_west_keeps_today_until_the_new_zone_has_reached_it(
    owner: Person, clock: time_machine.Traveller
) -> None:
    assert move_to(owner, "Pacific/Kiritimati") == TODAY + ONE_DAY
    assert move_to(owner, "Pacific/Honolulu") == TODAY + ONE_DAY
    clock.move_to("2026-12-02T09:59Z")  # one minute to midnight in Honolulu
    assert today_of(owner.now(), service_clock.now()) == TODAY + ONE_DAY
    # From here on 2 December is today in Honolulu too; the 3rd begins there a day later.
    clock.move_to("2026-12-03T09:59Z")
    assert today_of(owner.now(), service_clock.now()) == TODAY + ONE_DAY
    clock.move_to("2026-12-03T10:00Z")
    assert today_of(owner.now(), service_clock.now()) == TODAY + 2 * ONE_DAY


def test_going_east_moves_today_at_once(owner: Person) -> None:
    assert move_to(owner, "Etc/GMT+12") == TODAY
    assert move_to(owner, "Pacific/Kiritimati") == TODAY + ONE_DAY


def test_a_change_that_keeps_the_date_changes_nothing(
    owner: Person, clock: time_machine.Traveller
) -> None:
    assert move_to(owner, "Europe/Stockholm") == TODAY
    clock.move_to("2026-12-01T23:00Z")
    assert today_of(owner.now(), service_clock.now()) == TODAY + ONE_DAY


def test_going_around_and_around_gains_no_date(owner: Person) -> None:
    found = [move_to(owner, zone) for zone in ["Pacific/Kiritimati", "Etc/GMT+12"] * 5]
    assert found == [TODAY + ONE_DAY] * 10


def test_the_old_zone_counts_until_its_next_midnight_where_today_would_go_back(
    owner: Person, clock: time_machine.Traveller
) -> None:
    move_to(owner, "Pacific/Auckland")  # 01:00 on the 2nd
    move_to(owner, "Europe/London")  # noon on the 1st
    clock.move_to("2026-12-02T10:59:59Z")  # the end of the 2nd in Auckland
    assert today_of(owner.now(), service_clock.now()) == TODAY + ONE_DAY
    clock.move_to("2026-12-02T11:00Z")  # the 2nd in London, so today stands
    assert today_of(owner.now(), service_clock.now()) == TODAY + ONE_DAY


@hypothesis_settings(derandomize=True, deadline=None, database=None, max_examples=60)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from([None, *ZONES]), st.integers(0, 40)), min_size=1, max_size=12
    ),
    start=st.integers(0, 24 * 365),
)
def test_today_is_an_open_date_and_never_goes_back(
    steps: list[tuple[str | None, int]], start: int
) -> None:
    moment = NOON + start * HOUR
    with time_machine.travel(moment, tick=False) as clock:
        person = make_person("Traveller")
        last = today_of(person.player, moment)
        for zone, hours in steps:
            moment += hours * HOUR
            clock.move_to(moment)
            if zone is not None:
                move_to(person, zone)
            today = today_of(person.now(), moment)
            opens_at, closes_at = window_of(today)
            assert opens_at <= moment < closes_at
            assert today >= last
            last = today


def test_a_zone_that_is_no_longer_known_counts_as_utc(
    owner: Person, clock: time_machine.Traveller
) -> None:
    owner.player.time_zone = "Europe/Atlantis"

    assert today_of(owner.player, service_clock.now()) == TODAY
