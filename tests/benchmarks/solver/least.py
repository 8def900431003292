"""What the algorithm must at least do for a sheet on which no turn depends on another.

Counted in numbers: sums, higher ones and products of two, one for each state. Nothing is counted
for finding them, nor for lanes that are left over because a set of rows has no sixteen states.
"""

from dataclasses import dataclass

import numpy as np

from challenges.engine.sheets import Sheet
from challenges.strategy.outcomes import FACES, keeps_of
from challenges.strategy.points import UPPER, points_of
from challenges.strategy.states import SETS, states_of

RETHROWS = 2


@dataclass(frozen=True, slots=True)
class Least:
    states: int
    operations: int
    size: int
    """Bytes read and written: a level is written once, and read once by the one after it."""
    lanes: float
    """Worked on for each state, where sixteen lie side by side."""


def least_of(sheet: Sheet) -> Least:
    states = states_of(sheet)
    whole = -(-states.width // 16) * 16
    return Least(
        states=states.count,
        operations=states.count * _of_each_state(sheet) + _of_rows(sheet),
        size=2 * states.count * np.dtype(np.float32).itemsize,
        lanes=float(whole.sum() / states.width.sum()),
    )


def _of_each_state(sheet: Sheet) -> int:
    """Twice the means of six and the best of all keeps; at last the mean of all outcomes."""
    keeps = keeps_of(sheet.dice)
    smaller = len(keeps.counts) - keeps.outcomes
    means = smaller * FACES  # five sums and a product
    best = int((keeps.fewer >= 0).sum())
    return RETHROWS * (means + best) + 2 * keeps.outcomes


def _of_rows(sheet: Sheet) -> int:
    """Where a row is free: its best scratch, and for each outcome that pays the higher one."""
    keeps, states = keeps_of(sheet.dice), states_of(sheet)
    counts, pays = keeps.counts[: keeps.outcomes], points_of(sheet).pays[0, 0]
    sets, found = np.arange(SETS), 0
    for row in range(len(sheet.rows)):
        if row < UPPER:
            free = int(states.width[(sets >> row & 1) == 0].sum()) << states.lower_rows
            found += free * (1 + sheet.dice + int((counts[:, row] > 0).sum()))
        else:
            free = states.count // 2
            found += free * (1 + 2 * int((pays[row] > 0).sum()))
    return found
