"""The tables that the solver's kernel reads: what of the sheet is the same for every state.

Only what pays is listed. Whatever pays nothing for an outcome may be scratched with it, and the
best row to scratch is the same for all outcomes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.outcomes import FACES, Keeps, keeps_of
from challenges.strategy.points import UPPER, Points, points_of
from challenges.strategy.states import states_of

Ints = NDArray[np.int32]

FREE, EMPTY, HELD = range(3)
"""What the key row is: free, filled without its points, holding them."""


class Listing(NamedTuple):
    """For each of some lists the outcomes that pay, from `start` of it to `start` of the next."""

    start: Ints
    outcome: Ints
    points: Ints


class Plan(NamedTuple):
    dice: int
    outcomes: int
    flags: int
    lower_rows: int
    forced: bool
    joker: bool
    key: int
    """The key row among the lower ones; -1 where there is none."""
    extra: int
    base: NDArray[np.int64]
    width: Ints
    next_lane: NDArray[np.int16]
    more: Ints
    """(smaller keeps, 6), for those that begin at `outcomes`."""
    fewer_start: Ints
    fewer: Ints
    chances: NDArray[np.float64]
    alike: Ints
    """(6,): the outcomes of one face only."""
    upper: Listing
    """List `face * (dice + 1) + count`; points are not listed."""
    lower: Listing
    """List `state of the key row * lower rows + row`."""
    served: Listing
    """List `row`: with the first throw of a turn, where that pays more."""
    joker_pays: Ints
    """(3, lower rows, 6): what an outcome of one face pays."""


@cache
def plan_of(sheet: Sheet) -> Plan:
    keeps, points, states = keeps_of(sheet.dice), points_of(sheet), states_of(sheet)
    fewer = [[one for one in row if one >= 0] for row in keeps.fewer.tolist()]
    pays = points.by_key_state[:, UPPER:]
    return Plan(
        dice=sheet.dice,
        outcomes=keeps.outcomes,
        flags=states.flags,
        lower_rows=states.lower_rows,
        forced=sheet.forced_order,
        joker=sheet.joker,
        key=-1 if points.key_row is None else points.key_row - UPPER,
        extra=points.extra,
        base=states.base,
        width=states.width,
        next_lane=states.next_lane,
        more=keeps.more[keeps.outcomes :].copy(),
        fewer_start=_starts([len(found) for found in fewer]),
        fewer=np.array([one for found in fewer for one in found], np.int32),
        chances=keeps.chances,
        alike=np.array(keeps.alike, np.int32),
        upper=_upper(keeps),
        lower=_listing([row for state in pays for row in state]),
        served=_listing(_served(points)),
        joker_pays=pays[:, :, keeps.alike].astype(np.int32),
    )


def _served(points: Points) -> list[NDArray[np.int16]]:
    served = points.served[UPPER:]
    return [
        np.where(more > 0, more + pays, 0)
        for more, pays in zip(served, points.pays[0, 0, UPPER:], strict=True)
    ]


def _upper(keeps: Keeps) -> Listing:
    counts = keeps.counts[: keeps.outcomes]
    return _listing(
        [
            (counts[:, face] == count).astype(np.int16)
            for face in range(FACES)
            for count in range(keeps.dice + 1)
        ]
    )


def _listing(lists: list[NDArray[np.int16]]) -> Listing:
    paying = [np.flatnonzero(points).astype(np.int32) for points in lists]
    return Listing(
        start=_starts([len(found) for found in paying]),
        outcome=np.concatenate(paying),
        points=np.concatenate(
            [points[found] for points, found in zip(lists, paying, strict=True)]
        ).astype(np.int32),
    )


def _starts(lengths: list[int]) -> Ints:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
