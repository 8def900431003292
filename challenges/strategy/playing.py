"""Games, compiled: turn by turn as an opponent of some level plays them.

Each turn is reckoned by `reckoning.py` and played with the dice that are given. Moves are chosen by
the functions that choose those of `opponents.py`.
"""

from __future__ import annotations

import numpy as np

from challenges.engine.sheets import THROWS
from challenges.strategy.casual import THERE, preference
from challenges.strategy.choice import best_keep, best_row
from challenges.strategy.compiled import compiled, kept
from challenges.strategy.game_plan import GamePlan, Law
from challenges.strategy.reckoning import (
    LAST,
    Array,
    At,
    Desk,
    Written,
    empty_desk,
    fill,
    first_at,
    is_free,
    may_take,
    reckon,
    row_worths,
)

_best_row = compiled(best_row)
_best_keep = compiled(best_keep)
_preference = compiled(preference)


@kept()
def play(plan: GamePlan, values: Array, dice: Array, sheets: Array) -> None:
    desk = empty_desk(plan)
    for game in range(len(dice)):
        at = first_at()
        for turn in range(len(plan.step)):
            reckon(plan, values, at, desk)
            written = _turn(plan, at, dice[game, turn], desk)
            at = fill(plan, at, written, sheets[game])


@kept()
def play_casually(plan: GamePlan, dice: Array, sheets: Array) -> None:
    for game in range(len(dice)):
        at = first_at()
        for turn in range(len(plan.step)):
            written = _casual_turn(plan, at, dice[game, turn])
            at = fill(plan, at, written, sheets[game])


@compiled()
def _thrown(law: Law, more: Array, keep: int, dice: Array) -> int:
    """The outcome with the first dice of a throw."""
    for die in dice:
        if keep < law.outcomes:
            break
        keep = more[keep - law.outcomes, die - 1]
    return keep


# --- By values -------------------------------------------------------------------------------


@compiled()
def _turn(plan: GamePlan, at: At, dice: Array, desk: Desk) -> Written:
    keep = len(plan.fewer) - 1
    for throw in range(THROWS):
        outcome = _thrown(plan.law, plan.more, keep, dice[throw])
        row_worths(plan, at, throw, outcome, desk)
        row = _best_row(desk.rows)
        if throw == LAST:
            break
        keep = _best_keep(desk.keeps[throw], plan.within, outcome, desk.rows[row])
        if keep < 0:
            break
    return Written(throw, outcome, row)


# --- By looks --------------------------------------------------------------------------------


@compiled()
def _casual_turn(plan: GamePlan, at: At, dice: Array) -> Written:
    law, temptation, aim = plan.law, plan.casual.temptation, plan.casual.aim
    keep = len(plan.fewer) - 1
    for throw in range(THROWS):
        outcome = _thrown(law, plan.more, keep, dice[throw])
        row = _most_tempting(law, at, temptation, outcome)
        if temptation[row, outcome] >= THERE:
            return Written(throw, outcome, row)
        keep = aim[row, outcome]
        if keep == outcome or throw == LAST:
            break
    return Written(throw, outcome, _preferred(plan, at, throw, outcome))


@compiled()
def _most_tempting(law: Law, at: At, temptation: Array, outcome: int) -> int:
    best, most = -1, -np.inf
    for row in range(law.rows):
        if temptation[row, outcome] > most and is_free(law, at, row):
            best, most = row, temptation[row, outcome]
    return best


@compiled()
def _preferred(plan: GamePlan, at: At, throw: int, outcome: int) -> int:
    law, casual, face = plan.law, plan.casual, plan.face[outcome]
    pays = plan.pays[1 if throw == 0 else 0, at.key_state]
    best, most = -1, -1
    for row in range(law.rows):
        if may_take(law, at, row, face):
            wish = _preference(casual, row, pays[row, outcome])
            if wish > most:
                best, most = row, wish
    return best
