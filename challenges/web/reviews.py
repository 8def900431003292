"""A reviewed game as its page shows it: figures, the curve, decisions, and turns."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.functional import Promise

from challenges.engine import game as engine
from challenges.engine.dice import Dice
from challenges.engine.moves import Keep, Write
from challenges.services.rulebook import ROW_NAMES, SHEET_NAMES
from challenges.services.states import GameState
from challenges.strategy.advice import Option, flags_of
from challenges.strategy.review import Mark, Review, ReviewedMove
from challenges.web.curves import Curve, Point, curve_of
from challenges.web.review_texts import (
    MARK_NAMES,
    MARK_SIGNS,
    better_label,
    course_label,
    done_label,
    figure,
    lost,
    shown_luck,
    signed,
    verdict,
)

TELLING = (Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
"""Of these the better move is told."""


@dataclass(frozen=True, slots=True)
class Done:
    """Dice that are kept, or the row that they are written in."""

    dice: list[tuple[int, bool]]
    row: Promise | None = None
    points: int | None = None

    @property
    def label(self) -> str:
        return done_label(is_written=self.row is not None, is_any_kept=self._is_any_kept)

    @property
    def label_as_better(self) -> str:
        return better_label(is_written=self.row is not None, is_any_kept=self._is_any_kept)

    @property
    def _is_any_kept(self) -> bool:
        return any(is_kept for _face, is_kept in self.dice)


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, the throw that it answers, and what was better."""

    move: ReviewedMove
    done: Done
    better: Done

    @property
    def mark(self) -> Mark | None:
        return self.move.mark

    @property
    def mark_name(self) -> Promise | None:
        return MARK_NAMES[self.mark] if self.mark else None

    @property
    def mark_sign(self) -> str:
        return MARK_SIGNS[self.mark] if self.mark else ""

    @property
    def tells_better(self) -> bool:
        return self.mark in TELLING

    @property
    def luck(self) -> str:
        return signed(self.move.luck)

    @property
    def loss(self) -> str:
        return "" if self.mark in (None, Mark.BEST) else lost(self.move.loss)

    @property
    def expected(self) -> str:
        return figure(self.move.expected)

    @property
    def expected_with_better(self) -> str:
        return figure(self.move.expected + self.move.loss)


@dataclass(slots=True)
class Turn:
    number: int
    decisions: list[Decision] = field(default_factory=list)

    @property
    def written(self) -> Done:
        return self.decisions[-1].done

    @property
    def luck(self) -> str:
        return signed(sum(decision.move.luck for decision in self.decisions))

    @property
    def loss(self) -> str:
        return figure(sum(decision.move.loss for decision in self.decisions))

    @property
    def expected(self) -> str:
        return self.decisions[-1].expected


@dataclass(frozen=True)
class ReviewedGame:
    state: GameState
    review: Review

    @property
    def name(self) -> Promise:
        return SHEET_NAMES[self.state.row.rules]

    # --- Figures -----------------------------------------------------------------------------

    @property
    def start(self) -> str:
        return figure(self.review.start)

    @property
    def luck(self) -> str:
        return figure(self._luck)

    @property
    def is_lucky(self) -> bool:
        return self._luck >= 0

    @property
    def loss(self) -> str:
        return figure(self.review.loss)

    @property
    def accuracy(self) -> str:
        return figure(self.review.accuracy)

    @property
    def verdict(self) -> str:
        return verdict(self.review.start, self._luck, self.review.loss)

    @property
    def _luck(self) -> float:
        return shown_luck(self.review.start, self.review.loss, self.review.total)

    @property
    def marks(self) -> list[tuple[Mark, Promise, str, int]]:
        """Each mark with its name, its sign, and how many moves got it."""
        counts = Counter(move.mark for move in self.review.moves)
        return [(mark, MARK_NAMES[mark], MARK_SIGNS[mark], counts[mark]) for mark in Mark]

    # --- Move by move ------------------------------------------------------------------------

    @cached_property
    def decisions(self) -> list[Decision]:
        positions = self.state.play.course()
        pairs = zip(self.review.moves, positions, strict=True)
        return [_decision(move, position) for move, position in pairs]

    @cached_property
    def turns(self) -> list[Turn]:
        turns: list[Turn] = []
        for decision in self.decisions:
            if decision.move.throw == 1:
                turns.append(Turn(decision.move.turn))
            turns[-1].decisions.append(decision)
        return turns

    @cached_property
    def costliest(self) -> list[Decision]:
        return [self.decisions[move.ply] for move in self.review.costliest()]

    # --- The curve ---------------------------------------------------------------------------

    @cached_property
    def values(self) -> list[float]:
        """The total to be expected before the first turn and after each."""
        ends = [turn.decisions[-1].move.expected for turn in self.turns]
        return [self.review.start, *ends]

    @cached_property
    def curve(self) -> Curve:
        return curve_of(self.values)

    @property
    def curve_label(self) -> str:
        return course_label(self.values)

    @property
    def curve_marks(self) -> list[tuple[int, Point]]:
        """Where the costliest decisions were made, by their numbers; of one turn the first."""
        found: dict[int, int] = {}
        for number, decision in enumerate(self.costliest, start=1):
            found.setdefault(decision.move.turn, number)
        return [(number, self.curve.points[turn]) for turn, number in found.items()]


def _decision(move: ReviewedMove, position: engine.Game) -> Decision:
    if isinstance(move.move, Write):
        done = _written(move.move.row, position)
    else:
        done = _kept(move.move, position.dice)
    return Decision(move, done, _better(move.best, position))


def _better(best: Option, position: engine.Game) -> Done:
    if best.kept is None:
        return _written(str(best.row), position)
    return _kept(Keep(flags_of(position.dice, best.kept)), position.dice)


def _written(row: str, position: engine.Game) -> Done:
    placement = position.choices[row]
    plain = [(face, False) for face in position.dice]
    return Done(plain, ROW_NAMES[row], placement.points + placement.extra)


def _kept(move: Keep, dice: Dice) -> Done:
    return Done(list(zip(dice, move.flags, strict=True)))
