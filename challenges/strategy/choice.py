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

from challenges.strategy.outcomes import FACES, keeps_of

TIE = 1e-9


class Within(NamedTuple):
    """Of each outcome the smaller keeps in it, from `start` of it to `start` of the next."""

    start: NDArray[np.int32]
    keep: NDArray[np.int32]


@cache
def within(dice: int) -> Within:
    keeps = keeps_of(dice)
    found: list[list[int]] = [[] for _ in range(len(keeps.counts))]
    for keep in range(len(keeps.counts) - 1, -1, -1):
        fewer = [int(keeps.fewer[keep, face]) for face in range(FACES)]
        found[keep] = sorted({one for less in fewer if less >= 0 for one in (less, *found[less])})
    outcomes = found[: keeps.outcomes]
    return Within(
        start=np.cumsum([0, *map(len, outcomes)]).astype(np.int32),
        keep=np.array([keep for keeps_in_it in outcomes for keep in keeps_in_it], np.int32),
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
