"""One turn from a state: what each row, each keep and each throw is worth. NumPy, no compiler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.dice import Dice
from challenges.engine.moves import Keep, Move
from challenges.engine.placement import upper_sum
from challenges.engine.scoring import counts_of
from challenges.engine.sheets import Sheet
from challenges.strategy.outcomes import FACES, keeps_of
from challenges.strategy.plan import EMPTY, FREE, HELD
from challenges.strategy.points import UPPER, points_of
from challenges.strategy.states import states_of

Worths = NDArray[np.float64]


class State(NamedTuple):
    """Between two turns: which rows are filled, a bit each, and what else still matters."""

    upper: int
    lower: int
    flag: int
    lane: int


def state_of(sheet: Sheet, filled: Mapping[str, int]) -> State:
    """`filled`: row to points, without what was extra."""
    bits = sum(1 << at for at, row in enumerate(sheet.rows) if row.code in filled)
    upper, lower = bits & ((1 << UPPER) - 1), bits >> UPPER
    threshold = sheet.upper_bonus.threshold if sheet.upper_bonus else 0
    lane = states_of(sheet).lane(upper, upper_sum(sheet, filled), threshold)
    return State(upper, lower, int(_holds_key(sheet, filled)), lane)


def _holds_key(sheet: Sheet, filled: Mapping[str, int]) -> bool:
    """Whatever the key row got, it is all or nothing."""
    key = points_of(sheet).key_row
    return key is not None and bool(filled.get(sheet.rows[key].code))


@dataclass(frozen=True)
class Turn:
    """Worths are totals still to come, the points of this turn included."""

    sheet: Sheet
    values: NDArray[Any]
    state: State

    @cached_property
    def start(self) -> float:
        """Before the first throw."""
        state = self.state
        return float(self.values[states_of(self.sheet).number(*state)])

    @cached_property
    def rows(self) -> Worths:
        """(rows, outcomes): written by the last throw; -inf where it may not be."""
        return self._paid + self._after

    @cached_property
    def rows_at_once(self) -> Worths:
        """The same with the first throw."""
        points = points_of(self.sheet)
        return self.rows + np.where(points.served > 0, points.served, 0)

    def rows_with(self, throw: int) -> Worths:
        return self.rows_at_once if throw == 1 else self.rows

    @cached_property
    def keeps(self) -> tuple[Worths, ...]:
        """At index t, of each keep that is left on the table after throw t; from 1 to 2."""
        last = self._before_throw(self.rows.max(axis=0))
        return (last[:0], self._before_throw(self._best(last, throw=2)), last)

    @cached_property
    def thrown(self) -> tuple[Worths, ...]:
        """At index t, of each outcome once throw t lies on the table; from 1 to 3."""
        first = self._best(self.keeps[1], throw=1)
        return (first[:0], first, self._best(self.keeps[2], throw=2), self.rows.max(axis=0))

    def before(self, throw: int, kept: int) -> float:
        """What was to be expected of a throw; `kept` is the number of the keep, of none for 1."""
        return self.start if throw == 1 else float(self.keeps[throw - 1][kept])

    def worth(self, throw: int, dice: Dice) -> float:
        """Of what lies on the table, with the best that can be done."""
        return float(self.thrown[throw][self._outcome(dice)])

    def worth_of(self, throw: int, dice: Dice, move: Move) -> float:
        """The same with a move."""
        if isinstance(move, Keep):
            kept = counts_of([face for face, stays in zip(dice, move.flags, strict=True) if stays])
            return float(self.keeps[throw][keeps_of(self.sheet.dice).number(kept)])
        row = [row.code for row in self.sheet.rows].index(move.row)
        return float(self.rows_with(throw)[row, self._outcome(dice)])

    def _outcome(self, dice: Dice) -> int:
        return keeps_of(self.sheet.dice).number(counts_of(dice))

    # --- How it comes about ------------------------------------------------------------------

    def _before_throw(self, outcomes: Worths) -> Worths:
        """Of each keep: the mean of those with one die more."""
        keeps = keeps_of(self.sheet.dice)
        worths = np.empty(len(keeps.counts))
        worths[: keeps.outcomes] = outcomes
        for size in range(self.sheet.dice - 1, -1, -1):
            at = keeps.sizes[size]
            worths[at] = worths[keeps.more[at]].mean(axis=1)
        return worths

    def _best(self, keeps_worth: Worths, *, throw: int) -> Worths:
        """Of each outcome: written now, or with the best of its keeps thrown again."""
        keeps = keeps_of(self.sheet.dice)
        worths = np.append(keeps_worth, -np.inf)  # -1, no such keep, finds it
        worths[: keeps.outcomes] = self.rows_with(throw).max(axis=0)
        for size in range(1, self.sheet.dice + 1):
            at = keeps.sizes[size]
            worths[at] = np.maximum(worths[at], worths[keeps.fewer[at]].max(axis=1))
        return worths[: keeps.outcomes]

    @cached_property
    def _key_state(self) -> int:
        key = points_of(self.sheet).key_row
        if key is None or not self._is_filled(key):
            return FREE
        return HELD if self.state.flag else EMPTY

    def _is_filled(self, row: int) -> bool:
        return bool((self.state.upper | self.state.lower << UPPER) >> row & 1)

    @cached_property
    def _paid(self) -> Worths:
        points = points_of(self.sheet)
        held, joker = ((0, 0), (0, 1), (1, 1))[self._key_state]
        paid = np.where(self._allowed, points.pays[held, joker], -np.inf)
        if held:
            paid[:, self._alike] += points.extra
        return paid

    @cached_property
    def _alike(self) -> NDArray[np.intp]:
        """The outcomes of one face only, in the order of faces."""
        dice = self.sheet.dice
        each = [tuple(dice * (at == face) for at in range(FACES)) for face in range(FACES)]
        return np.array([keeps_of(dice).number(counts) for counts in each])

    @cached_property
    def _allowed(self) -> NDArray[np.bool_]:
        """(rows, outcomes)"""
        free = np.array([not self._is_filled(row) for row in range(len(self.sheet.rows))])
        if self.sheet.forced_order:
            free &= np.cumsum(free) == 1
        outcomes = keeps_of(self.sheet.dice).outcomes
        allowed = np.repeat(free[:, None], outcomes, axis=1)
        if self.sheet.joker and self._key_state != FREE:
            for face, outcome in enumerate(self._alike):
                allowed[:, outcome] = _joker_rows(free, face)
        return allowed

    @cached_property
    def _after(self) -> Worths:
        """(rows, outcomes): what is still to come once a row is written."""
        states, keeps = states_of(self.sheet), keeps_of(self.sheet.dice)
        counts = keeps.counts[: keeps.outcomes]
        after = np.zeros((len(self.sheet.rows), keeps.outcomes))
        upper, lower, flag, lane = self.state
        for row in np.flatnonzero(self._allowed.any(axis=1)).tolist():
            if row < UPPER:
                lanes = states.next_lane[upper, row, :, lane]
                first = states.number(upper | 1 << row, lower, flag, 0)
                after[row] = self.values[first + lanes.astype(np.int64)][counts[:, row]]
            else:
                block = lower | 1 << (row - UPPER)
                after[row] = self.values[states.number(upper, block, flag, lane)]
                if row == points_of(self.sheet).key_row:
                    held = self.values[states.number(upper, block, 1, lane)]
                    after[row] = np.where(
                        points_of(self.sheet).pays[0, 0, row] > 0, held, after[row]
                    )
        return after


def _joker_rows(free: NDArray[np.bool_], face: int) -> NDArray[np.bool_]:
    """The row of its number, else the lower ones, else what is left."""
    own, lower = np.zeros_like(free), free.copy()
    own[face], lower[:UPPER] = free[face], False
    return own if own.any() else lower if lower.any() else free
