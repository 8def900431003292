"""The states of a sheet, numbered so that those which differ in the upper sum lie side by side.

A set of filled rows is the six upper ones (`upper`, a bit each) and the others (`lower`). Of an
upper sum only what can still matter is told apart: all sums that hold the bonus are one, and so are
all from which it can no longer be reached. Sums that do not occur are left out. The sums of a set
of upper rows are its lanes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.placement import upper_sum
from challenges.engine.sheets import Sheet
from challenges.strategy.outcomes import FACES
from challenges.strategy.points import UPPER, points_of

SETS = 1 << UPPER
LOST = -1


class State(NamedTuple):
    """Between two turns: which rows are filled, a bit each, and what else still matters."""

    upper: int
    lower: int
    flag: int
    lane: int


@dataclass(frozen=True, slots=True)
class States:
    lower_rows: int
    flags: int
    """2 where points depend on what the key row holds, else 1."""
    sums: tuple[tuple[int, ...], ...]
    """Of each set of upper rows the sums that are told apart, ascending; LOST first."""
    width: NDArray[np.int32]
    """(64,): how many these are."""
    base: NDArray[np.int64]
    """(64,): where the states of a set of upper rows begin."""
    next_lane: NDArray[np.int16]
    """(64, 6, 7, lanes): after so many dice of a face were written to its row."""
    count: int

    def number(self, upper: int, lower: int, flag: int, lane: int) -> int:
        block = lower * self.flags + flag
        return int(self.base[upper] + block * self.width[upper] + lane)

    def lane(self, upper: int, total: int, threshold: int) -> int:
        """Of an upper sum."""
        return _lane(self.sums[upper], total, threshold)


def state_of(sheet: Sheet, filled: Mapping[str, int]) -> State:
    """`filled`: row to points, without what was extra."""
    bits = sum([1 << at for at, row in enumerate(sheet.rows) if row.code in filled])
    upper, lower = bits & (SETS - 1), bits >> UPPER
    threshold = sheet.upper_bonus.threshold if sheet.upper_bonus else 0
    lane = states_of(sheet).lane(upper, upper_sum(sheet, filled), threshold)
    return State(upper, lower, int(_holds_key(sheet, filled)), lane)


def _holds_key(sheet: Sheet, filled: Mapping[str, int]) -> bool:
    """Whatever the key row got, it is all or nothing."""
    key = points_of(sheet).key_row
    return key is not None and bool(filled.get(sheet.rows[key].code))


def can_be_solved(sheet: Sheet) -> bool:
    """Saved throws are not part of a state."""
    return not sheet.saved_throws


@cache
def states_of(sheet: Sheet) -> States:
    threshold = sheet.upper_bonus.threshold if sheet.upper_bonus else 0
    lower_rows = len(sheet.rows) - UPPER
    flags = 1 if points_of(sheet).key_row is None else 2
    sums = tuple(_sums(upper, sheet.dice, threshold) for upper in range(SETS))
    width = np.array([len(found) for found in sums], np.int32)
    sizes = width.astype(np.int64) * (flags << lower_rows)
    base = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    next_lane = _next_lanes(sums, sheet.dice, threshold)
    return States(lower_rows, flags, sums, width, base, next_lane, int(sizes.sum()))


def _faces(upper: int, *, filled: bool) -> list[int]:
    return [face for face in range(1, FACES + 1) if bool(upper >> (face - 1) & 1) is filled]


def _sums(upper: int, dice: int, threshold: int) -> tuple[int, ...]:
    reached = {0}
    for face in _faces(upper, filled=True):
        reached = {total + face * count for total in reached for count in range(dice + 1)}
    to_come = dice * sum(_faces(upper, filled=False))
    return tuple(
        sorted(
            {
                threshold if total >= threshold else total if total + to_come >= threshold else LOST
                for total in reached
            }
        )
    )


def _lane(sums: tuple[int, ...], total: int, threshold: int) -> int:
    if total >= threshold:
        return len(sums) - 1
    return sums.index(total) if total in sums else 0


def _next_lanes(sums: tuple[tuple[int, ...], ...], dice: int, threshold: int) -> NDArray[np.int16]:
    found = np.zeros((SETS, FACES, dice + 1, max(map(len, sums))), np.int16)
    for upper in range(SETS):
        for face in _faces(upper, filled=False):
            after = sums[upper | 1 << (face - 1)]
            for count in range(dice + 1):
                for lane, total in enumerate(sums[upper]):
                    new = total if total == LOST else total + face * count
                    found[upper, face - 1, count, lane] = _lane(after, new, threshold)
    return found
