"""The figures of many games, compiled: those of their reviews, ten times as fast.

Where a player reads a game's review, it is `review.py` that tells it, which needs no compiler.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from challenges.engine.game import Game
from challenges.engine.moves import Keep
from challenges.engine.scoring import counts_of
from challenges.engine.sheets import THROWS, Sheet
from challenges.strategy.advice import counts_of_kept
from challenges.strategy.compiled import compiled, kept
from challenges.strategy.game_plan import GamePlan, game_plan_of
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.reckoning import (
    LAST,
    Array,
    Desk,
    Written,
    empty_desk,
    fill,
    first_at,
    looked_up,
    reckon,
    row_worths,
)
from challenges.strategy.review import WHOLE_ACCURACY, Figures, accuracy_of

_accuracy_of = compiled(accuracy_of)


class Courses(NamedTuple):
    """What was thrown and done, by number; throws are counted from 0."""

    outcomes: NDArray[np.int32]
    """(games, turns, throws); -1 of a throw that was not made."""
    keeps: NDArray[np.int32]
    """(games, turns, throws): what was kept of it; -1 where a row was written."""
    rows: NDArray[np.int32]
    """(games, turns)"""


def figures_of(games: Sequence[Game], values: NDArray[Any]) -> list[Figures]:
    """Of games of one sheet that are over, without saved throws."""
    if not games:
        return []
    sheet = games[0].sheet
    values, found = looked_up(values), np.empty((len(games), 3))
    measure(game_plan_of(sheet), values, _courses_of(games, sheet), found)
    start = float(values[0])
    return [Figures(start, *figures) for figures in found.tolist()]


def _courses_of(games: Sequence[Game], sheet: Sheet) -> Courses:
    shape = (len(games), sheet.turns, THROWS)
    outcomes, keeps = np.full(shape, -1, np.int32), np.full(shape, -1, np.int32)
    found = Courses(outcomes, keeps, np.empty(shape[:2], np.int32))
    row_numbers = {row.code: number for number, row in enumerate(sheet.rows)}
    number = keeps_of(sheet.dice).number
    for at, game in enumerate(games):
        for position, move in zip(game.positions(), game.moves, strict=True):
            turn, throw = len(position.filled), position.throw - 1
            found.outcomes[at, turn, throw] = number(counts_of(position.dice))
            if isinstance(move, Keep):
                kept_dice = counts_of_kept(position.dice, move.flags)
                found.keeps[at, turn, throw] = number(kept_dice)
            else:
                found.rows[at, turn] = row_numbers[move.row]
    return found


@kept()
def measure(plan: GamePlan, values: Array, courses: Courses, found: Array) -> None:
    """Into (games, 3): luck, loss and accuracy."""
    desk, sheet = empty_desk(plan), np.empty(len(plan.step) + 1, np.int32)
    for game in range(len(found)):
        at, expected = first_at(), float(values[0])
        luck = loss = accuracy = 0.0
        decisions = 0
        for turn in range(len(plan.step)):
            reckon(plan, values, at, desk)
            row = courses.rows[game, turn]
            for throw in range(THROWS):
                outcome = courses.outcomes[game, turn, throw]
                keep = courses.keeps[game, turn, throw]
                row_worths(plan, at, throw, outcome, desk)
                best = _best(plan, throw, outcome, desk)
                luck += best - expected
                expected = desk.keeps[throw, keep] if keep >= 0 else desk.rows[row]
                loss += best - expected
                if throw < LAST or _is_choice(desk):
                    decisions += 1
                    accuracy += _accuracy_of(best - expected)
                if keep < 0:
                    break
            expected = desk.after[row, plan.step[row, outcome]]
            at = fill(plan, at, Written(throw, outcome, row), sheet)
        found[game, 0], found[game, 1] = luck, loss
        found[game, 2] = WHOLE_ACCURACY * (accuracy / decisions if decisions else 1.0)


@compiled()
def _best(plan: GamePlan, throw: int, outcome: int, desk: Desk) -> float:
    best, keeps = desk.rows.max(), desk.keeps
    if throw < LAST:
        for place in range(plan.within.start[outcome], plan.within.start[outcome + 1]):
            best = max(best, keeps[throw, plan.within.keep[place]])
    return best


@compiled()
def _is_choice(desk: Desk) -> bool:
    return (desk.rows > -np.inf).sum() > 1
