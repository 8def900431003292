"""System checks of settings, so that a mistake is said at the start and not at midnight."""

from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.checks import CheckMessage, Error, register

from challenges.services.days import find_zone
from challenges.services.limits import Limit
from config import clock

LEAST_DAYS_AHEAD = 7


@register()
def zones_are_in_order(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    zones = {name: getattr(settings, name) for name in ("FIRST_ZONE", "LAST_ZONE")}
    unknown = [name for name, zone in zones.items() if find_zone(zone) is None]
    if unknown:
        return [
            Error(f"{name} is no IANA time zone: {zones[name]}", id="challenges.E001")
            for name in unknown
        ]
    moment = clock.now()
    first, last = (moment.astimezone(ZoneInfo(zone)).utcoffset() for zone in zones.values())
    if first is not None and last is not None and first < last:
        return [
            Error(
                "FIRST_ZONE must not be behind LAST_ZONE: days would close before they open",
                id="challenges.E002",
            )
        ]
    return []


@register()
def mails_can_link_to_the_site(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    parts = urlsplit(settings.SITE_URL)
    if parts.scheme in ("http", "https") and parts.netloc and not parts.query + parts.fragment:
        return []
    return [
        Error(
            f"SITE_URL must be like https://dice.example.org: {settings.SITE_URL}",
            id="challenges.E005",
        )
    ]


@register()
def limits_can_be_read(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    errors: list[CheckMessage] = []
    for name, text in settings.LIMITS.items():
        try:
            limit = Limit.named(name)
        except ValueError:
            limit = Limit(name, 0, 0)
        if limit.calls < 1 or limit.seconds < 1:
            errors.append(
                Error(f"The limit {name} must be calls/seconds: {text}", id="challenges.E003")
            )
    return errors


@register()
def days_are_committed_to_in_time(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    if settings.DAYS_AHEAD >= LEAST_DAYS_AHEAD:
        return []
    return [
        Error(
            f"DAYS_AHEAD must be at least {LEAST_DAYS_AHEAD}: commitments are public a week ahead",
            id="challenges.E004",
        )
    ]
