"""Days: which date is whose today, when a date is open, and the chain of commitments."""

import datetime
import logging
from collections.abc import Iterable
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.db import IntegrityError, transaction

from challenges.engine.dice import CHAIN_START, chain_hash, daily_label
from challenges.models import Day, Player
from challenges.querysets import days
from challenges.services.seeds import current_key_id, derive_seed, seed_of_day
from config import clock

logger = logging.getLogger(__name__)

ONE_DAY = datetime.timedelta(days=1)
MOST_DAYS_IN_ANSWER = 62


# --- Dates and moments -----------------------------------------------------------------------


def window_of(date: datetime.date) -> tuple[datetime.datetime, datetime.datetime]:
    """When a date opens, at its first midnight on Earth, and closes, at its last one; in UTC."""
    return (
        _midnight(date, ZoneInfo(settings.FIRST_ZONE)),
        _midnight(date + ONE_DAY, ZoneInfo(settings.LAST_ZONE)),
    )


def _midnight(date: datetime.date, zone: ZoneInfo) -> datetime.datetime:
    local = datetime.datetime.combine(date, datetime.time.min, tzinfo=zone)
    return local.astimezone(datetime.UTC)


def find_zone(name: str) -> ZoneInfo | None:
    """The zone of an IANA name; None if there is no such zone here."""
    return ZoneInfo(name) if name in _zone_names() else None


@cache
def _zone_names() -> frozenset[str]:
    # Two files of the database that are no places: one means "not set", one this machine's zone.
    return frozenset(available_timezones()) - {"Factory", "localtime"}


def date_in(zone: ZoneInfo, moment: datetime.datetime) -> datetime.date:
    return moment.astimezone(zone).date()


def earliest_open_date(moment: datetime.datetime) -> datetime.date:
    return date_in(ZoneInfo(settings.LAST_ZONE), moment)


def latest_open_date(moment: datetime.datetime) -> datetime.date:
    return date_in(ZoneInfo(settings.FIRST_ZONE), moment)


def today_in(zone: ZoneInfo, moment: datetime.datetime) -> datetime.date:
    """The zone's date, held between the two zone settings: with both the same it is theirs."""
    local = date_in(zone, moment)
    return min(max(local, earliest_open_date(moment)), latest_open_date(moment))


def today_of(player: Player, moment: datetime.datetime) -> datetime.date:
    """The date whose ranked game the player may start; it never goes back."""
    today = today_in(player.zone, moment)
    return max(today, player.earliest_today) if player.earliest_today else today


def end_of_today(zone: ZoneInfo, today: datetime.date) -> datetime.datetime:
    """When the date after a reader's today begins for them."""
    tomorrow = today + ONE_DAY
    first, last = ZoneInfo(settings.FIRST_ZONE), ZoneInfo(settings.LAST_ZONE)
    return max(
        _midnight(tomorrow, first), min(_midnight(tomorrow, zone), _midnight(tomorrow, last))
    )


# --- The chain -------------------------------------------------------------------------------


def find_day(date: datetime.date) -> Day | None:
    """The day, with its look back; made on demand where it is missing and still to be played.

    None for a date too far ahead and for a past one that never was: committing to dice that
    could have been played already would prove nothing.
    """
    found = days().with_look_back().filter(date=date)
    day = found.first()
    if day is not None:
        return day
    moment = clock.now()
    if not earliest_open_date(moment) <= date <= _last_date_to_make(moment):
        return None
    make_days()
    return found.all().first()


def make_days(*, ahead: int | None = None) -> list[Day]:
    """Append every date from the first open one that is missing; those made.

    Up to so many ahead of the last open one, DAYS_AHEAD by itself.

    Safe to run at once with others: positions are unique, so of two that append to the same end
    of the chain one fails whole, and looks again.
    """
    while True:
        try:
            with transaction.atomic():
                return _append(missing_dates(ahead))
        except IntegrityError:
            if not missing_dates(ahead):
                return []


def missing_dates(ahead: int | None = None) -> list[datetime.date]:
    """The dates that should have a day by now and have none, in order."""
    moment = clock.now()
    first, last = earliest_open_date(moment), _last_date_to_make(moment, ahead)
    there = set(days().between(first, last).values_list("date", flat=True))
    span = (first + number * ONE_DAY for number in range((last - first).days + 1))
    return [date for date in span if date not in there]


def _last_date_to_make(moment: datetime.datetime, ahead: int | None = None) -> datetime.date:
    number: int = settings.DAYS_AHEAD if ahead is None else ahead
    return latest_open_date(moment) + number * ONE_DAY


def _append(dates: Iterable[datetime.date]) -> list[Day]:
    end = days().order_by("-position").values("position", "chain_hash").first()
    position, chain = (end["position"], end["chain_hash"]) if end else (0, CHAIN_START)
    made = []
    for date in dates:
        key_id = current_key_id()
        commitment = derive_seed(key_id=key_id, label=daily_label(date)).commitment
        position, chain = position + 1, chain_hash(chain, date, commitment)
        opens_at, closes_at = window_of(date)
        made.append(
            Day(
                date=date,
                position=position,
                key_id=key_id,
                commitment=commitment,
                chain_hash=chain,
                opens_at=opens_at,
                closes_at=closes_at,
            )
        )
    return Day.objects.bulk_create(made)


# --- Closing ---------------------------------------------------------------------------------


def check_dice(day: Day) -> None:
    """Whether the day's key still gives the seed it is committed to. Raises DiceUnavailable."""
    seed_of_day(day, daily_label(day.date))


def publish_seed(*, day: Day, moment: datetime.datetime) -> None:
    """Give a locked day its seed, once it has ended. Raises DiceUnavailable, publishing nothing."""
    seed = seed_of_day(day, daily_label(day.date))
    day.seed, day.closed_at = seed.hex(), moment
    day.save(update_fields=["seed", "closed_at"])
