"""The values of states from those with one more row filled, compiled.

For a set of filled rows some lanes at a time. `work` holds a vector for each keep, in the order of
`outcomes.Keeps`. Backwards through a turn: first what each outcome is worth if it is written; then,
twice, what each keep is worth before it is thrown (the mean of the six keeps with one die more)
and what each outcome is worth with the best of its keeps (the higher of its own and of what it is
with one die less). The state is worth the mean of all outcomes.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from challenges.strategy.outcomes import FACES
from challenges.strategy.plan import EMPTY, FREE, HELD, Plan
from challenges.strategy.vectors import (
    add,
    add_times,
    double_zeros,
    highest,
    load,
    plus,
    rounded,
    sixth,
    store,
    zeros,
)


@njit(nogil=True, cache=True, error_model="numpy", boundscheck=False)
def solve_sets(values: Any, plan: Plan, uppers: Any, lowers: Any, lanes: int) -> None:
    """Sets of filled rows, all with equally many; those with one more are solved."""
    keeps = plan.outcomes + len(plan.more)
    work = np.empty(keeps * lanes, values.dtype)
    gathered = np.empty(FACES * (plan.dice + 1) * lanes, values.dtype)
    result = np.empty(lanes, values.dtype)
    for at in range(len(uppers)):
        _solve_set(values, plan, uppers[at], lowers[at], lanes, work, gathered, result)


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _solve_set(values, plan, upper, lower, lanes, work, gathered, result):
    key_filled = plan.key >= 0 and (lower >> plan.key) & 1
    width = plan.width[upper]
    free_upper, free_lower = _free(plan, upper, lower)
    for flag in range(2 if key_filled else 1):
        key_state = FREE if not key_filled else HELD if flag else EMPTY
        own = plan.base[upper] + (lower * plan.flags + flag) * width
        for first in range(0, width, lanes):
            _gather(values, plan, upper, lower, flag, free_upper, first, lanes, gathered)
            _write(
                values,
                plan,
                upper,
                lower,
                flag,
                key_state,
                free_upper,
                free_lower,
                first,
                lanes,
                work,
                gathered,
            )
            _throw(plan, lanes, work)
            _throw(plan, lanes, work)
            if len(plan.served.outcome):
                _serve(values, plan, upper, lower, flag, free_lower, first, lanes, work)
            _mean(plan, lanes, work, result)
            for lane in range(min(lanes, width - first)):
                values[own + first + lane] = result[lane]


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _free(plan, upper, lower):
    """The rows that may be written, a bit each."""
    free_upper = ~upper & ((1 << FACES) - 1)
    free_lower = ~lower & ((1 << plan.lower_rows) - 1)
    if plan.forced:
        if free_upper:
            return free_upper & -free_upper, 0
        return 0, free_lower & -free_lower
    return free_upper, free_lower


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _gather(values, plan, upper, lower, flag, free_upper, first, lanes, gathered):
    """What it is worth to write so many dice of a face in its row, points included."""
    last = plan.width[upper] - 1
    for face in range(FACES):
        if not (free_upper >> face) & 1:
            continue
        after = upper | 1 << face
        block = plan.base[after] + (lower * plan.flags + flag) * plan.width[after]
        for count in range(plan.dice + 1):
            to = (face * (plan.dice + 1) + count) * lanes
            points = (face + 1) * count
            for lane in range(lanes):
                lane_after = plan.next_lane[upper, face, count, min(first + lane, last)]
                gathered[to + lane] = values[block + lane_after] + points


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _after(plan, upper, lower, flag, row, first):
    """Where the values begin once a lower row is filled."""
    block = (lower | 1 << row) * plan.flags + flag
    return plan.base[upper] + block * plan.width[upper] + first


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _write(
    values,
    plan,
    upper,
    lower,
    flag,
    key_state,
    free_upper,
    free_lower,
    first,
    lanes,
    work,
    gathered,
):
    """What each outcome is worth, written in its best row."""
    counts = plan.dice + 1
    scratch = zeros(work)
    for face in range(FACES):
        if (free_upper >> face) & 1:
            scratch = highest(scratch, load(gathered, face * counts * lanes))
    for row in range(plan.lower_rows):
        if (free_lower >> row) & 1:
            scratch = highest(scratch, load(values, _after(plan, upper, lower, flag, row, first)))
    for outcome in range(plan.outcomes):
        store(work, outcome * lanes, scratch)
    for face in range(FACES):
        if (free_upper >> face) & 1:
            for count in range(1, counts):
                worth = load(gathered, (face * counts + count) * lanes)
                for at in range(
                    plan.upper.start[face * counts + count],
                    plan.upper.start[face * counts + count + 1],
                ):
                    to = plan.upper.outcome[at] * lanes
                    store(work, to, highest(load(work, to), worth))
    for row in range(plan.lower_rows):
        if (free_lower >> row) & 1:
            flag_after = 1 if row == plan.key else flag
            worth = load(values, _after(plan, upper, lower, flag_after, row, first))
            listed = key_state * plan.lower_rows + row
            for at in range(plan.lower.start[listed], plan.lower.start[listed + 1]):
                to = plan.lower.outcome[at] * lanes
                store(work, to, highest(load(work, to), plus(worth, plan.lower.points[at])))
    if plan.joker and key_state != FREE:
        _place_jokers(
            values,
            plan,
            upper,
            lower,
            flag,
            key_state,
            free_upper,
            free_lower,
            first,
            lanes,
            work,
            gathered,
        )
    if plan.extra and key_state == HELD:
        for face in range(FACES):
            to = plan.alike[face] * lanes
            store(work, to, plus(load(work, to), plan.extra))


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _place_jokers(
    values,
    plan,
    upper,
    lower,
    flag,
    key_state,
    free_upper,
    free_lower,
    first,
    lanes,
    work,
    gathered,
):
    """All dice alike go to the row of their number, else to a lower one, else to what is left."""
    counts = plan.dice + 1
    for face in range(FACES):
        if (free_upper >> face) & 1:
            best = load(gathered, (face * counts + plan.dice) * lanes)
        elif free_lower:
            best = zeros(work)
            for row in range(plan.lower_rows):
                if (free_lower >> row) & 1:
                    worth = load(values, _after(plan, upper, lower, flag, row, first))
                    best = highest(best, plus(worth, plan.joker_pays[key_state, row, face]))
        else:
            best = zeros(work)
            for other in range(FACES):
                if (free_upper >> other) & 1:
                    best = highest(best, load(gathered, other * counts * lanes))
        store(work, plan.alike[face] * lanes, best)


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _throw(plan, lanes, work):
    """From what outcomes are worth after a throw to what they are worth before it."""
    for at in range(len(plan.more)):
        three = add(load(work, plan.more[at, 0] * lanes), load(work, plan.more[at, 1] * lanes))
        three = add(three, load(work, plan.more[at, 2] * lanes))
        others = add(load(work, plan.more[at, 3] * lanes), load(work, plan.more[at, 4] * lanes))
        others = add(others, load(work, plan.more[at, 5] * lanes))
        store(work, (plan.outcomes + at) * lanes, sixth(add(three, others)))
    for keep in range(plan.outcomes + len(plan.more) - 2, -1, -1):
        best = load(work, keep * lanes)
        for at in range(plan.fewer_start[keep], plan.fewer_start[keep + 1]):
            best = highest(best, load(work, plan.fewer[at] * lanes))
        store(work, keep * lanes, best)


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _serve(values, plan, upper, lower, flag, free_lower, first, lanes, work):
    """What the first throw of a turn makes may be written at once, for more."""
    for row in range(plan.lower_rows):
        if (free_lower >> row) & 1:
            worth = load(values, _after(plan, upper, lower, flag, row, first))
            for at in range(plan.served.start[row], plan.served.start[row + 1]):
                to = plan.served.outcome[at] * lanes
                store(work, to, highest(load(work, to), plus(worth, plan.served.points[at])))


@njit(nogil=True, error_model="numpy", boundscheck=False)
def _mean(plan, lanes, work, result):
    mean = double_zeros(work)
    for outcome in range(plan.outcomes):
        mean = add_times(mean, load(work, outcome * lanes), plan.chances[outcome])
    store(result, 0, rounded(result, mean))
