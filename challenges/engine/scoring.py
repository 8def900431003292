"""What dice are worth, as functions that rows are composed of.

A scorer takes how often each face lies on the table and gives points; 0 where the dice do not fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations

from .dice import FACES

Counts = tuple[int, int, int, int, int, int]
"""How many dice show 1, 2, ... 6."""

Scorer = Callable[[Counts], int]


def counts_of(dice: Sequence[int]) -> Counts:
    count = dice.count
    return count(1), count(2), count(3), count(4), count(5), count(6)


def pips(counts: Counts) -> int:
    """The sum of all dice."""
    ones, twos, threes, fours, fives, sixes = counts
    return ones + 2 * twos + 3 * threes + 4 * fours + 5 * fives + 6 * sixes


def number(face: int) -> Scorer:
    """The sum of the dice that show the face."""
    return lambda counts: counts[face - 1] * face


def alike(*sizes: int) -> Scorer:
    """Groups of equal dice, each of another face, such as (3, 2); the sum of the dice used.

    Where the dice can be read in several ways the highest sum counts. It is looked for among all
    readings, which is slow, but there are only 462 counts of six dice to remember.
    """
    readings = [
        tuple(zip(faces, sizes, strict=True))
        for faces in permutations(range(1, FACES + 1), len(sizes))
    ]

    def score(counts: Counts) -> int:
        sums = (
            sum(face * size for face, size in reading)
            for reading in readings
            if all(counts[face - 1] >= size for face, size in reading)
        )
        return max(sums, default=0)

    return cache(score)


def straight(*runs: Sequence[int]) -> Scorer:
    """The sum of the faces of the highest run that the dice hold."""

    def score(counts: Counts) -> int:
        return max((sum(run) for run in runs if all(counts[face - 1] for face in run)), default=0)

    return cache(score)


def pays(points: int, fits: Scorer) -> Scorer:
    """A fixed number of points for dice that fit."""
    return lambda counts: points if fits(counts) else 0


def pays_all(fits: Scorer) -> Scorer:
    """The sum of all dice for dice that fit."""
    return lambda counts: pips(counts) if fits(counts) else 0
