"""Of several moves the one to make, the same whoever computed what they are worth.

Plain functions of numbers and arrays: the simulation compiles them. What is equal by the rules
may differ in the last digits, so an advantage counts only from `TIE` on, and of equals the first
one is taken: the row printed first, the keep that throws the fewest dice, and to write before to
throw.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.strategy.outcomes import keeps_of

TIE = 1e-9


class Within(NamedTuple):
    """Of each outcome the smaller keeps in it, from `start` of it to `start` of the next."""

    start: NDArray[np.int32]
    keep: NDArray[np.int32]


@cache
def within(dice: int) -> Within:
    found = [np.sort(keeps[:-1]) for keeps in keeps_of(dice).within]
    return Within(
        start=np.cumsum([0, *map(len, found)]).astype(np.int32),
        keep=np.concatenate(found).astype(np.int32),
    )


def best_row(worths: Any) -> int:
    best = 0
    for row in range(1, len(worths)):
        if worths[row] > worths[best] + TIE:
            best = row
    return best


def best_keep(worths: Any, within: Within, outcome: int, written: float) -> int:
    """-1 where it is as good to write."""
    best, most = -1, written
    for place in range(within.start[outcome], within.start[outcome + 1]):
        keep = within.keep[place]
        if worths[keep] > most + TIE:
            best, most = keep, worths[keep]
    return best
