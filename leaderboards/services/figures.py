"""What anybody may know of closed days and of listed players, in numbers."""

import datetime
from collections.abc import Collection
from dataclasses import dataclass

from challenges.models import Day, Player
from leaderboards.boards import read_days
from leaderboards.querysets import standings
from leaderboards.ranking import (
    ALL_TIME,
    Board,
    Distribution,
    Figures,
    Place,
    date_of,
    figures_of,
    period_of,
)
from leaderboards.services.places import place_among, streak_board


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
    """In days, while it is alive on the boards; else 0."""
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
    """Two queries; None of who is not on the boards."""
    if not player.is_listed:
        return None
    rows = standings().filter(player=player).exclude(board=Board.ADVENT)
    places = {
        (Board(board), period): Place(value, reached_at)
        for board, period, value, reached_at in rows.values_list(
            "board", "period", "value", "reached_at"
        )
    }
    played = sorted((key for key in places if key[0] is Board.DAY), reverse=True)
    streak = place_among(places, streak_board(moment))
    longest = places.get((Board.LONGEST_STREAK, ALL_TIME))
    return PlayerFigures(
        days=[PlayedDay(date_of(key[1]), places[key].value) for key in played],
        streak=streak.value if streak else 0,
        longest_streak=longest.value if longest else 0,
    )
