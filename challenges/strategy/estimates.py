"""Values that nobody solved: what players go by who have no table.

They are looked up like a table's, by the number of a state. What the upper rows and what the others
are worth is added up, so no state has to be stored.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet, UpperBonus
from challenges.strategy.outcomes import FACES
from challenges.strategy.points import UPPER
from challenges.strategy.states import LOST, SETS, States, states_of

Worths = NDArray[np.float32]

# What the table gets in each row on average, on the plain sheet: 100,000 games of
# `manage.py measure_levels --level expert --rows`.
ROW_WORTHS = {
    "maxi": (
        *(3.2, 7.3, 11.6, 16.0, 20.4, 24.7),
        *(11.0, 20.1, 19.5, 16.1, 18.1, 6.6, 24.9, 14.5, 18.3, 11.7, 18.4, 9.4, 27.7, 22.7),
    ),
    "scandinavian": (
        *(2.2, 5.7, 9.3, 12.8, 16.2, 20.0),
        *(11.2, 19.4, 15.5, 13.7, 4.0, 9.7, 21.4, 23.1, 19.4),
    ),
    "classic": (
        *(1.9, 5.3, 8.6, 12.2, 15.7, 19.2),
        *(21.7, 13.1, 22.6, 29.5, 32.7, 16.9, 22.0),
    ),
    "yacht": (
        *(1.8, 5.4, 8.7, 12.2, 15.7, 19.2),
        *(22.7, 11.4, 18.6, 14.4, 23.4, 14.2),
    ),
    "generala": (
        *(1.8, 4.7, 7.6, 10.6, 13.8, 17.3),
        *(17.7, 29.7, 37.5, 16.3, 5.5),
    ),
}


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """`estimate[number]`, of one state or of an array of them."""

    states: States
    upper: Worths
    """(64, lanes)"""
    lower: Worths
    """(sets of lower rows * flags,)"""

    def __getitem__(self, number: Any) -> Any:
        states = self.states
        upper = np.searchsorted(states.base, number, side="right") - 1
        block, lane = np.divmod(number - states.base[upper], states.width[upper])
        return self.upper[upper, lane] + self.lower[block]

    def table(self) -> Worths:
        """Of all states, for whoever looks up millions."""
        widths = enumerate(self.states.width.tolist())
        blocks = [self.lower[:, None] + self.upper[upper, :width] for upper, width in widths]
        return np.concatenate([block.ravel() for block in blocks])


@cache
def blind_values(sheet: Sheet) -> Estimate:
    """Of nothing to come, but that upper points have their share of the bonus with them."""
    lower = np.zeros(states_of(sheet).flags << states_of(sheet).lower_rows, np.float32)
    return Estimate(states_of(sheet), _upper(sheet, (0.0,) * FACES, _share), lower)


@cache
def weighed_values(sheet: Sheet) -> Estimate:
    """Of free rows what they bring on average, and of the bonus what the upper sum promises."""
    worths = ROW_WORTHS[sheet.code]
    upper = _upper(sheet, worths[:UPPER], _promise)
    return Estimate(states_of(sheet), upper, _lower(sheet, worths[UPPER:]))


# --- The bonus -------------------------------------------------------------------------------


def _share(bonus: UpperBonus, total: int, _free_pips: int) -> float:
    return total / bonus.threshold


def _promise(bonus: UpperBonus, total: int, free_pips: int) -> float:
    """Half of it at par; none of it a quarter of the threshold below, all so much above.

    Par is the sum that has equally many dice of every number when the threshold is reached.
    """
    par = bonus.threshold * (1 - free_pips / PIPS)
    return min(1.0, max(0.0, 0.5 + (total - par) / (bonus.threshold / 2)))


PIPS = sum(range(1, FACES + 1))


# --- Adding up -------------------------------------------------------------------------------


def _upper(
    sheet: Sheet, worths: tuple[float, ...], part: Callable[[UpperBonus, int, int], float]
) -> Worths:
    """`part` says how much of the bonus belongs to a sum that may still reach it."""
    states, bonus = states_of(sheet), sheet.upper_bonus
    found = np.zeros((SETS, int(states.width.max())), np.float32)
    for upper, sums in enumerate(states.sums):
        free = [face for face in range(FACES) if not upper >> face & 1]
        rows, pips = sum(worths[face] for face in free), sum(free) + len(free)
        for lane, total in enumerate(sums):
            found[upper, lane] = rows
            if bonus and total != LOST:
                held = total >= bonus.threshold
                found[upper, lane] += bonus.points * (1 if held else part(bonus, total, pips))
    return found


def _lower(sheet: Sheet, worths: tuple[float, ...]) -> Worths:
    states = states_of(sheet)
    found = np.zeros(states.flags << states.lower_rows, np.float32)
    for block in range(len(found)):
        filled, flag = divmod(block, states.flags)
        free = [row for row in range(states.lower_rows) if not filled >> row & 1]
        found[block] = sum(worths[row] * _chance(sheet, row, filled, flag) for row in free)
    return found


def _chance(sheet: Sheet, row: int, filled: int, flag: int) -> float:
    """More than on average for a row that needs another one's points once that one holds them."""
    needed = sheet.rows[UPPER + row].requires
    if needed is None:
        return 1.0
    key = [row.code for row in sheet.rows].index(needed[0])
    if not filled >> (key - UPPER) & 1:
        return 1.0
    return flag * needed[1] / ROW_WORTHS[sheet.code][key]
