"""Solving a sheet: level by level, from the full sheet back to the empty one, on all cores."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.kernel import solve_sets
from challenges.strategy.levels import sets_of
from challenges.strategy.plan import plan_of
from challenges.strategy.states import SETS, states_of
from challenges.strategy.tables import PADDING
from challenges.strategy.vectors import LANES

Values = NDArray[Any]
PARTS = 8
"""Into which a core's share of a level is cut, so that no core waits long for another."""

NICENESS = 15


def new_values(sheet: Sheet, dtype: str = "float32") -> Values:
    """With the full sheets filled in; reading some lanes too many stays inside."""
    states = states_of(sheet)
    values = np.zeros(states.count + PADDING, dtype)
    full, all_lower = SETS - 1, (1 << states.lower_rows) - 1
    if sheet.upper_bonus:
        for flag in range(states.flags):
            values[states.number(full, all_lower, flag, len(states.sums[full]) - 1)] = (
                sheet.upper_bonus.points
            )
    return values


def solve(
    sheet: Sheet,
    values: Values,
    *,
    first: int = 0,
    cores: int | None = None,
    is_nice: bool = False,
) -> Iterator[int]:
    """Fills the values level by level, and tells after each how many are done.

    The first so many are in `values` already. A level holds the states with equally many free
    rows; it needs the one before it only. Where it `is_nice` whatever else runs comes first.
    """
    rows = len(sheet.rows)
    uppers, lowers, filled = sets_of(sheet)
    cores = cores or os.cpu_count() or 1
    plan, lanes = plan_of(sheet), LANES[values.dtype.name]
    with ThreadPoolExecutor(cores, initializer=_give_way if is_nice else None) as pool:
        for level in range(first, rows):
            chosen = np.flatnonzero(filled == rows - 1 - level)
            parts = [chosen[part :: cores * PARTS] for part in range(cores * PARTS)]
            jobs = [
                pool.submit(solve_sets, values, plan, uppers[part], lowers[part], lanes)
                for part in parts
                if len(part)
            ]
            try:
                for job in jobs:
                    job.result()
            except BaseException:  # whoever ends it does not wait for the rest of the level
                pool.shutdown(cancel_futures=True)
                raise
            yield level + 1


def _give_way() -> None:
    """This thread only, where the system can tell threads apart."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
