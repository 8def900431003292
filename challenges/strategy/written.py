"""What a turn is worth once it is written: in each row, with each outcome."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.outcomes import FACES, keeps_of
from challenges.strategy.points import UPPER, points_of
from challenges.strategy.states import SETS, State, States, states_of

Worths = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Tables:
    """What is the same for all states of a sheet."""

    sheet: Sheet
    states: States
    key: int | None
    pays: Worths
    """(held, joker, rows, outcomes), what is extra included."""
    served: Worths | None
    """(rows, outcomes): on top with the first throw; None where nothing pays more with it."""
    alike: NDArray[np.intp]
    """(6,): the outcomes of one face only."""
    count_of: NDArray[np.intp]
    """(6, outcomes): which of a list by face and count."""
    filled: Flags
    """(64, 6): which upper rows are filled in a set of them."""
    after: NDArray[np.int64]
    """(64, 6): the set with one row more."""
    bits: NDArray[np.int64]
    """(lower rows,)"""


def rows_of(sheet: Sheet, values: NDArray[Any], state: State) -> Worths:
    """(rows, outcomes): what is still to come, the points included; -inf where it is not allowed.

    Of `values` only some are asked for, by their numbers.
    """
    tables = _tables_of(sheet)
    key, free = tables.key, _free(tables, state)
    is_key_filled = key is not None and bool(state.lower >> (key - UPPER) & 1)
    pays = tables.pays[state.flag, int(is_key_filled)]
    worths = np.empty(pays.shape)
    np.add(pays[:UPPER], _after_upper(tables, values, state, free), out=worths[:UPPER])
    np.add(pays[UPPER:], _after_lower(tables, values, state, free), out=worths[UPPER:])
    if key is not None and free[key]:
        held = values[
            tables.states.number(state.upper, state.lower | 1 << key - UPPER, 1, state.lane)
        ]
        worths[key] = np.where(pays[key] > 0, pays[key] + held, worths[key])
    if sheet.joker and is_key_filled:
        for face, outcome in enumerate(tables.alike.tolist()):
            worths[~_joker_rows(free, face), outcome] = -np.inf
    return worths


def rows_at_once(sheet: Sheet, rows: Worths) -> Worths:
    """The same with the first throw of a turn."""
    served = _tables_of(sheet).served
    return rows if served is None else rows + served


@cache
def _tables_of(sheet: Sheet) -> _Tables:
    states, keeps, points = states_of(sheet), keeps_of(sheet.dice), points_of(sheet)
    alike = np.array(keeps.alike)
    pays = points.pays.astype(np.float64)
    pays[1][..., alike] += points.extra
    faces, sets = np.arange(FACES), np.arange(SETS)
    counts = keeps.counts[: keeps.outcomes].T.astype(np.intp)
    return _Tables(
        sheet=sheet,
        states=states,
        key=points.key_row,
        pays=pays,
        served=points.served.astype(np.float64) if points.served.any() else None,
        alike=alike,
        count_of=faces[:, None] * (sheet.dice + 1) + counts,
        filled=(sets[:, None] >> faces & 1).astype(np.bool_),
        after=sets[:, None] | 1 << faces,
        bits=1 << np.arange(states.lower_rows),
    )


def _free(tables: _Tables, state: State) -> Flags:
    """(rows,): those that may be written."""
    free = np.concatenate([~tables.filled[state.upper], (state.lower & tables.bits) == 0])
    return free & (np.cumsum(free) == 1) if tables.sheet.forced_order else free


def _after_upper(tables: _Tables, values: NDArray[Any], state: State, free: Flags) -> Worths:
    """(6, outcomes): what is to come after this turn."""
    states, after = tables.states, tables.after[state.upper]
    first = states.base[after] + (state.lower * states.flags + state.flag) * states.width[after]
    numbers = first[:, None] + states.next_lane[state.upper, :, :, state.lane]
    listed = np.full(numbers.shape, -np.inf)
    chosen = free[:UPPER]
    listed[chosen] = values[numbers[chosen]]
    return listed.ravel()[tables.count_of]


def _after_lower(tables: _Tables, values: NDArray[Any], state: State, free: Flags) -> Worths:
    """(lower rows, 1): the same for whatever the outcome is."""
    states, chosen = tables.states, free[UPPER:]
    blocks = (state.lower | tables.bits[chosen]) * states.flags + state.flag
    after = np.full((len(chosen), 1), -np.inf)
    width, base = int(states.width[state.upper]), int(states.base[state.upper])
    after[chosen, 0] = values[base + blocks * width + state.lane]
    return after


def _joker_rows(free: Flags, face: int) -> Flags:
    """The row of its number, else the lower ones, else what is left."""
    own, lower = np.zeros_like(free), free.copy()
    own[face], lower[:UPPER] = free[face], False
    return own if own.any() else lower if lower.any() else free
