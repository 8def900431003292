"""Windows of dates, and whose today is which date."""

import datetime
from datetime import UTC
from zoneinfo import ZoneInfo

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings

from challenges.services.days import (
    earliest_open_date,
    find_zone,
    latest_open_date,
    today_in,
    window_of,
)
from tests.cast import CLOSES, MICROSECOND, NOON, ONE_DAY, OPENS, TODAY

FIXED = hypothesis_settings(derandomize=True, deadline=None, database=None)


def in_one_zone(settings: Settings, zone: str) -> None:
    settings.FIRST_ZONE = settings.LAST_ZONE = zone


def utc(text: str) -> datetime.datetime:
    return datetime.datetime.fromisoformat(text).replace(tzinfo=UTC)


# --- Windows ---------------------------------------------------------------------------------


def test_a_date_is_open_for_fifty_hours() -> None:
    opens_at, closes_at = window_of(TODAY)
    assert (opens_at, closes_at) == (OPENS, CLOSES)
    assert closes_at - opens_at == datetime.timedelta(hours=50)


def test_windows_cross_the_end_of_a_month_and_of_february_in_a_leap_year() -> None:
    assert window_of(datetime.date(2027, 12, 31)) == (
        utc("2027-12-30T10:00"),
        utc("2028-01-01T12:00"),
    )
    assert window_of(datetime.date(2028, 2, 29)) == (
        utc("2028-02-28T10:00"),
        utc("2028-03-01T12:00"),
    )


def test_with_both_zones_the_same_a_date_is_open_from_midnight_to_midnight(
    settings: Settings,
) -> None:
    in_one_zone(settings, "Europe/Stockholm")
    assert window_of(TODAY) == (utc("2026-11-30T23:00"), utc("2026-12-01T23:00"))


@pytest.mark.parametrize(
    ("zone", "date", "opens_at", "closes_at"),
    [
        # Clocks go from 00:00 to 01:00: this date's midnight does not exist.
        ("Africa/Cairo", "2026-04-24", "2026-04-23T22:00", "2026-04-24T21:00"),
        ("America/Santiago", "2026-09-06", "2026-09-06T04:00", "2026-09-07T03:00"),
        # At 24:00 they go back to 23:00: the date has 25 hours.
        ("Africa/Cairo", "2026-10-29", "2026-10-28T21:00", "2026-10-29T22:00"),
        ("America/Santiago", "2026-04-04", "2026-04-04T03:00", "2026-04-05T04:00"),
        # At 01:00 they go back to 00:00: midnight comes twice, and the first one counts.
        ("America/Havana", "2026-11-01", "2026-11-01T04:00", "2026-11-02T05:00"),
        ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00", "2026-03-29T22:00"),
    ],
)
def test_a_date_on_which_clocks_change_has_its_own_length(
    settings: Settings, zone: str, date: str, opens_at: str, closes_at: str
) -> None:
    in_one_zone(settings, zone)
    assert window_of(datetime.date.fromisoformat(date)) == (utc(opens_at), utc(closes_at))


@hypothesis_settings(FIXED, max_examples=300)
@given(
    zone=st.timezone_keys(allow_prefix=False).filter(lambda name: find_zone(name) is not None),
    date=st.dates(datetime.date(2026, 1, 1), datetime.date(2030, 12, 31)),
)
def test_in_every_zone_a_date_is_open_exactly_while_it_is_today_there(
    zone: str, date: datetime.date
) -> None:
    with override_settings(FIRST_ZONE=zone, LAST_ZONE=zone):
        opens_at, closes_at = window_of(date)
        for moment in (opens_at, closes_at - MICROSECOND):
            assert today_in(ZoneInfo("UTC"), moment) == date
        assert today_in(ZoneInfo("UTC"), opens_at - MICROSECOND) == date - ONE_DAY
        assert today_in(ZoneInfo("UTC"), closes_at) == date + ONE_DAY
        assert window_of(date + ONE_DAY)[0] == closes_at


@hypothesis_settings(FIXED, max_examples=200)
@given(moment=st.datetimes(utc("2026-01-01").replace(tzinfo=None), timezones=st.just(UTC)))
def test_the_open_dates_are_those_between_the_first_and_the_last_zone(
    moment: datetime.datetime,
) -> None:
    near = [moment.date() + number * ONE_DAY for number in range(-4, 5)]
    is_open = [date for date in near if window_of(date)[0] <= moment < window_of(date)[1]]
    assert is_open[0] == earliest_open_date(moment)
    assert is_open[-1] == latest_open_date(moment)


# --- Zones -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["UTC", "Europe/Stockholm", "America/Argentina/Buenos_Aires"])
def test_zones_are_known_by_their_iana_names(name: str) -> None:
    assert find_zone(name) == ZoneInfo(name)


@pytest.mark.parametrize(
    "name",
    [
        *["", "Mars/Olympus", "europe/stockholm", "../UTC", "/etc/passwd", "UTC\x00", "UTC+2"],
        # In the database of zones, but no places.
        *["localtime", "Factory", "posixrules"],
    ],
)
def test_other_texts_are_no_zones(name: str) -> None:
    assert find_zone(name) is None


# --- Today -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zone", "today"),
    [
        ("Pacific/Kiritimati", "2026-12-02"),
        ("Pacific/Auckland", "2026-12-02"),
        ("Asia/Tokyo", "2026-12-01"),
        ("UTC", "2026-12-01"),
        ("America/Los_Angeles", "2026-12-01"),
        ("Pacific/Pago_Pago", "2026-12-01"),
        ("Etc/GMT+12", "2026-12-01"),
    ],
)
def test_today_is_the_date_in_the_zone(zone: str, today: str) -> None:
    assert today_in(ZoneInfo(zone), NOON) == datetime.date.fromisoformat(today)


def test_today_turns_at_midnight_of_the_zone() -> None:
    zone = ZoneInfo("Asia/Kathmandu")  # UTC+5:45
    midnight = utc("2026-12-01T18:15")
    assert today_in(zone, midnight - MICROSECOND) == TODAY
    assert today_in(zone, midnight) == TODAY + ONE_DAY


def test_with_both_zones_the_same_today_is_that_zones_date_for_everybody(
    settings: Settings,
) -> None:
    in_one_zone(settings, "Europe/Stockholm")
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12", "UTC"):
        assert today_in(ZoneInfo(zone), NOON) == TODAY
        assert today_in(ZoneInfo(zone), utc("2026-12-01T22:59")) == TODAY
        assert today_in(ZoneInfo(zone), utc("2026-12-01T23:00")) == TODAY + ONE_DAY


def test_today_is_held_between_the_two_zones(settings: Settings) -> None:
    settings.FIRST_ZONE, settings.LAST_ZONE = "Europe/Stockholm", "Atlantic/Azores"
    half_past_eleven = utc("2026-12-01T23:30")  # 00:30 in Stockholm, 22:30 on the Azores
    dates = {
        zone: today_in(ZoneInfo(zone), half_past_eleven)
        for zone in ("Pacific/Kiritimati", "Europe/Stockholm", "UTC", "Pacific/Honolulu")
    }
    assert dates == {
        "Pacific/Kiritimati": TODAY + ONE_DAY,
        "Europe/Stockholm": TODAY + ONE_DAY,
        "UTC": TODAY,
        "Pacific/Honolulu": TODAY,
    }
    assert today_in(ZoneInfo("Pacific/Honolulu"), utc("2026-12-02T00:30")) == TODAY
    assert today_in(ZoneInfo("Pacific/Honolulu"), utc("2026-12-02T01:00")) == TODAY + ONE_DAY
