"""Solving a sheet: level by level, from the full sheet back to the empty one, on all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.kernel import solve_sets
from challenges.strategy.plan import plan_of
from challenges.strategy.points import UPPER
from challenges.strategy.states import SETS, states_of
from challenges.strategy.vectors import LANES

Values = NDArray[Any]
PARTS = 8
"""Into which a core's share of a level is cut, so that no core waits long for another."""


def new_values(sheet: Sheet, dtype: str = "float32") -> Values:
    """With the full sheets filled in; reading some lanes too many stays inside."""
    states = states_of(sheet)
    values = np.zeros(states.count + LANES[dtype], dtype)
    full, all_lower = SETS - 1, (1 << states.lower_rows) - 1
    if sheet.upper_bonus:
        for flag in range(states.flags):
            values[states.number(full, all_lower, flag, len(states.sums[full]) - 1)] = (
                sheet.upper_bonus.points
            )
    return values


def solve(
    sheet: Sheet, values: Values, *, tell: Callable[[int], None] | None = None, first: int = 0
) -> None:
    """`tell` hears of each level that is done, counted from the full sheet; those before `first`
    are in `values` already."""
    rows = len(sheet.rows)
    uppers, lowers, levels = _sets(sheet)
    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as pool:
        for level in range(first, rows):
            chosen = np.flatnonzero(levels == rows - 1 - level)
            parts = [chosen[part :: cores * PARTS] for part in range(cores * PARTS)]
            jobs = [
                pool.submit(
                    solve_sets,
                    values,
                    plan_of(sheet),
                    uppers[part],
                    lowers[part],
                    LANES[values.dtype.name],
                )
                for part in parts
                if len(part)
            ]
            for job in jobs:
                job.result()
            if tell:
                tell(level)


def _sets(sheet: Sheet) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """All sets of filled rows that occur: the upper ones, the lower ones, and how many there are."""
    lower_rows = len(sheet.rows) - UPPER
    sets = np.arange(SETS << lower_rows, dtype=np.int64)
    if sheet.forced_order:
        sets = np.array([(1 << rows) - 1 for rows in range(len(sheet.rows) + 1)], np.int64)
    counts = np.bitwise_count(sets).astype(np.int64)
    return sets & (SETS - 1), sets >> UPPER, counts
