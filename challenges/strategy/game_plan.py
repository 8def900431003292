"""The tables that compiled games of a sheet read, whoever plays or reviews them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.casual import Casual, casual_of
from challenges.strategy.choice import Within, within
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.plan import plan_of
from challenges.strategy.points import UPPER, points_of
from challenges.strategy.states import SETS, states_of


class Law(NamedTuple):
    """Numbers only: counting references to arrays, between threads, costs more than playing."""

    rows: int
    outcomes: int
    flags: int
    lower_rows: int
    forced: bool
    joker: bool
    key: int
    """The key row; -1 where there is none."""
    extra: int


class GamePlan(NamedTuple):
    law: Law
    base: NDArray[np.int64]
    width: NDArray[np.int32]
    next_lane: NDArray[np.int16]
    alike: NDArray[np.int32]
    """(6,): the outcomes of one face only."""
    pays: NDArray[np.int32]
    """(2, 3, rows, outcomes): at 1 with the first throw of a turn; by the state of the key row."""
    step: NDArray[np.uint8]
    """(rows, outcomes): of an upper row how often its face; of another whether that fills the key
    row with its points."""
    face: NDArray[np.int8]
    """Of each outcome that shows one face only, which from 0; -1 of all others."""
    lanes: NDArray[np.int32]
    """(64, sums up to the threshold)"""
    more: NDArray[np.uint32]
    """(smaller keeps, 6), as the solver's; unsigned, since no index is counted from the end."""
    fewer: NDArray[np.uint32]
    """(keeps, 6): the keep with one die less of each face; where there is none, of no dice."""
    within: Within
    casual: Casual


@cache
def game_plan_of(sheet: Sheet) -> GamePlan:
    keeps, points, states = keeps_of(sheet.dice), points_of(sheet), states_of(sheet)
    counts = keeps.counts[: keeps.outcomes]
    step = np.zeros((len(sheet.rows), keeps.outcomes), np.uint8)
    step[:UPPER] = counts.T
    if points.key_row is not None:
        step[points.key_row] = points.pays[0, 0, points.key_row] > 0
    pays = points.by_key_state
    return GamePlan(
        law=_law(sheet),
        base=states.base,
        width=states.width,
        next_lane=states.next_lane,
        alike=plan_of(sheet).alike,
        pays=np.stack([pays, pays + points.served.clip(min=0)]).astype(np.int32),
        step=step,
        face=np.where(counts.max(axis=1) == sheet.dice, counts.argmax(axis=1), -1).astype(np.int8),
        lanes=_lanes(sheet),
        more=plan_of(sheet).more.astype(np.uint32),
        fewer=np.where(keeps.fewer < 0, len(keeps.counts) - 1, keeps.fewer).astype(np.uint32),
        within=within(sheet.dice),
        casual=casual_of(sheet),
    )


def _law(sheet: Sheet) -> Law:
    plan = plan_of(sheet)
    return Law(
        rows=len(sheet.rows),
        outcomes=plan.outcomes,
        flags=plan.flags,
        lower_rows=plan.lower_rows,
        forced=plan.forced,
        joker=plan.joker and not plan.forced,
        key=-1 if plan.key < 0 else plan.key + UPPER,
        extra=plan.extra,
    )


def _lanes(sheet: Sheet) -> NDArray[np.int32]:
    threshold = sheet.upper_bonus.threshold if sheet.upper_bonus else 0
    lane = states_of(sheet).lane
    return np.array(
        [[lane(upper, sums, threshold) for sums in range(threshold + 1)] for upper in range(SETS)],
        np.int32,
    )
