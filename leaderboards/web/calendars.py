"""The months in which a player has played, as grids of their days."""

import calendar
import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.formats import get_format

from leaderboards.services.figures import PlayedDay


@dataclass(frozen=True, slots=True)
class Cell:
    date: datetime.date
    total: int | None
    is_of_month: bool


@dataclass(frozen=True, slots=True)
class Month:
    first: datetime.date
    weeks: list[list[Cell]]

    @property
    def weekdays(self) -> list[datetime.date]:
        return [cell.date for cell in self.weeks[0]]


def months_of(shown: Iterable[PlayedDay], *, played: Iterable[PlayedDay]) -> list[Month]:
    """The months of the days shown, the newest first; each whole, with all days played in it."""
    totals = {day.date: day.total for day in played}
    firsts = sorted({day.date.replace(day=1) for day in shown}, reverse=True)
    return [_month(first, totals) for first in firsts]


def _month(first: datetime.date, totals: dict[datetime.date, int]) -> Month:
    # Django counts from Sunday, Python from Monday.
    weeks = calendar.Calendar((get_format("FIRST_DAY_OF_WEEK") - 1) % 7)
    return Month(
        first,
        [
            [_cell(date, first, totals) for date in week]
            for week in weeks.monthdatescalendar(first.year, first.month)
        ],
    )


def _cell(date: datetime.date, first: datetime.date, totals: dict[datetime.date, int]) -> Cell:
    is_of_month = (date.year, date.month) == (first.year, first.month)
    return Cell(date, totals.get(date) if is_of_month else None, is_of_month)
