"""The advent calendar: December's days 1 to 24 as doors, for one reader."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from challenges.engine.dice import daily_label
from challenges.models import Day, Game, Player
from challenges.querysets import days, games
from challenges.services.days import find_day
from config.errors import NotFound
from leaderboards.ranking import ADVENT_DOORS, DECEMBER

FIRST_YEAR = 2026
"""Of the first calendar."""
NOVEMBER = DECEMBER - 1


class DoorState(StrEnum):
    LOCKED = "locked"
    """Its date is still to come for the reader."""
    OPEN = "open"
    """Its ranked game can be started or finished now."""
    PLAYED = "played"
    """Its ranked game was finished, on its day."""
    MISSED = "missed"
    """It was not; what is played on its dice afterwards does not change that."""


@dataclass(frozen=True, slots=True)
class Door:
    number: int
    date: datetime.date
    state: DoorState
    game: Game | None
    """The reader's ranked game."""
    late_game: Game | None
    """The best finished one, else the last one begun, that was played on its dice unranked."""
    can_be_opened_late: bool
    """Missed and closed: its dice can be played, unranked."""
    day: Day | None
    """None where its date is too far ahead, or passed before there were days."""

    @property
    def is_excused(self) -> bool:
        return self.day is not None and self.day.is_excused

    @property
    def opens_late_at(self) -> datetime.datetime | None:
        """Of one that is missed and not closed: from when on its dice can be played, unranked."""
        if self.day is None or self.state is not DoorState.MISSED or self.can_be_opened_late:
            return None
        return self.day.closes_at


@dataclass(frozen=True, slots=True)
class Calendar:
    year: int
    doors: list[Door]

    @property
    def played(self) -> list[Door]:
        return [door for door in self.doors if door.state is DoorState.PLAYED]

    @property
    def total(self) -> int:
        """The value on the board of the year."""
        return sum(door.game.total for door in self.played if door.game)

    @property
    def is_complete(self) -> bool:
        """Whether it earns the Christmas die: no door is left, those excused are not needed."""
        left = [door for door in self.doors if door.state is not DoorState.PLAYED]
        return bool(self.played) and all(door.is_excused for door in left)


def calendar_of(
    year: int, reader: Player | None, *, today: datetime.date, moment: datetime.datetime
) -> Calendar:
    """Two queries; one for whoever has no account. A day that is missing today is made."""
    dates = door_dates(year)
    there = {day.date: day for day in days().between(dates[0], dates[-1])}
    if today in dates and today not in there and (day := find_day(today)):
        there[today] = day
    mine = _games_by_date(reader, dates)
    doors = [
        _door(date, there.get(date), mine.get(date, []), today=today, moment=moment)
        for date in dates
    ]
    return Calendar(year, doors)


def current_year(today: datetime.date) -> int:
    """Of the calendar that is on or begins next month, else of the last one."""
    year = today.year if today.month >= NOVEMBER else today.year - 1
    return max(year, FIRST_YEAR)


def check_year(year: int, today: datetime.date) -> None:
    """Raises NotFound where there is no calendar: before the first, and after the next one."""
    if not FIRST_YEAR <= year <= today.year + 1:
        raise NotFound


def door_dates(year: int) -> list[datetime.date]:
    return [datetime.date(year, DECEMBER, number) for number in range(1, ADVENT_DOORS + 1)]


def _games_by_date(
    reader: Player | None, dates: list[datetime.date]
) -> dict[datetime.date, list[Game]]:
    if reader is None:
        return {}
    found: dict[datetime.date, list[Game]] = {}
    labels = [daily_label(date) for date in dates]
    for game in games().of(reader).filter(seed_label__in=labels).with_day().newest_first():
        if game.day:
            found.setdefault(game.day.date, []).append(game)
    return found


def _door(
    date: datetime.date,
    day: Day | None,
    mine: list[Game],
    *,
    today: datetime.date,
    moment: datetime.datetime,
) -> Door:
    ranked = next((game for game in mine if game.is_ranked), None)
    state = _state(date, day, ranked, today=today, moment=moment)
    is_closed = day is not None and moment >= day.closes_at
    return Door(
        number=date.day,
        date=date,
        state=state,
        game=ranked,
        late_game=_best(game for game in mine if not game.is_ranked),
        can_be_opened_late=state is DoorState.MISSED and is_closed,
        day=day,
    )


def _state(
    date: datetime.date,
    day: Day | None,
    ranked: Game | None,
    *,
    today: datetime.date,
    moment: datetime.datetime,
) -> DoorState:
    status = ranked.status_at(moment) if ranked else None
    if status == Game.Status.FINISHED:
        return DoorState.PLAYED
    if status == Game.Status.PLAYING:
        return DoorState.OPEN
    if date > today:
        return DoorState.LOCKED
    is_open = day is not None and day.is_open_at(moment)
    return DoorState.OPEN if date == today and is_open else DoorState.MISSED


def _best(found: Iterable[Game]) -> Game | None:
    late = list(found)
    finished = [game for game in late if game.status == Game.Status.FINISHED]
    if finished:
        return max(finished, key=lambda game: game.total)
    return next(iter(late), None)
