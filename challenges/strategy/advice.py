"""What may be done in a position, and what each of it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.dice import Dice
from challenges.engine.game import Game
from challenges.engine.scoring import counts_of
from challenges.engine.sheets import THROWS
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.turn import Turn, state_of

Counts = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A row to write, or the dice to keep: how often each face stays. `worth` is still to come."""

    row: str | None
    kept: Counts | None
    worth: float


def advise(game: Game, values: NDArray[Any]) -> list[Option]:
    """All options of a position, the best one first; none once the game is over."""
    if game.outcome:
        return []
    return options_of(Turn(game.sheet, values, state_of(game.sheet, game.filled)), game)


def options_of(turn: Turn, game: Game) -> list[Option]:
    """Keeps that leave the same faces are one option."""
    found = _rows(turn, game)
    if game.throw < THROWS:
        found += _keeps(turn, game.throw, counts_of(game.dice))
    return sorted(found, key=lambda option: -option.worth)


def _rows(turn: Turn, game: Game) -> list[Option]:
    outcome = keeps_of(turn.sheet.dice).number(counts_of(game.dice))
    worths = turn.rows_with(game.throw)[:, outcome].tolist()
    return [
        Option(row.code, None, worth)
        for row, worth in zip(turn.sheet.rows, worths, strict=True)
        if worth != -np.inf
    ]


def _keeps(turn: Turn, throw: int, thrown: Counts) -> list[Option]:
    keeps, worths = keeps_of(turn.sheet.dice), turn.keeps[throw]
    return [
        Option(None, kept, float(worths[keeps.number(kept)]))
        for kept in product(*(range(count + 1) for count in thrown))
        if kept != thrown
    ]


def counts_of_kept(dice: Dice, flags: tuple[bool, ...]) -> Counts:
    return counts_of([face for face, kept in zip(dice, flags, strict=True) if kept])


def flags_of(dice: Dice, kept: Counts) -> tuple[bool, ...]:
    """Which dice stay, the leftmost of each face."""
    left, flags = list(kept), []
    for face in dice:
        flags.append(left[face - 1] > 0)
        left[face - 1] -= flags[-1]
    return tuple(flags)
