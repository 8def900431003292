"""The tables that the simulation reads: what games of a sheet need, whoever plays."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.casual import Casual, casual_of
from challenges.strategy.choice import Within, within
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.plan import Plan, plan_of
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
    solver: Plan
    pays: NDArray[np.int32]
    """(2, 3, rows, outcomes): at 1 with the first throw of a turn; by the state of the key row."""
    step: NDArray[np.int8]
    """(rows, outcomes): of an upper row how often its face; of another whether that fills the key
    row with its points."""
    face: NDArray[np.int8]
    """Of each outcome that shows one face only, which from 0; -1 of all others."""
    lanes: NDArray[np.int32]
    """(64, sums up to the threshold)"""
    fewer: NDArray[np.int32]
    """(keeps, 6): the keep with one die less of each face; where there is none, of no dice."""
    within: Within
    casual: Casual


@cache
def game_plan_of(sheet: Sheet) -> GamePlan:
    keeps, points = keeps_of(sheet.dice), points_of(sheet)
    counts = keeps.counts[: keeps.outcomes]
    step = np.zeros((len(sheet.rows), keeps.outcomes), np.int8)
    step[:UPPER] = counts.T
    if points.key_row is not None:
        step[points.key_row] = points.pays[0, 0, points.key_row] > 0
    pays = np.stack([points.pays[0, 0], points.pays[0, 1], points.pays[1, 1]])
    return GamePlan(
        law=_law(sheet),
        solver=plan_of(sheet),
        pays=np.stack([pays, pays + points.served.clip(min=0)]).astype(np.int32),
        step=step,
        face=np.where(counts.max(axis=1) == sheet.dice, counts.argmax(axis=1), -1).astype(np.int8),
        lanes=_lanes(sheet),
        fewer=np.where(keeps.fewer < 0, len(keeps.counts) - 1, keeps.fewer),
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
