"""What may be done in a position, and what each of it is worth."""

from __future__ import annotations

from dataclasses import dataclass
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

EQUAL = 0.001
"""Points: values that differ by less are one, since a table is exact to that."""


@dataclass(frozen=True, slots=True)
class Option:
    """A row to write, or the dice to keep: how often each face stays. `worth` is still to come."""

    row: str | None
    kept: Counts | None
    worth: float
    loss: float = 0.0
    """Points that the best option is worth more."""

    @property
    def is_best(self) -> bool:
        """There can be several: what differs by less than a table is exact to is equally good."""
        return self.loss < EQUAL


def advise(game: Game, values: NDArray[Any]) -> list[Option]:
    """All options of a position, the best one first; none once the game is over."""
    if game.outcome:
        return []
    return options_of(Turn(game.sheet, values, state_of(game.sheet, game.filled)), game)


def options_of(turn: Turn, game: Game) -> list[Option]:
    """Keeps that leave the same faces are one option."""
    outcome, keeps = turn.outcome_of(game.dice), keeps_of(turn.sheet.dice)
    best = turn.worth(game.throw, game.dice)
    found = [
        Option(row.code, None, worth, best - worth)
        for row, worth in zip(turn.sheet.rows, _rows(turn, game.throw, outcome), strict=True)
        if worth != -np.inf
    ]
    if game.throw < THROWS:
        kept = keeps.within[outcome][:-1].tolist()
        for number, worth in zip(kept, turn.kept(game.throw, outcome).tolist(), strict=True):
            found.append(Option(None, keeps.kept(number), worth, best - worth))
    return sorted(found, key=lambda option: option.loss)


def best_of(turn: Turn, throw: int, outcome: int) -> Option:
    """The first of these options, without the others."""
    rows = _rows(turn, throw, outcome)
    worth = max(rows)
    if throw < THROWS:
        kept = turn.kept(throw, outcome)
        at = int(kept.argmax())
        if kept[at] > worth:
            keeps = keeps_of(turn.sheet.dice)
            return Option(None, keeps.kept(int(keeps.within[outcome][at])), float(kept[at]))
    return Option(turn.sheet.rows[rows.index(worth)].code, None, worth)


def is_forced(turn: Turn, throw: int, outcome: int) -> bool:
    """Whether there is one option only: some dice can be thrown again until the last throw."""
    if throw < THROWS:
        return False
    return sum(worth != -np.inf for worth in _rows(turn, throw, outcome)) == 1


def _rows(turn: Turn, throw: int, outcome: int) -> list[float]:
    worths: list[float] = turn.rows_with(throw)[:, outcome].tolist()
    return worths


def counts_of_kept(dice: Dice, flags: tuple[bool, ...]) -> Counts:
    return counts_of([face for face, kept in zip(dice, flags, strict=True) if kept])


def flags_of(dice: Dice, kept: Counts) -> tuple[bool, ...]:
    """Which dice stay, the leftmost of each face."""
    left, flags = list(kept), []
    for face in dice:
        flags.append(left[face - 1] > 0)
        left[face - 1] -= flags[-1]
    return tuple(flags)
