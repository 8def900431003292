"""The levels of a sheet's states: those with equally many free rows, from the full sheet back."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.points import UPPER
from challenges.strategy.states import SETS, states_of


def sets_of(sheet: Sheet) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All sets of filled rows that occur: the upper ones, the others, and how many are filled."""
    lower_rows = len(sheet.rows) - UPPER
    sets = np.arange(SETS << lower_rows, dtype=np.int64)
    if sheet.forced_order:
        sets = np.array([(1 << rows) - 1 for rows in range(len(sheet.rows) + 1)], np.int64)
    counts = np.bitwise_count(sets).astype(np.int64)
    return sets & (SETS - 1), sets >> UPPER, counts


@cache
def shares_of(sheet: Sheet) -> tuple[float, ...]:
    """After each level, which share of all work is done."""
    uppers, _lowers, filled = sets_of(sheet)
    work = np.bincount(filled, states_of(sheet).width[uppers], minlength=len(sheet.rows) + 1)
    done = np.cumsum(work[-2::-1])
    return (0.0, *(done / done[-1]).tolist())
