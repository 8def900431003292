"""The chain of commitments: what is appended when, by one and by many at once."""

import datetime

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day
from challenges.services.days import find_day, make_days
from config.secrets import parse_seed_keys
from tests.cast import NOON, ONE_DAY, SEED_KEYS, TODAY, at_once, nothing_changes
from tests.challenges.services import recomputed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

LAST = datetime.date(2027, 1, 11)  # forty days after 2 December, which has begun in UTC+14


def dates(first: datetime.date, last: datetime.date) -> list[datetime.date]:
    return [first + number * ONE_DAY for number in range((last - first).days + 1)]


def assert_is_a_chain(expected: list[datetime.date]) -> None:
    """These dates in this order, each entry as it follows from the keys and the one before."""
    days = list(Day.objects.order_by("position"))
    assert [day.date for day in days] == expected
    assert [day.position for day in days] == list(range(1, len(days) + 1))
    seeds = [recomputed.seed_of_day(day.date, day.key_id) for day in days]
    assert [day.commitment for day in days] == list(map(recomputed.commitment_of, seeds))
    entries = [(day.date, day.commitment) for day in days]
    assert [day.chain_hash for day in days] == recomputed.chain_hashes(entries)


def test_all_open_dates_and_forty_days_ahead_are_made() -> None:
    made = make_days()
    assert [day.date for day in made] == dates(TODAY, LAST)
    assert_is_a_chain(dates(TODAY, LAST))


def test_a_day_has_its_window_and_a_commitment_and_no_seed(clock: time_machine.Traveller) -> None:
    make_days()
    assert Day.objects.filter(date=TODAY).values().get() == {
        "date": TODAY,
        "position": 1,
        "key_id": "first",
        "commitment": recomputed.commitment_of(recomputed.seed_of("daily:2026-12-01")),
        "chain_hash": recomputed.chain_hashes(
            [(TODAY, recomputed.commitment_of(recomputed.seed_of("daily:2026-12-01")))]
        )[0],
        "opens_at": NOON - datetime.timedelta(hours=26),
        "closes_at": NOON + ONE_DAY,
        "closed_at": None,
        "seed": None,
        "excused_at": None,
    }


def test_making_them_again_makes_none() -> None:
    make_days()
    with nothing_changes():
        assert make_days() == []


def test_every_day_appends_one(clock: time_machine.Traveller) -> None:
    make_days()
    clock.move_to(NOON + ONE_DAY)
    assert [day.date for day in make_days()] == [LAST + ONE_DAY]
    assert_is_a_chain(dates(TODAY, LAST + ONE_DAY))


def test_dates_that_passed_while_nobody_made_them_are_never_made(
    clock: time_machine.Traveller,
) -> None:
    make_days()
    clock.move_to("2027-03-01T12:00Z")
    made = make_days()
    assert made[0].date == datetime.date(2027, 3, 1)
    assert_is_a_chain(
        dates(TODAY, LAST) + dates(datetime.date(2027, 3, 1), datetime.date(2027, 4, 11))
    )


def test_a_gap_is_filled_at_the_end_of_the_chain(clock: time_machine.Traveller) -> None:
    # A machine whose clock is a month ahead makes January before December.
    clock.move_to("2027-01-01T12:00Z")
    ahead = dates(datetime.date(2027, 1, 1), datetime.date(2027, 2, 11))
    assert [day.date for day in make_days()] == ahead
    clock.move_to(NOON)
    before = list(Day.objects.values())
    assert [day.date for day in make_days()] == dates(TODAY, datetime.date(2026, 12, 31))
    assert list(Day.objects.filter(position__lte=len(ahead)).values()) == before
    assert_is_a_chain(ahead + dates(TODAY, datetime.date(2026, 12, 31)))


def test_a_new_current_key_commits_to_new_days_and_leaves_the_others(
    settings: Settings, clock: time_machine.Traveller
) -> None:
    make_days()
    before = list(Day.objects.values())
    secret = "the-second-seed-key-of-the-tests-which-is-long-enough"
    settings.SEED_KEYS = parse_seed_keys(f"second:{secret},{SEED_KEYS}")
    clock.move_to(NOON + ONE_DAY)
    (made,) = make_days()
    assert made.key_id == "second"
    assert list(Day.objects.exclude(date=made.date).values()) == before


# --- On demand -------------------------------------------------------------------------------


def test_a_missing_day_is_made_with_all_the_others_when_it_is_asked_for() -> None:
    day = find_day(TODAY)
    assert day == Day.objects.get(date=TODAY)
    assert_is_a_chain(dates(TODAY, LAST))


def test_the_last_date_ahead_is_made_on_demand_and_the_next_one_is_not() -> None:
    with nothing_changes():
        assert find_day(LAST + ONE_DAY) is None
    assert find_day(LAST) is not None


def test_a_past_date_is_not_made() -> None:
    with nothing_changes():
        assert find_day(TODAY - ONE_DAY) is None


def test_a_past_day_is_found(clock: time_machine.Traveller) -> None:
    make_days()
    clock.move_to(NOON + 7 * ONE_DAY)
    with nothing_changes():
        day = find_day(TODAY)
    assert day is not None
    assert day.date == TODAY


@pytest.mark.parametrize("date", [datetime.date.min, datetime.date.max])
def test_the_ends_of_the_calendar_are_no_days(date: datetime.date) -> None:
    with nothing_changes():
        assert find_day(date) is None


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_make_one_chain() -> None:
    made = at_once([make_days] * 8)
    assert_is_a_chain(dates(TODAY, LAST))
    assert sorted(day.date for days in made for day in days) == dates(TODAY, LAST)


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_that_ask_for_a_missing_day_all_get_it() -> None:
    found = at_once([lambda: find_day(TODAY)] * 8)
    assert found == [Day.objects.get(date=TODAY)] * 8
    assert_is_a_chain(dates(TODAY, LAST))


@pytest.mark.django_db(transaction=True)
def test_eight_at_once_append_to_a_chain_that_is_there(clock: time_machine.Traveller) -> None:
    make_days()
    clock.move_to(NOON + 3 * ONE_DAY)
    at_once([make_days] * 8)
    assert_is_a_chain(dates(TODAY, LAST + 3 * ONE_DAY))
