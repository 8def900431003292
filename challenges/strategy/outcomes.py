"""What dice can show, without their order, and what can be kept of it.

A keep is how often each face is among the dice left on the table. Keeps form a lattice: one die
more leads to six neighbours, one die less to as many as there are different faces. A keep of all
dice is an outcome of a throw.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

FACES = 6
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Keeps:
    """All keeps of up to so many dice, those of all dice first, then with ever fewer.

    Number of keeps: 924 for six dice, 462 for five; of outcomes: 462 and 252.
    """

    dice: int
    counts: NDArray[np.int8]
    """(keeps, 6): how often each face is kept."""
    sizes: tuple[slice, ...]
    """At index k the keeps of k dice."""
    more: Ints
    """(keeps, 6): the keep with one die more of each face; -1 where all dice are kept."""
    fewer: Ints
    """(keeps, 6): the keep with one die less of each face; -1 where there is none."""
    chances: NDArray[np.float64]
    """(outcomes,): of a throw of all dice."""
    ahead: NDArray[np.float64]
    """(keeps that lack more than one die, keeps that lack one): how likely each of these is once
    all dice but one are thrown."""
    within: tuple[NDArray[np.intp], ...]
    """Of each outcome the keeps that it can be left with, the outcome itself last."""

    @property
    def outcomes(self) -> int:
        return len(self.chances)

    @property
    def alike(self) -> list[int]:
        """Of each face the outcome that shows nothing else."""
        return [
            self.number(tuple(self.dice * (at == face) for at in range(FACES)))
            for face in range(FACES)
        ]

    def number(self, counts: tuple[int, ...]) -> int:
        """Where a keep stands."""
        return _numbers(self.dice)[counts]

    def kept(self, number: int) -> tuple[int, ...]:
        """The counts of a keep, by where it stands."""
        return _all_counts(self.dice)[number]


@cache
def keeps_of(dice: int) -> Keeps:
    found = _all_counts(dice)
    numbers = _numbers(dice)
    starts = np.cumsum([0, *(len(group) for group in _by_size(dice))])
    sizes = [slice(int(first), int(last)) for first, last in pairwise(starts)]
    steps = np.eye(FACES, dtype=int)
    more = _neighbours(found, steps, numbers)
    outcomes = [counts for counts in found if sum(counts) == dice]
    return Keeps(
        dice=dice,
        counts=np.array(found, np.int8),
        sizes=tuple(sizes[::-1]),
        more=more,
        fewer=_neighbours(found, -steps, numbers),
        chances=np.array([_chance(counts) for counts in outcomes]),
        ahead=_ahead(more, sizes[1:]),
        within=tuple(_within(counts, numbers) for counts in outcomes),
    )


def _by_size(dice: int) -> list[list[tuple[int, ...]]]:
    return [
        [
            tuple(faces.count(face) for face in range(FACES))
            for faces in combinations_with_replacement(range(FACES), size)
        ]
        for size in range(dice, -1, -1)
    ]


@cache
def _all_counts(dice: int) -> tuple[tuple[int, ...], ...]:
    return tuple(counts for group in _by_size(dice) for counts in group)


@cache
def _numbers(dice: int) -> dict[tuple[int, ...], int]:
    return {counts: number for number, counts in enumerate(_all_counts(dice))}


def _neighbours(
    found: tuple[tuple[int, ...], ...], steps: NDArray[np.int_], numbers: dict[tuple[int, ...], int]
) -> Ints:
    return np.array(
        [
            [numbers.get(tuple((np.array(counts) + step).tolist()), -1) for step in steps]
            for counts in found
        ],
        np.int32,
    )


def _ahead(more: Ints, sizes: list[slice]) -> NDArray[np.float64]:
    """From step to step the mean of those with one die more."""
    nearest, others = sizes[0], sizes[1:]
    ahead = np.zeros((len(more), nearest.stop - nearest.start))
    ahead[nearest] = np.eye(nearest.stop - nearest.start)
    for at in others:
        ahead[at] = ahead[more[at]].mean(axis=1)
    return ahead[nearest.stop :].copy()


def _within(counts: tuple[int, ...], numbers: dict[tuple[int, ...], int]) -> NDArray[np.intp]:
    kept = product(*(range(count + 1) for count in counts))
    return np.array([numbers[one] for one in kept], np.intp)


def _chance(counts: tuple[int, ...]) -> float:
    ways = factorial(sum(counts)) // prod(map(factorial, counts))
    return float(ways / FACES ** sum(counts))
