"""One turn of a game, compiled: worked backwards as `kernel.py` does, for one state and with
everything in double precision."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import THROWS
from challenges.strategy.compiled import compiled
from challenges.strategy.game_plan import GamePlan, Law
from challenges.strategy.outcomes import FACES
from challenges.strategy.plan import EMPTY, FREE, HELD
from challenges.strategy.points import UPPER

Array = Any
LAST = THROWS - 1
"""Throws are counted from 0 here."""


class At(NamedTuple):
    """Where a game stands between two turns."""

    upper: int
    lower: int
    flag: int
    key_state: int
    total: int
    """Of the upper rows."""


class Written(NamedTuple):
    """How a turn ends."""

    throw: int
    outcome: int
    row: int


class Desk(NamedTuple):
    """What a turn is reckoned on."""

    after: NDArray[np.float64]
    """(rows, steps): what is still to come once a row is written."""
    rows: NDArray[np.float64]
    """Of the outcome on the table in each row; -inf where it may not be written."""
    keeps: NDArray[np.float64]
    """(2, keeps): what they are worth after the first throw, and after the second."""
    written: NDArray[np.float64]
    best: NDArray[np.float64]


def looked_up(values: NDArray[Any]) -> NDArray[np.float32]:
    """Of one type, so that what reads them is compiled once."""
    found = np.asarray(values, np.float32).view(np.ndarray)
    found.flags.writeable = False
    return found


@compiled()
def empty_desk(plan: GamePlan) -> Desk:
    rows, keeps = len(plan.step), len(plan.fewer)
    return Desk(
        np.empty((rows, plan.next_lane.shape[2])),
        np.empty(rows),
        np.empty((2, keeps)),
        np.empty(plan.law.outcomes),
        np.empty(keeps),
    )


@compiled()
def first_at() -> At:
    return At(0, 0, 0, FREE, 0)


# --- Rows ------------------------------------------------------------------------------------


@compiled()
def is_free(law: Law, at: At, row: int) -> bool:
    filled = at.upper | at.lower << UPPER
    return not (filled >> row) & 1 and not (law.forced and ~filled & ((1 << row) - 1))


@compiled()
def may_take(law: Law, at: At, row: int, face: int) -> bool:
    """A joker goes to the row of its number, else to a lower one, else to what is left."""
    if not is_free(law, at, row):
        return False
    if not law.joker or at.key_state == FREE or face < 0:
        return True
    if not (at.upper >> face) & 1:
        return row == face
    return row >= UPPER or at.lower == (1 << law.lower_rows) - 1


@compiled()
def fill(plan: GamePlan, at: At, written: Written, sheet: Array) -> At:
    law, row = plan.law, written.row
    points = plan.pays[1 if written.throw == 0 else 0, at.key_state, row, written.outcome]
    sheet[row] = points
    if at.key_state == HELD and plan.face[written.outcome] >= 0:
        sheet[-1] += law.extra
    if row < UPPER:
        return At(at.upper | 1 << row, at.lower, at.flag, at.key_state, at.total + points)
    lower = at.lower | 1 << (row - UPPER)
    if row != law.key:
        return At(at.upper, lower, at.flag, at.key_state, at.total)
    return At(at.upper, lower, 1 if points else 0, HELD if points else EMPTY, at.total)


# --- Worths ----------------------------------------------------------------------------------


@compiled()
def row_worths(plan: GamePlan, at: At, throw: int, outcome: int, desk: Desk) -> None:
    law, step, after, worths = plan.law, plan.step, desk.after, desk.rows
    pays, face = plan.pays[1 if throw == 0 else 0, at.key_state], plan.face[outcome]
    extra = law.extra if at.key_state == HELD and face >= 0 else 0
    for row in range(law.rows):
        worths[row] = -np.inf
        if may_take(law, at, row, face):
            worths[row] = pays[row, outcome] + after[row, step[row, outcome]] + extra


@compiled()
def reckon(plan: GamePlan, values: Array, at: At, desk: Desk) -> None:
    law, more = plan.law, plan.more
    _gather(plan, values, at, desk.after)
    _write(plan, at, desk)
    _throw(law, more, desk.written, desk.keeps[1])
    _improve(plan.fewer, desk.keeps[1], desk.best)
    _throw(law, more, desk.best, desk.keeps[0])


@compiled()
def _gather(plan: GamePlan, values: Array, at: At, after: Array) -> None:
    law, base, width, next_lane = plan.law, plan.base, plan.width, plan.next_lane
    lane = plan.lanes[at.upper, min(at.total, plan.lanes.shape[1] - 1)]
    for row in range(law.rows):
        if not is_free(law, at, row):
            continue
        if row < UPPER:
            upper = at.upper | 1 << row
            first = base[upper] + (at.lower * law.flags + at.flag) * width[upper]
            for count in range(after.shape[1]):
                after[row, count] = values[first + next_lane[at.upper, row, count, lane]]
        else:
            lower = (at.lower | 1 << (row - UPPER)) * law.flags
            first = base[at.upper] + lane
            for step in range(2):
                flag = 1 if row == law.key and step else at.flag
                after[row, step] = values[first + (lower + flag) * width[at.upper]]


@compiled()
def _write(plan: GamePlan, at: At, desk: Desk) -> None:
    """What outcomes are worth in their best row, unless the first throw showed them."""
    law, alike = plan.law, plan.alike
    pays, step, after, best = plan.pays[0, at.key_state], plan.step, desk.after, desk.written
    best[:] = -np.inf
    for row in range(law.rows):
        if not is_free(law, at, row):
            continue
        if row < UPPER or row == law.key:
            for outcome in range(law.outcomes):
                worth = pays[row, outcome] + after[row, step[row, outcome]]
                best[outcome] = max(best[outcome], worth)
        else:
            to_come = after[row, 0]
            for outcome in range(law.outcomes):
                best[outcome] = max(best[outcome], pays[row, outcome] + to_come)
    if at.key_state != FREE:
        for outcome in alike:
            row_worths(plan, at, LAST, outcome, desk)
            best[outcome] = desk.rows.max()


@compiled()
def _throw(law: Law, more: Array, outcomes: Array, keeps: Array) -> None:
    """What keeps are worth before a throw."""
    keeps[: law.outcomes] = outcomes[: law.outcomes]
    for at in range(len(more)):
        total = 0.0
        for face in range(FACES):
            total += keeps[more[at, face]]
        keeps[law.outcomes + at] = total / FACES


@compiled()
def _improve(fewer: Array, keeps: Array, best: Array) -> None:
    """What outcomes of the second throw are worth: written, or the best of their keeps thrown."""
    best[len(keeps) - 1] = keeps[len(keeps) - 1]
    for keep in range(len(keeps) - 2, -1, -1):
        most = keeps[keep]
        for face in range(FACES):
            most = max(most, best[fewer[keep, face]])
        best[keep] = most
