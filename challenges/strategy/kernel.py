"""The values of states from those with one more row filled, compiled.

For a set of filled rows some lanes at a time. `work` holds a vector for each keep, in the order of
`outcomes.Keeps`. Backwards through a turn: first what each outcome is worth if it is written; then,
twice, what each keep is worth before it is thrown (the mean of the six keeps with one die more)
and what each outcome is worth with the best of its keeps (the higher of its own and of what it is
with one die less). The state is worth the mean of all outcomes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from challenges.strategy.compiled import compiled, kept
from challenges.strategy.outcomes import FACES
from challenges.strategy.plan import EMPTY, FREE, HELD, Plan
from challenges.strategy.vectors import (
    add,
    add_times,
    double_zeros,
    highest,
    item,
    load,
    load_nth,
    plus,
    rounded,
    sixth,
    store,
    store_nth,
    zeros,
)

Array = Any
"""A contiguous one of one dimension, in single or double precision."""


class At(NamedTuple):
    """What is being solved: a set of filled rows, and some of its lanes."""

    upper: int
    lower: int
    flag: int
    key_state: int
    free_upper: int
    """The rows that may be written, a bit each."""
    free_lower: int
    first: int
    lanes: int


@kept()
def solve_sets(values: Array, plan: Plan, uppers: Array, lowers: Array, lanes: int) -> None:
    """Sets of filled rows, all with equally many; those with one more are solved."""
    work = np.empty((len(plan.fewer_start) - 1) * lanes, values.dtype)
    gathered = np.empty(FACES * (plan.dice + 1) * lanes, values.dtype)
    result = np.empty(lanes, values.dtype)
    for number in range(len(uppers)):
        upper, lower = uppers[number], lowers[number]
        key_filled = plan.key >= 0 and (lower >> plan.key) & 1
        free_upper, free_lower = _free(plan, upper, lower)
        for flag in range(2 if key_filled else 1):
            key_state = FREE if not key_filled else HELD if flag else EMPTY
            for first in range(0, plan.width[upper], lanes):
                at = At(upper, lower, flag, key_state, free_upper, free_lower, first, lanes)
                _solve(values, plan, at, work, gathered)
                _mean(plan, work, result)
                own = _block(plan, upper, lower, flag) + first
                for lane in range(min(lanes, plan.width[upper] - first)):
                    values[own + lane] = result[lane]


@compiled()
def _solve(values: Array, plan: Plan, at: At, work: Array, gathered: Array) -> None:
    """Leaves in `work` what each outcome of the first throw is worth."""
    _gather(values, plan, at, gathered)
    _scratch(values, plan, at, work, gathered)
    _write_upper(plan, at, work, gathered)
    _write_lower(values, plan, at, False, work)
    if plan.joker and at.key_state != FREE:
        _place_jokers(values, plan, at, work, gathered)
    if plan.extra and at.key_state == HELD:
        for face in range(FACES):
            outcome = plan.alike[face]
            store_nth(work, outcome, plus(load_nth(work, outcome), plan.extra))
    _throw(plan, work)
    _throw(plan, work)
    if len(plan.served.outcome):
        _write_lower(values, plan, at, True, work)


@compiled()
def _free(plan: Plan, upper: int, lower: int) -> Any:
    free_upper = ~upper & ((1 << FACES) - 1)
    free_lower = ~lower & ((1 << plan.lower_rows) - 1)
    if plan.forced:
        if free_upper:
            return free_upper & -free_upper, 0
        return 0, free_lower & -free_lower
    return free_upper, free_lower


@compiled()
def _block(plan: Plan, upper: int, lower: int, flag: int) -> int:
    """Where the lanes of a set of filled rows begin."""
    return plan.base[upper] + (lower * plan.flags + flag) * plan.width[upper]


@compiled()
def _after(plan: Plan, at: At, row: int, flag: int) -> int:
    """Where the lanes are once a lower row is filled."""
    return _block(plan, at.upper, at.lower | 1 << row, flag) + at.first


@compiled()
def _gather(values: Array, plan: Plan, at: At, gathered: Array) -> None:
    """What it is worth to write so many dice of a face in its row, points included."""
    last = plan.width[at.upper] - 1
    for face in range(FACES):
        if not (at.free_upper >> face) & 1:
            continue
        block = _block(plan, at.upper | 1 << face, at.lower, at.flag)
        for count in range(plan.dice + 1):
            to = (face * (plan.dice + 1) + count) * at.lanes
            points = (face + 1) * count
            for lane in range(at.lanes):
                after = plan.next_lane[at.upper, face, count, min(at.first + lane, last)]
                gathered[to + lane] = values[block + after] + points


@compiled()
def _scratch(values: Array, plan: Plan, at: At, work: Array, gathered: Array) -> None:
    """Every outcome may be written for nothing, in whichever row is the best for that."""
    best = zeros(work)
    for face in range(FACES):
        if (at.free_upper >> face) & 1:
            best = highest(best, load_nth(gathered, face * (plan.dice + 1)))
    for row in range(plan.lower_rows):
        if (at.free_lower >> row) & 1:
            best = highest(best, load(values, _after(plan, at, row, at.flag)))
    for outcome in range(plan.outcomes):
        store_nth(work, outcome, best)


@compiled()
def _write_upper(plan: Plan, at: At, work: Array, gathered: Array) -> None:
    counts = plan.dice + 1
    for face in range(FACES):
        if not (at.free_upper >> face) & 1:
            continue
        for listed in range(face * counts + 1, (face + 1) * counts):
            worth = load_nth(gathered, listed)
            for place in range(item(plan.upper.start, listed), item(plan.upper.start, listed + 1)):
                outcome = item(plan.upper.outcome, place)
                store_nth(work, outcome, highest(load_nth(work, outcome), worth))


@compiled()
def _write_lower(values: Array, plan: Plan, at: At, is_first: bool, work: Array) -> None:
    """With the first throw of a turn, what pays more then; else all that pays."""
    paying = plan.served if is_first else plan.lower
    first_list = 0 if is_first else at.key_state * plan.lower_rows
    for row in range(plan.lower_rows):
        if not (at.free_lower >> row) & 1:
            continue
        worth = load(values, _after(plan, at, row, 1 if row == plan.key else at.flag))
        listed = first_list + row
        for place in range(item(paying.start, listed), item(paying.start, listed + 1)):
            outcome = item(paying.outcome, place)
            written = plus(worth, item(paying.points, place))
            store_nth(work, outcome, highest(load_nth(work, outcome), written))


@compiled()
def _place_jokers(values: Array, plan: Plan, at: At, work: Array, gathered: Array) -> None:
    """All dice alike go to the row of their number, else to a lower one, else to what is left."""
    counts = plan.dice + 1
    for face in range(FACES):
        best = zeros(work)
        if (at.free_upper >> face) & 1:
            best = load_nth(gathered, face * counts + plan.dice)
        elif at.free_lower:
            for row in range(plan.lower_rows):
                if (at.free_lower >> row) & 1:
                    worth = load(values, _after(plan, at, row, at.flag))
                    pays = plan.joker_pays[at.key_state, row, face]
                    best = highest(best, plus(worth, pays))
        else:
            for other in range(FACES):
                if (at.free_upper >> other) & 1:
                    best = highest(best, load_nth(gathered, other * counts))
        store_nth(work, plan.alike[face], best)


@compiled()
def _throw(plan: Plan, work: Array) -> None:
    """From what outcomes are worth after a throw to what they are worth before it."""
    keeps = len(plan.fewer_start) - 1
    for keep in range(plan.outcomes, keeps):
        more = (keep - plan.outcomes) * FACES
        some = add(_neighbour(plan, work, more), _neighbour(plan, work, more + 1))
        some = add(some, _neighbour(plan, work, more + 2))
        rest = add(_neighbour(plan, work, more + 3), _neighbour(plan, work, more + 4))
        rest = add(rest, _neighbour(plan, work, more + 5))
        store_nth(work, keep, sixth(add(some, rest)))
    for keep in range(keeps - 2, -1, -1):
        best = load_nth(work, keep)
        for place in range(item(plan.fewer_start, keep), item(plan.fewer_start, keep + 1)):
            best = highest(best, load_nth(work, item(plan.fewer, place)))
        store_nth(work, keep, best)


@compiled(inline="always")
def _neighbour(plan: Plan, work: Array, place: int) -> Any:
    return load_nth(work, item(plan.more, place))


@compiled()
def _mean(plan: Plan, work: Array, result: Array) -> None:
    mean = double_zeros(work)
    for outcome in range(plan.outcomes):
        mean = add_times(mean, load_nth(work, outcome), plan.chances[outcome])
    store(result, 0, rounded(result, mean))
