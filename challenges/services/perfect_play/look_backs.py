"""What a closed day's dice were worth, for whoever reads it: both games, throw by throw.

It is computed by `looking_back.py`.
"""

import datetime
from dataclasses import dataclass
from typing import Any

from challenges.engine import game as engine
from challenges.engine.dice import DiceStream, Seed, daily_label
from challenges.engine.proof import Throw, throws_of
from challenges.engine.record import moves_from_text
from challenges.engine.sheets import Sheet, sheet_for
from challenges.models import Day, LookBack
from challenges.querysets import days, look_backs
from challenges.services.games import DAILY_RULES
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.perfect_play.tables import has_table, progress_of
from challenges.services.problems import DayNotClosed
from challenges.services.seeds import seed_of_day
from config.errors import NotFound


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game that nobody has played."""

    play: engine.Game
    throws: list[Throw]


@dataclass(frozen=True, slots=True)
class DayLookedBackAt:
    day: Day
    seed: Seed
    start: float
    """The total that best play expects before the first throw."""
    par: ShownGame
    """The expert's own game."""
    ceiling: ShownGame
    """The best that anybody could have had who knew all dice beforehand."""

    @property
    def luck(self) -> float:
        """Of the expert, who loses nothing."""
        return self.par.play.total - self.start

    @property
    def bad_luck(self) -> float:
        return -self.luck


def day_looked_back_at(date: datetime.date) -> DayLookedBackAt:
    """One query. Raises NotFound, DayNotClosed, StrategyNotReady or DiceUnavailable."""
    day = days().select_related("look_back").filter(date=date).first()
    if day is None:
        raise NotFound
    if day.seed is None:
        raise DayNotClosed(date)
    row = look_back_of(day)
    if row is None:
        raise StrategyNotReady(_progress())
    seed = seed_of_day(day, daily_label(date))
    par, ceiling = (_shown(seed, moves) for moves in (row.par_moves, row.ceiling_moves))
    return DayLookedBackAt(day, seed, row.start, par, ceiling)


def look_back_of(day: Day) -> LookBack | None:
    """Of a day read together with it; none before the day is closed and was looked back at."""
    return getattr(day, "look_back", None)


def make_reviews_due(*, date: datetime.date) -> None:
    """Some game of the day may lack its review: all are looked at again.

    Whoever is at it loses the day, and stores no more how far it came.
    """
    look_backs().of(date).update(reviewed_at=None, reviewed_after=None, claimed_until=None)


def daily_sheet() -> Sheet:
    return sheet_for(DAILY_RULES)


def _shown(seed: Seed, text: str) -> ShownGame:
    sheet, moves = daily_sheet(), moves_from_text(text)
    play = engine.replay(sheet, DiceStream(seed, sheet.dice), moves)
    return ShownGame(play, throws_of(sheet, seed, moves))


def _progress() -> dict[str, Any]:
    """Of the table; once that is there, the day is looked back at within a minute or so."""
    sheet = daily_sheet()
    if has_table(sheet):
        return {"levels": len(sheet.rows), "of": len(sheet.rows), "share": 1.0}
    return progress_of(sheet)
