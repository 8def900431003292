"""Many games, compiled: in each position the move that an opponent of some level makes.

The dice come from a random number generator: this measures players, and proves nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from challenges.engine.sheets import THROWS, Sheet
from challenges.strategy.casual import THERE, Casual, casual_of, preference
from challenges.strategy.choice import Within, best_keep, best_row, within
from challenges.strategy.estimates import Estimate
from challenges.strategy.opponents import Level, values_of
from challenges.strategy.outcomes import FACES, keeps_of
from challenges.strategy.plan import EMPTY, FREE, HELD, Plan, plan_of
from challenges.strategy.points import UPPER, points_of
from challenges.strategy.states import SETS, states_of

Array = Any
Dice = NDArray[np.uint8]
Sheets = NDArray[np.int32]
BLOCK = 500
"""Games whose dice have a seed of their own: the same ones, however many cores there are."""

LAST = THROWS - 1
"""Throws are counted from 0 here."""


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


class Rules(NamedTuple):
    """What games of a sheet need, whoever plays."""

    law: Law
    plan: Plan
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


def play_games(sheet: Sheet, level: Level, values: Any, games: int, seed: int) -> Sheets:
    """(games, 2): the total of each, and the bonus in it. `values` is for EXPERT, the table."""
    return totals_of(sheet, play_sheets(sheet, level, values, games, seed))


def play_sheets(sheet: Sheet, level: Level, values: Any, games: int, seed: int) -> Sheets:
    """As `play_thrown`, with dice that follow from the seed, on all cores."""
    sizes = [min(BLOCK, games - first) for first in range(0, games, BLOCK)]
    play = _player(sheet, level, values)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        blocks = pool.map(partial(_play_block, sheet, play, seed), range(len(sizes)), sizes)
        return np.concatenate(list(blocks))


def play_thrown(sheet: Sheet, level: Level, values: Any, dice: Dice) -> Sheets:
    """(games, rows + 1): what each row got, and on top of them what was extra.

    `dice` are (games, turns, throws, dice), each throw as the engine takes it: whole, and of it the
    first ones for those that are not kept.
    """
    return _player(sheet, level, values)(dice)


def totals_of(sheet: Sheet, sheets: Sheets) -> Sheets:
    """Of what `play_thrown` answers: the totals, and the bonus in them."""
    bonus = np.zeros(len(sheets), np.int32)
    if sheet.upper_bonus:
        held = sheets[:, :UPPER].sum(axis=1) >= sheet.upper_bonus.threshold
        bonus[held] = sheet.upper_bonus.points
    return np.stack([sheets.sum(axis=1) + bonus, bonus], axis=1)


def _player(sheet: Sheet, level: Level, values: Any) -> Callable[[Dice], Sheets]:
    rules = rules_of(sheet)
    expected = None if level is Level.EASY else _looked_up(values_of(level, sheet, values))

    def play(dice: Dice) -> Sheets:
        sheets = np.zeros((len(dice), sheet.turns + 1), np.int32)
        if expected is None:
            _play_casually(rules, dice, sheets)
        else:
            _play(rules, expected, dice, sheets)
        return sheets

    return play


def _looked_up(values: Any) -> NDArray[np.float32]:
    """Of one type, so that this is compiled once."""
    found = np.asarray(values.table() if isinstance(values, Estimate) else values, np.float32)
    found = found.view(np.ndarray)
    found.flags.writeable = False
    return found


def _play_block(
    sheet: Sheet, play: Callable[[Dice], Sheets], seed: int, block: int, games: int
) -> Sheets:
    drawn = np.random.default_rng([seed, block])
    return play(drawn.integers(1, FACES + 1, (games, sheet.turns, THROWS, sheet.dice), np.uint8))


@cache
def rules_of(sheet: Sheet) -> Rules:
    keeps, points = keeps_of(sheet.dice), points_of(sheet)
    counts = keeps.counts[: keeps.outcomes]
    step = np.zeros((len(sheet.rows), keeps.outcomes), np.int8)
    step[:UPPER] = counts.T
    if points.key_row is not None:
        step[points.key_row] = points.pays[0, 0, points.key_row] > 0
    pays = np.stack([points.pays[0, 0], points.pays[0, 1], points.pays[1, 1]])
    return Rules(
        law=_law(sheet),
        plan=plan_of(sheet),
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


# --- Games -----------------------------------------------------------------------------------

compiled = njit(nogil=True, error_model="numpy")
_best_row = compiled(best_row)
_best_keep = compiled(best_keep)
_preference = compiled(preference)


@njit(nogil=True, cache=True, error_model="numpy")
def _play(rules: Rules, values: Array, dice: Array, sheets: Array) -> None:
    rows, keeps = len(rules.step), len(rules.fewer)
    desk = Desk(
        np.empty((rows, rules.plan.dice + 1)),
        np.empty(rows),
        np.empty((2, keeps)),
        np.empty(rules.law.outcomes),
        np.empty(keeps),
    )
    for game in range(len(dice)):
        at = At(0, 0, 0, FREE, 0)
        for turn in range(rows):
            _reckon(rules, values, at, desk)
            written = _turn(rules, at, dice[game, turn], desk)
            at = _fill(rules, at, written, sheets[game])


@njit(nogil=True, cache=True, error_model="numpy")
def _play_casually(rules: Rules, dice: Array, sheets: Array) -> None:
    for game in range(len(dice)):
        at = At(0, 0, 0, FREE, 0)
        for turn in range(len(rules.step)):
            written = _casual_turn(rules, at, dice[game, turn])
            at = _fill(rules, at, written, sheets[game])


@compiled
def _thrown(law: Law, more: Array, keep: int, dice: Array) -> int:
    """The outcome with the first dice of a throw."""
    for die in dice:
        if keep < law.outcomes:
            break
        keep = more[keep - law.outcomes, die - 1]
    return keep


@compiled
def _fill(rules: Rules, at: At, written: Written, sheet: Array) -> At:
    law, row = rules.law, written.row
    points = rules.pays[1 if written.throw == 0 else 0, at.key_state, row, written.outcome]
    sheet[row] = points
    if at.key_state == HELD and rules.face[written.outcome] >= 0:
        sheet[-1] += law.extra
    if row < UPPER:
        return At(at.upper | 1 << row, at.lower, at.flag, at.key_state, at.total + points)
    lower = at.lower | 1 << (row - UPPER)
    if row != law.key:
        return At(at.upper, lower, at.flag, at.key_state, at.total)
    return At(at.upper, lower, 1 if points else 0, HELD if points else EMPTY, at.total)


@compiled
def _is_free(law: Law, at: At, row: int) -> bool:
    filled = at.upper | at.lower << UPPER
    return not (filled >> row) & 1 and not (law.forced and ~filled & ((1 << row) - 1))


@compiled
def _may_take(law: Law, at: At, row: int, face: int) -> bool:
    """A joker goes to the row of its number, else to a lower one, else to what is left."""
    if not _is_free(law, at, row):
        return False
    if not law.joker or at.key_state == FREE or face < 0:
        return True
    if not (at.upper >> face) & 1:
        return row == face
    return row >= UPPER or at.lower == (1 << law.lower_rows) - 1


# --- By values -------------------------------------------------------------------------------


@compiled
def _turn(rules: Rules, at: At, dice: Array, desk: Desk) -> Written:
    keep = len(rules.fewer) - 1
    for throw in range(THROWS):
        outcome = _thrown(rules.law, rules.plan.more, keep, dice[throw])
        _rows(rules, at, throw, outcome, desk)
        row = _best_row(desk.rows)
        if throw == LAST:
            break
        keep = _best_keep(desk.keeps[throw], rules.within, outcome, desk.rows[row])
        if keep < 0:
            break
    return Written(throw, outcome, row)


@compiled
def _rows(rules: Rules, at: At, throw: int, outcome: int, desk: Desk) -> None:
    law, step, after, worths = rules.law, rules.step, desk.after, desk.rows
    pays, face = rules.pays[1 if throw == 0 else 0, at.key_state], rules.face[outcome]
    extra = law.extra if at.key_state == HELD and face >= 0 else 0
    for row in range(law.rows):
        worths[row] = -np.inf
        if _may_take(law, at, row, face):
            worths[row] = pays[row, outcome] + after[row, step[row, outcome]] + extra


@compiled
def _reckon(rules: Rules, values: Array, at: At, desk: Desk) -> None:
    law, more = rules.law, rules.plan.more
    _gather(rules, values, at, desk.after)
    _write(rules, at, desk)
    _throw(law, more, desk.written, desk.keeps[1])
    _improve(rules.fewer, desk.keeps[1], desk.best)
    _throw(law, more, desk.best, desk.keeps[0])


@compiled
def _gather(rules: Rules, values: Array, at: At, after: Array) -> None:
    law, plan = rules.law, rules.plan
    base, width, next_lane = plan.base, plan.width, plan.next_lane
    lane = rules.lanes[at.upper, min(at.total, rules.lanes.shape[1] - 1)]
    for row in range(law.rows):
        if not _is_free(law, at, row):
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


@compiled
def _write(rules: Rules, at: At, desk: Desk) -> None:
    """What outcomes are worth in their best row, unless the first throw showed them."""
    law, alike = rules.law, rules.plan.alike
    pays, step, after, best = rules.pays[0, at.key_state], rules.step, desk.after, desk.written
    best[:] = -np.inf
    for row in range(law.rows):
        if not _is_free(law, at, row):
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
            _rows(rules, at, LAST, outcome, desk)
            best[outcome] = desk.rows.max()


@compiled
def _throw(law: Law, more: Array, outcomes: Array, keeps: Array) -> None:
    """What keeps are worth before a throw."""
    keeps[: law.outcomes] = outcomes[: law.outcomes]
    for at in range(len(more)):
        total = 0.0
        for face in range(FACES):
            total += keeps[more[at, face]]
        keeps[law.outcomes + at] = total / FACES


@compiled
def _improve(fewer: Array, keeps: Array, best: Array) -> None:
    """What outcomes of the second throw are worth: written, or the best of their keeps thrown."""
    best[len(keeps) - 1] = keeps[len(keeps) - 1]
    for keep in range(len(keeps) - 2, -1, -1):
        most = keeps[keep]
        for face in range(FACES):
            most = max(most, best[fewer[keep, face]])
        best[keep] = most


# --- By looks --------------------------------------------------------------------------------


@compiled
def _casual_turn(rules: Rules, at: At, dice: Array) -> Written:
    law, temptation, aim = rules.law, rules.casual.temptation, rules.casual.aim
    keep = len(rules.fewer) - 1
    for throw in range(THROWS):
        outcome = _thrown(law, rules.plan.more, keep, dice[throw])
        row = _most_tempting(law, at, temptation, outcome)
        if temptation[row, outcome] >= THERE:
            return Written(throw, outcome, row)
        keep = aim[row, outcome]
        if keep == outcome or throw == LAST:
            break
    return Written(throw, outcome, _preferred(rules, at, throw, outcome))


@compiled
def _most_tempting(law: Law, at: At, temptation: Array, outcome: int) -> int:
    best, most = -1, -np.inf
    for row in range(law.rows):
        if temptation[row, outcome] > most and _is_free(law, at, row):
            best, most = row, temptation[row, outcome]
    return best


@compiled
def _preferred(rules: Rules, at: At, throw: int, outcome: int) -> int:
    law, casual, face = rules.law, rules.casual, rules.face[outcome]
    pays = rules.pays[1 if throw == 0 else 0, at.key_state]
    best, most = -1, -1
    for row in range(law.rows):
        if _may_take(law, at, row, face):
            wish = _preference(casual, row, pays[row, outcome])
            if wish > most:
                best, most = row, wish
    return best
