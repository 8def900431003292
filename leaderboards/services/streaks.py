"""A player's days in a row, told from the games at the moment they are asked for."""

import datetime
from dataclasses import dataclass

from challenges.models import Game, Player
from challenges.querysets import games
from challenges.services.days import end_of_today, today_of
from leaderboards.ranking import Streak, StreakState, streak_of
from leaderboards.services.comparing import excused_dates


@dataclass(frozen=True, slots=True)
class MyStreak:
    days: int
    longest: int
    state: StreakState
    ends_at: datetime.datetime | None
    """Until when the next game has to be finished, or today's started; None where it is lost."""


def my_streak(player: Player, moment: datetime.datetime) -> MyStreak:
    """Two queries: the player's ranked games, and the days that are excused."""
    played, unfinished = set(), {}
    rows = games().of(player).ranked().order_by().values_list("day", "status", "day__closes_at")
    for date, status, closes_at in rows:
        if status == Game.Status.FINISHED:
            played.add(date)
        elif status == Game.Status.PLAYING and closes_at > moment:
            unfinished[date] = closes_at
    streak = streak_of(
        played,
        unfinished=unfinished,
        today=today_of(player, moment),
        excused=excused_dates(),
    )
    return MyStreak(streak.days, streak.longest, streak.state, _end(player, streak, unfinished))


def _end(
    player: Player, streak: Streak, unfinished: dict[datetime.date, datetime.datetime]
) -> datetime.datetime | None:
    """A game that was started can be finished until its day closes, another one begun today."""
    ends = (unfinished.get(date) or end_of_today(player.zone, date) for date in streak.to_finish)
    return min(ends, default=None)
