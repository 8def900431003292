"""One turn from a state: what each row, each keep and each throw is worth. NumPy, no compiler.

Only what is asked for is computed, backwards from the last throw: whoever has two throws left pays
for all of it, whoever has none for the rows alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.dice import Dice
from challenges.engine.moves import Keep, Move
from challenges.engine.scoring import counts_of
from challenges.engine.sheets import THROWS, Sheet
from challenges.strategy.outcomes import FACES, Keeps, keeps_of
from challenges.strategy.states import State, state_of, states_of
from challenges.strategy.written import Worths, rows_at_once, rows_of

__all__ = ["State", "Turn", "Worths", "state_of"]


@dataclass(frozen=True)
class Turn:
    """Worths are totals still to come, the points of this turn included."""

    sheet: Sheet
    values: NDArray[Any]
    state: State

    @cached_property
    def start(self) -> float:
        """Before the first throw."""
        return float(self.values[states_of(self.sheet).number(*self.state)])

    @cached_property
    def rows(self) -> Worths:
        """(rows, outcomes): written by the last throw; -inf where it may not be."""
        return rows_of(self.sheet, self.values, self.state)

    @cached_property
    def rows_at_once(self) -> Worths:
        """The same with the first throw."""
        return rows_at_once(self.sheet, self.rows)

    def rows_with(self, throw: int) -> Worths:
        return self.rows_at_once if throw == 1 else self.rows

    @cached_property
    def keeps(self) -> tuple[Worths, ...]:
        """At index t, of each keep that is left on the table after throw t; from 1 to 2."""
        return (self.keeps_after(2)[:0], self.keeps_after(1), self.keeps_after(2))

    def keeps_after(self, throw: int) -> Worths:
        """The same for one throw."""
        return self._keeps_after_first if throw == 1 else self._keeps_after_second

    @cached_property
    def thrown(self) -> tuple[Worths, ...]:
        """At index t, of each outcome once throw t lies on the table; from 1 to 3."""
        first = self._best(self._keeps_after_first, self.rows_at_once.max(axis=0))
        return (first[:0], first, self._thrown_second, self._written)

    def before(self, throw: int, kept: int) -> float:
        """What was to be expected of a throw; `kept` is the number of the keep, of none for 1."""
        return self.start if throw == 1 else float(self.keeps_after(throw - 1)[kept])

    def worth(self, throw: int, dice: Dice) -> float:
        """Of what lies on the table, with the best that can be done."""
        outcome = self.outcome_of(dice)
        worth = float(self.rows_with(throw)[:, outcome].max())
        return worth if throw == THROWS else max(worth, float(self.kept(throw, outcome).max()))

    def worth_of(self, throw: int, dice: Dice, move: Move) -> float:
        """The same with a move."""
        if isinstance(move, Keep):
            kept = counts_of([face for face, stays in zip(dice, move.flags, strict=True) if stays])
            return float(self.keeps_after(throw)[self._keeps.number(kept)])
        row = [row.code for row in self.sheet.rows].index(move.row)
        return float(self.rows_with(throw)[row, self.outcome_of(dice)])

    def kept(self, throw: int, outcome: int) -> Worths:
        """Of each keep that an outcome can be left with, in the order of `Keeps.within`."""
        worths: Worths = self.keeps_after(throw)[self._keeps.within[outcome][:-1]]
        return worths

    def outcome_of(self, dice: Dice) -> int:
        return self._keeps.number(counts_of(dice))

    # --- How it comes about ------------------------------------------------------------------

    @cached_property
    def _keeps(self) -> Keeps:
        return keeps_of(self.sheet.dice)

    @cached_property
    def _written(self) -> Worths:
        worths: Worths = self.rows.max(axis=0)
        return worths

    @cached_property
    def _keeps_after_second(self) -> Worths:
        return self._before_throw(self._written)

    @cached_property
    def _thrown_second(self) -> Worths:
        return self._best(self._keeps_after_second, self._written)

    @cached_property
    def _keeps_after_first(self) -> Worths:
        return self._before_throw(self._thrown_second)

    def _before_throw(self, outcomes: Worths) -> Worths:
        """Of each keep: the mean of what it can become."""
        nearest = outcomes[_with_one_more(self.sheet.dice)].sum(axis=0) / FACES
        return np.concatenate([outcomes, nearest, self._keeps.ahead @ nearest])

    def _best(self, keeps: Worths, written: Worths) -> Worths:
        """Of each outcome: written now, or with the best of its keeps thrown again."""
        keeps = np.concatenate([written, keeps[len(written) :]])
        return np.maximum.reduceat(keeps[_all_within(self.sheet.dice)], _firsts(self.sheet.dice))


@cache
def _with_one_more(dice: int) -> NDArray[np.intp]:
    """(6, keeps that lack one die): the outcomes that these become."""
    keeps = keeps_of(dice)
    return np.ascontiguousarray(keeps.more[keeps.sizes[dice - 1]].T, np.intp)


@cache
def _all_within(dice: int) -> NDArray[np.intp]:
    """The keeps within all outcomes, one outcome after the other."""
    return np.concatenate(keeps_of(dice).within)


@cache
def _firsts(dice: int) -> NDArray[np.intp]:
    """Where those of each outcome begin."""
    lengths = [len(within) for within in keeps_of(dice).within]
    return np.cumsum([0, *lengths[:-1]])
