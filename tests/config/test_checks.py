"""Mistakes in settings that are said at the start."""

import pytest
from django.core.checks import run_checks
from pytest_django import Settings


def ids() -> list[str | None]:
    return [found.id for found in run_checks() if str(found.id).startswith("challenges.")]


def test_the_defaults_are_right() -> None:
    assert ids() == []


@pytest.mark.parametrize("name", ["FIRST_ZONE", "LAST_ZONE"])
@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "UTC+14", "localtime"])
def test_a_zone_that_does_not_exist(settings: Settings, name: str, zone: str) -> None:
    setattr(settings, name, zone)
    assert ids() == ["challenges.E001"]


def test_both_zones_that_do_not_exist(settings: Settings) -> None:
    settings.FIRST_ZONE = settings.LAST_ZONE = "Mars/Olympus"
    assert ids() == ["challenges.E001", "challenges.E001"]


@pytest.mark.parametrize(
    ("first", "last", "found"),
    [
        ("Europe/Stockholm", "Europe/Stockholm", []),
        ("Europe/Stockholm", "America/New_York", []),
        ("Etc/GMT+12", "Etc/GMT-14", ["challenges.E002"]),
        ("UTC", "Asia/Tokyo", ["challenges.E002"]),
    ],
)
def test_zones_in_the_wrong_order(
    settings: Settings, first: str, last: str, found: list[str]
) -> None:
    settings.FIRST_ZONE, settings.LAST_ZONE = first, last
    assert ids() == found


@pytest.mark.parametrize("text", ["", "5", "5/", "/60", "x/60", "0/60", "5/0", "-1/60", "5/60/1"])
def test_a_limit_that_cannot_be_read(settings: Settings, text: str) -> None:
    settings.LIMITS = settings.LIMITS | {"calls-of-player": text}
    assert ids() == ["challenges.E003"]


@pytest.mark.parametrize("url", ["", "dice.example.org", "ftp://dice.example.org", "https://"])
def test_a_site_that_no_mail_can_link_to(settings: Settings, url: str) -> None:
    settings.SITE_URL = url
    assert ids() == ["challenges.E005"]


@pytest.mark.parametrize(("ahead", "found"), [(7, []), (6, ["challenges.E004"])])
def test_commitments_that_would_be_published_too_late(
    settings: Settings, ahead: int, found: list[str]
) -> None:
    settings.DAYS_AHEAD = ahead
    assert ids() == found
