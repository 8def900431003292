"""What anybody may know of closed days and of listed players, in numbers."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from challenges.models import Day, Player
from leaderboards.boards import read_days
from leaderboards.querysets import standings
from leaderboards.ranking import (
    Board,
    Distribution,
    Figures,
    date_of,
    figures_of,
    period_of,
    runs_of,
)
from leaderboards.services.comparing import excused_dates
from leaderboards.services.places import alive_now


@dataclass(frozen=True, slots=True)
class DayFigures:
    figures: Figures
    distribution: Distribution


def figures_of_days(found: Collection[Day]) -> dict[datetime.date, DayFigures]:
    """Of those that were closed, in one query. They follow from the board, so they stay right."""
    closed = [period_of(day.date) for day in found if day.closed_at]
    if not closed:
        return {}
    read = read_days(closed)
    return {
        date_of(period): DayFigures(figures_of(read.get(period, [])), read.get(period, []))
        for period in closed
    }


@dataclass(frozen=True, slots=True)
class PlayedDay:
    date: datetime.date
    total: int


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    days: list[PlayedDay]
    """The finished ranked games, the newest first."""
    streak: int
    """In days, while it is alive as on the boards; else 0."""
    longest_streak: int

    @property
    def best(self) -> PlayedDay | None:
        """The first of equal ones."""
        return max(reversed(self.days), key=lambda day: day.total, default=None)

    @property
    def mean(self) -> float | None:
        if not self.days:
            return None
        return sum(day.total for day in self.days) / len(self.days)


def figures_of_player(player: Player, moment: datetime.datetime) -> PlayerFigures | None:
    """Two queries; None of who is not on the boards.

    Streaks are computed from the dates, as boards come to show them: they are right from the moment
    a day is excused, before the boards are rebuilt.
    """
    if not player.is_listed:
        return None
    rows = standings().filter(player=player, board=Board.DAY).order_by("-period")
    found = rows.values_list("period", "value")
    played = [PlayedDay(date_of(period), total) for period, total in found]
    excused = excused_dates()
    runs = runs_of((day.date for day in played), excused)
    is_alive = bool(runs) and runs[-1].last in alive_now(moment, excused)
    return PlayerFigures(
        days=played,
        streak=runs[-1].days if is_alive else 0,
        longest_streak=max((run.days for run in runs), default=0),
    )
