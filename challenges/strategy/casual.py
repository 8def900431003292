"""How a casual person plays: by what the dice look like, and by what they pay now.

For every row and every outcome it is written down what would be kept for the row, and how tempting
that is. The most tempting free row decides: it goes for many of a face, or for a form (a straight,
groups of equal dice) that lacks one die. A form that is there is written at once. All else is
written when there is nothing left to throw: in the row that pays most, whatever that one will be
missed for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Row, Sheet
from challenges.strategy.outcomes import FACES, keeps_of
from challenges.strategy.points import UPPER, points_of

GROUPS = {
    "one_pair": (2,),
    "two_pairs": (2, 2),
    "three_pairs": (2, 2, 2),
    "full_house": (3, 2),
    "villa": (3, 3),
    "tower": (4, 2),
    "four_of_a_kind": (4,),
}
IMPROVED = ("one_pair", "two_pairs")
"""Groups that are thrown on with, since others of them may pay more."""

HIGH = 4
"""The lowest die that is kept for the chance."""

THERE = 100.0
"""As tempting as this, and what it pays, is a form that is there."""
LAST_DIE, MOST_FOR_LAST_DIE = 1.6, 2.5
"""A form that lacks one die is as tempting as so many alike less than it has: never as three."""
FOR_CHANCE, COMPLETE, HOPELESS = 0.5, -0.5, -9.0

Counts = tuple[int, ...]


class Casual(NamedTuple):
    temptation: NDArray[np.float64]
    """(rows, outcomes): from THERE on the row is written."""
    aim: NDArray[np.int32]
    """(rows, outcomes): what is kept."""
    if_paid: NDArray[np.int32]
    """(rows,): which goes first of rows that pay the same: the rarest has the highest number."""
    if_scratched: NDArray[np.int32]
    """(rows,): of rows that pay nothing: the one that could have paid least."""


@dataclass(frozen=True, slots=True)
class Aim:
    temptation: float
    kept: Counts


@cache
def casual_of(sheet: Sheet) -> Casual:
    keeps = keeps_of(sheet.dice)
    outcomes = [tuple(counts) for counts in keeps.counts[: keeps.outcomes].tolist()]
    aims = [
        [_aim(sheet, number, row, counts) for counts in outcomes]
        for number, row in enumerate(sheet.rows)
    ]
    temptation = np.array([[aim.temptation for aim in of_row] for of_row in aims])
    pays = points_of(sheet).pays.max(axis=(0, 1))
    return Casual(
        temptation=temptation + np.where(temptation == THERE, pays, 0),
        aim=np.array([[keeps.number(aim.kept) for aim in of_row] for of_row in aims], np.int32),
        if_paid=_ranks(-((pays > 0) @ keeps.chances)),
        if_scratched=_ranks(-pays.max(axis=1)),
    )


def preference(casual: Casual, row: int, points: int) -> int:
    """The higher, the sooner it is written; compiled by the simulation too."""
    rank = casual.if_paid[row] if points else casual.if_scratched[row]
    return int(points * 100 + rank)


def _ranks(goods: NDArray[np.float64]) -> NDArray[np.int32]:
    """0 for the lowest; of equals the first one is higher."""
    order = np.lexsort((-np.arange(len(goods)), goods))
    return np.argsort(order).astype(np.int32)


# --- What is kept for a row ------------------------------------------------------------------


def _aim(sheet: Sheet, number: int, row: Row, counts: Counts) -> Aim:
    if number < UPPER:
        return _alike(counts, number)
    if max(counts) == sheet.dice:
        return _alike(counts, counts.index(sheet.dice))
    if row.code in GROUPS:
        kept = _groups(counts, GROUPS[row.code])
        return _form(row, counts, kept, sum(GROUPS[row.code]) - sum(kept))
    if runs := _runs(sheet, number):
        kept = max((_run(counts, run) for run in runs), key=lambda kept: (sum(kept), kept[::-1]))
        return _form(row, counts, kept, min(map(len, runs)) - sum(kept))
    if row.code == "chance":
        high = (0,) * (HIGH - 1) + counts[HIGH - 1 :]
        return Aim(FOR_CHANCE, high)
    return _alike(counts, max(range(FACES), key=lambda face: (counts[face], face)))


def _alike(counts: Counts, face: int) -> Aim:
    kept = tuple(count * (at == face) for at, count in enumerate(counts))
    return Aim(counts[face] + (face + 1) / 100 if counts[face] else HOPELESS, kept)


def _form(row: Row, counts: Counts, kept: Counts, missing: int) -> Aim:
    if missing == 0 and row.code in IMPROVED:
        return Aim(COMPLETE, kept)
    if missing == 0:
        return Aim(THERE, counts)
    if missing == 1:
        return Aim(min(sum(kept) - LAST_DIE, MOST_FOR_LAST_DIE), kept)
    return Aim(-missing, kept)


def _groups(counts: Counts, sizes: tuple[int, ...]) -> Counts:
    """Of the faces that are there most often so many each."""
    faces = sorted(range(FACES), key=lambda face: (counts[face], face), reverse=True)
    wanted = dict(zip(faces, sizes, strict=False))
    return tuple(min(count, wanted.get(face, 0)) for face, count in enumerate(counts))


def _run(counts: Counts, run: frozenset[int]) -> Counts:
    return tuple(int(face in run and count > 0) for face, count in enumerate(counts))


@cache
def _runs(sheet: Sheet, number: int) -> tuple[frozenset[int], ...]:
    """The faces that make the row pay, where it is a straight."""
    if not sheet.rows[number].code.endswith("_straight"):
        return ()
    keeps = keeps_of(sheet.dice)
    paying = keeps.counts[: keeps.outcomes][points_of(sheet).pays[0, 0, number] > 0]
    found = {frozenset(np.flatnonzero(counts).tolist()) for counts in paying}
    return tuple(run for run in found if not any(other < run for other in found))
