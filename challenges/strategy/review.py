"""A finished game, decision by decision and throw by throw: how much was skill, how much luck.

    total = start value + luck - loss

holds to rounding, whatever the precision of the table: each value is taken from it once as what
was reached and once as what was expected from there on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from numpy.typing import NDArray

from challenges.engine.game import Game
from challenges.engine.moves import Keep, Move
from challenges.strategy.advice import EQUAL, Option, best_of, counts_of_kept, is_forced
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.turn import Turn, state_of

HALF_ACCURACY = 2.0
"""Points: a decision that loses so many is half as accurate as a perfect one."""

WHOLE_ACCURACY = 100.0


class Mark(StrEnum):
    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


_MARKS = ((EQUAL, Mark.BEST), (0.5, Mark.GOOD), (1.5, Mark.INACCURACY), (4.0, Mark.MISTAKE))


def accuracy_of(loss: float) -> float:
    """Of one decision, from 0 to 1."""
    return math.pow(2, -loss / HALF_ACCURACY)


def mark_of(loss: float) -> Mark:
    return next((mark for most, mark in _MARKS if loss < most), Mark.BLUNDER)


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """`expected` is the total to be expected once the move is made."""

    ply: int
    turn: int
    throw: int
    move: Move
    luck: float
    """Of the throw that it answers."""
    loss: float
    is_forced: bool
    best: Option
    expected: float

    @property
    def mark(self) -> Mark | None:
        return None if self.is_forced else mark_of(self.loss)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the decisions and throws of a whole game come to, all in points but the accuracy."""

    start: float
    luck: float
    loss: float
    accuracy: float
    """From 0 to 100."""

    @property
    def skill(self) -> int:
        """The total without its luck, 0 at least."""
        return max(0, round(self.start - self.loss))


@dataclass(frozen=True, slots=True)
class Review:
    start: float
    moves: tuple[ReviewedMove, ...]
    total: int

    @property
    def figures(self) -> Figures:
        return Figures(self.start, self.luck, self.loss, self.accuracy)

    @property
    def luck(self) -> float:
        return math.fsum(move.luck for move in self.moves)

    @property
    def loss(self) -> float:
        return math.fsum(move.loss for move in self.moves)

    @property
    def accuracy(self) -> float:
        """From 0 to 100: the mean of 100 * 2 ** (-loss / 2) over all decisions.

        100 where there was nothing to decide.
        """
        kept = [accuracy_of(move.loss) for move in self.moves if not move.is_forced]
        return WHOLE_ACCURACY * math.fsum(kept) / len(kept) if kept else WHOLE_ACCURACY

    @property
    def skill(self) -> int:
        return self.figures.skill

    def costliest(self, most: int = 3) -> list[ReviewedMove]:
        lost = [move for move in self.moves if move.loss >= EQUAL]
        return sorted(lost, key=lambda move: (-move.loss, move.ply))[:most]


def review(game: Game, values: NDArray[Any]) -> Review:
    """Of a game that is over, without saved throws."""
    reviewed: list[ReviewedMove] = []
    position, start = Game.start(game.sheet, game.throw_source), None
    turn: Turn | None = None
    kept = 0
    for move in game.moves:
        if position.throw == 1:
            turn = Turn(game.sheet, values, state_of(game.sheet, position.filled))
            start = turn.start if start is None else start
        assert turn is not None  # noqa: S101 (a turn begins with its first throw)
        reviewed.append(_reviewed(turn, position, move, kept))
        if isinstance(move, Keep):
            kept = keeps_of(game.sheet.dice).number(counts_of_kept(position.dice, move.flags))
        position = position.play(move)
    return Review(start or 0.0, tuple(reviewed), position.total)


def _reviewed(turn: Turn, position: Game, move: Move, kept: int) -> ReviewedMove:
    throw, outcome = position.throw, turn.outcome_of(position.dice)
    best = best_of(turn, throw, outcome)
    chosen = turn.worth_of(throw, position.dice, move)
    held = position.total - position.upper_bonus
    return ReviewedMove(
        ply=position.ply,
        turn=position.turn,
        throw=throw,
        move=move,
        luck=best.worth - turn.before(throw, kept),
        loss=best.worth - chosen,
        is_forced=is_forced(turn, throw, outcome),
        best=best,
        expected=held + chosen,
    )
