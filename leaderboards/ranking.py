"""What the boards are, as pure functions: which value a player has on each, streaks and ranks.

No clock, no database and no Django. Everything is defined on a player's results, the finished
ranked games, so the order in which they came does not matter.
"""

import datetime
import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

ONE_DAY = datetime.timedelta(days=1)
ADVENT_DOORS = 24
DECEMBER = 12


class Board(IntEnum):
    DAY = 1
    BEST_DAY = 2
    STREAK = 3
    LONGEST_STREAK = 4
    ADVENT = 5
    DAY_SKILL = 6

    @property
    def code(self) -> str:
        return self.name.lower().replace("_", "-")


BOARDS = {board.code: board for board in Board}

OF_DAYS = (Board.DAY, Board.DAY_SKILL)
"""Those whose period is a date, and on which one game of a player's can be."""

# --- Periods ---------------------------------------------------------------------------------

ALL_TIME = 0


def period_of(date: datetime.date) -> int:
    """A date as a number that reads like one: 20261201."""
    return date.year * 10_000 + date.month * 100 + date.day


def date_of(period: int) -> datetime.date:
    return datetime.date(period // 10_000, period // 100 % 100, period % 100)


# --- Standings -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result:
    """A finished ranked game."""

    date: datetime.date
    total: int
    finished_at: datetime.datetime
    skill: int | None = None
    """The total without its luck; None before the game was reviewed."""


@dataclass(frozen=True, slots=True)
class Place:
    """A value on a board, and when it was reached: the order among equal values."""

    value: int
    reached_at: datetime.datetime


Standings = dict[tuple[Board, int], Place]
"""Places by board and period."""


def standings_of(results: Iterable[Result], excused: Collection[datetime.date]) -> Standings:
    """Every place that a player has; none without a result."""
    by_date = {result.date: result for result in results}
    found: Standings = {}
    for result in by_date.values():
        found |= places_of_day(result)
    return found | _best_day(by_date) | _streaks(by_date, excused) | _advents(by_date)


def places_of_day(result: Result) -> Standings:
    """On the boards of its day, which depend on no other game."""
    period = period_of(result.date)
    found = {(Board.DAY, period): Place(result.total, result.finished_at)}
    if result.skill is not None:
        found[Board.DAY_SKILL, period] = Place(result.skill, result.finished_at)
    return found


def _best_day(results: Mapping[datetime.date, Result]) -> Standings:
    """The earliest finish of equal totals: who repeats a score does not fall behind others."""
    if not results:
        return {}
    best = min(results.values(), key=lambda result: (-result.total, result.finished_at))
    return {(Board.BEST_DAY, ALL_TIME): Place(best.total, best.finished_at)}


def _streaks(
    results: Mapping[datetime.date, Result], excused: Collection[datetime.date]
) -> Standings:
    runs = runs_of(results, excused)
    if not runs:
        return {}
    places = [Place(run.days, _reached(results[date] for date in run.dates)) for run in runs]
    longest = min(places, key=lambda place: (-place.value, place.reached_at))
    return {
        (Board.STREAK, period_of(runs[-1].last)): places[-1],
        (Board.LONGEST_STREAK, ALL_TIME): longest,
    }


def _advents(results: Mapping[datetime.date, Result]) -> Standings:
    doors: dict[int, list[Result]] = {}
    for date, result in results.items():
        if is_door(date):
            doors.setdefault(date.year, []).append(result)
    return {
        (Board.ADVENT, year): Place(sum(door.total for door in opened), _reached(opened))
        for year, opened in doors.items()
    }


def _reached(results: Iterable[Result]) -> datetime.datetime:
    """When the last of them was finished, which need not be that of the last date."""
    return max(result.finished_at for result in results)


def is_door(date: datetime.date) -> bool:
    """Of the advent calendar."""
    return date.month == DECEMBER and date.day <= ADVENT_DOORS


# --- Streaks ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """Dates in a row, at least one; what was excused between them is not among them."""

    dates: tuple[datetime.date, ...]

    @property
    def days(self) -> int:
        return len(self.dates)

    @property
    def last(self) -> datetime.date:
        return self.dates[-1]


def runs_of(dates: Iterable[datetime.date], excused: Collection[datetime.date]) -> list[Run]:
    """The runs of some dates, the earliest first. Excused dates neither break nor lengthen one."""
    runs: list[list[datetime.date]] = []
    for date in sorted(date for date in dates if date not in excused):
        if runs and date == next_date(runs[-1][-1], excused):
            runs[-1].append(date)
        else:
            runs.append([date])
    return [Run(tuple(run)) for run in runs]


def next_date(date: datetime.date, excused: Collection[datetime.date]) -> datetime.date:
    """The first date after it that is not excused."""
    date += ONE_DAY
    while date in excused:
        date += ONE_DAY
    return date


def date_before(date: datetime.date, excused: Collection[datetime.date]) -> datetime.date:
    """The last date before it that is not excused."""
    date -= ONE_DAY
    while date in excused:
        date -= ONE_DAY
    return date


def alive_dates(
    *, first_open: datetime.date, last_open: datetime.date, excused: Collection[datetime.date]
) -> list[datetime.date]:
    """The last dates of the streaks that are alive on the boards, in order.

    `first_open` is the first date that has not closed. A streak is alive until the first date
    after it that is not excused has closed.
    """
    date = date_before(first_open, excused)
    found = []
    while date <= last_open:
        found.append(date)
        date = next_date(date, excused)
    return found


class StreakState(StrEnum):
    ALIVE = "alive"
    """The last date that counts is played."""
    AT_RISK = "at_risk"
    """It still has to be played, or its game to be finished."""
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Streak:
    """A player's days in a row, as that player sees them."""

    days: int
    longest: int
    state: StreakState
    to_finish: tuple[datetime.date, ...]
    """The dates that keep it, each to be finished in time, in order; none where it is lost."""


def streak_of(
    played: Collection[datetime.date],
    *,
    unfinished: Collection[datetime.date],
    today: datetime.date,
    excused: Collection[datetime.date],
) -> Streak:
    """From the dates with a finished ranked game, and those whose game can still be finished.

    The run that counts is that of the last date. A date before today keeps it only where its game
    is among the unfinished ones: it cannot be started any more.
    """
    runs = runs_of(played, excused)
    longest = max((run.days for run in runs), default=0)
    if not runs:
        return Streak(0, longest, StreakState.LOST, ())
    missing = []
    date = next_date(runs[-1].last, excused)
    while date <= today:
        if date != today and date not in unfinished:
            return Streak(0, longest, StreakState.LOST, ())
        missing.append(date)
        date = next_date(date, excused)
    state = StreakState.AT_RISK if missing else StreakState.ALIVE
    return Streak(runs[-1].days, longest, state, tuple(missing) or (date,))


# --- Ranks -----------------------------------------------------------------------------------

Distribution = Sequence[tuple[int, int]]
"""How many listed players have which value, (value, players), the highest value first."""


@dataclass(frozen=True, slots=True)
class Rank:
    rank: int
    """1 + the listed players with more: equal values share a rank (1, 2, 2, 4)."""
    beaten: float
    """The share of the other players who have less, from 0 to 1; 1 when there are none."""


def rank_of(*, above: int, below: int, others: int) -> Rank:
    """From how many listed players have more, have less, and are there beside this one."""
    return Rank(1 + above, below / others if others else 1.0)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many listed players have which value."""

    reaching: Sequence[int]
    """At index n the players who have n or more."""

    @property
    def players(self) -> int:
        return self._reach(0)

    def above(self, value: int) -> int:
        return self._reach(value + 1)

    def rank(self, value: int, *, is_listed: bool) -> Rank:
        """Of a value that is counted, or that would be."""
        below = self.players - self._reach(value)
        return rank_of(above=self.above(value), below=below, others=self.players - is_listed)

    def _reach(self, value: int) -> int:
        return self.reaching[value] if value < len(self.reaching) else 0


@dataclass(frozen=True, slots=True)
class Figures:
    """What is told of a day once it is closed."""

    players: int
    mean: float | None
    spread: float | None
    """The standard deviation of all totals."""
    best: int | None


def figures_of(distribution: Distribution) -> Figures:
    players = sum(count for _, count in distribution)
    if not players:
        return Figures(0, None, None, None)
    mean = sum(value * count for value, count in distribution) / players
    variance = sum(count * (value - mean) ** 2 for value, count in distribution) / players
    return Figures(players, mean, math.sqrt(variance), max(value for value, _ in distribution))
