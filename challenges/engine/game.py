"""A game: a sheet, a source of throws and a list of moves; everything else follows from them.

The game throws the first throw of a turn by itself when the turn begins, and asks its source for
nothing but the throw that happens now: dice which nobody has thrown are nowhere in it.

With saved throws a turn that ends after t throws adds 3 - t to the bank. Throws 4 and 5 thereby
spend one each, and are allowed only while the bank holds one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from .dice import Dice, ThrowSource, rethrow
from .moves import AllDiceKept, GameOver, IllegalMove, Keep, Move, NoThrowsLeft, WrongNumberOfDice
from .placement import Placement, bonus_held, place, placements, upper_sum
from .sheets import MOST_THROWS, THROWS, Sheet


@dataclass(frozen=True, slots=True)
class Outcome:
    reason: Literal["complete"]
    total: int


class Position(NamedTuple):
    """Where a game stands, without how it got there.

    `bank` holds the throws that were saved before this turn. Once all rows are filled `throw` is 0
    and `dice` is empty. A tuple, because a replay makes sixty and a frozen dataclass costs double.
    """

    filled: Mapping[str, int]
    extra_bonus: int
    bank: int
    throw: int
    dice: Dice

    @property
    def throws_left(self) -> int:
        return min(MOST_THROWS, THROWS + self.bank) - self.throw if self.dice else 0

    @property
    def saved_throws(self) -> int:
        """The bank, less what this turn has spent of it."""
        return self.bank - max(0, self.throw - THROWS)


@dataclass(frozen=True, slots=True)
class Game:
    """A game after its moves. A move makes a new game and leaves this one as it is."""

    sheet: Sheet
    throw_source: ThrowSource
    moves: tuple[Move, ...]
    position: Position

    @classmethod
    def start(cls, sheet: Sheet, throw_source: ThrowSource) -> Game:
        return cls(sheet, throw_source, (), _first_position(throw_source))

    def play(self, move: Move) -> Game:
        """Raises IllegalMove."""
        position = _after(self.sheet, self.throw_source, self.position, move)
        return Game(self.sheet, self.throw_source, (*self.moves, move), position)

    def course(self) -> list[Game]:
        """The game as it was before each of its moves."""
        sheet, throw_source, moves = self.sheet, self.throw_source, self.moves
        return [
            Game(sheet, throw_source, moves[:ply], position)
            for ply, position in enumerate(self.positions())
        ]

    def positions(self) -> Iterator[Position]:
        """Where it stood before each of its moves."""
        position = _first_position(self.throw_source)
        for move in self.moves:
            yield position
            position = _after(self.sheet, self.throw_source, position, move)

    @property
    def ply(self) -> int:
        """The index of the next move."""
        return len(self.moves)

    @property
    def turn(self) -> int:
        """Counted from 1; stays at the last one once all rows are filled."""
        return min(len(self.position.filled) + 1, self.turns)

    @property
    def turns(self) -> int:
        return self.sheet.turns

    @property
    def throw(self) -> int:
        """Throws made this turn; 0 once the game is over."""
        return self.position.throw

    @property
    def throws_left(self) -> int:
        """Throws that the player may still make this turn, saved ones included."""
        return self.position.throws_left

    @property
    def saved_throws(self) -> int:
        return self.position.saved_throws

    @property
    def dice(self) -> Dice:
        """In slot order; empty once the game is over."""
        return self.position.dice

    @property
    def filled(self) -> Mapping[str, int]:
        """Row to points, in the order of writing."""
        return MappingProxyType(self.position.filled)

    @property
    def choices(self) -> dict[str, Placement]:
        """The rows that may be written now, in printed order."""
        return placements(self.sheet, self.position.filled, self.dice, self.throw)

    @property
    def upper_sum(self) -> int:
        return upper_sum(self.sheet, self.position.filled)

    @property
    def upper_bonus(self) -> int:
        return bonus_held(self.sheet, self.position.filled)

    @property
    def extra_bonus(self) -> int:
        """The sum of what further yatzys paid on top of the rows."""
        return self.position.extra_bonus

    @property
    def total(self) -> int:
        return sum(self.position.filled.values()) + self.upper_bonus + self.extra_bonus

    @property
    def outcome(self) -> Outcome | None:
        return None if self.dice else Outcome("complete", self.total)


def replay(sheet: Sheet, throw_source: ThrowSource, moves: Iterable[Move]) -> Game:
    """The game after the moves, from its start. Raises IllegalMove with a note of the ply."""
    moves = tuple(moves)
    position = _first_position(throw_source)
    for ply, move in enumerate(moves):
        try:
            position = _after(sheet, throw_source, position, move)
        except IllegalMove as error:
            error.add_note(f"at ply {ply}")
            raise
    return Game(sheet, throw_source, moves, position)


def _first_position(throw_source: ThrowSource) -> Position:
    return Position({}, 0, 0, 1, throw_source(1, 1))


def _after(sheet: Sheet, throw_source: ThrowSource, position: Position, move: Move) -> Position:
    if not position.dice:
        raise GameOver("The game is over.")
    if isinstance(move, Keep):
        return _after_keep(sheet, throw_source, position, move.flags)
    return _after_write(sheet, throw_source, position, move.row)


def _after_keep(
    sheet: Sheet, throw_source: ThrowSource, position: Position, flags: tuple[bool, ...]
) -> Position:
    if len(flags) != sheet.dice:
        raise WrongNumberOfDice(f"The sheet {sheet.code} is played with {sheet.dice} dice.")
    if all(flags):
        raise AllDiceKept("All dice are kept: write a row instead.")
    if position.throws_left < 1:
        raise NoThrowsLeft("No throws are left in this turn: write a row.")
    filled, throw = position.filled, position.throw + 1
    dice = rethrow(position.dice, flags, throw_source(len(filled) + 1, throw))
    return Position(filled, position.extra_bonus, position.bank, throw, dice)


def _after_write(
    sheet: Sheet, throw_source: ThrowSource, position: Position, code: str
) -> Position:
    placement = place(sheet, position.filled, position.dice, position.throw, code)
    filled = {**position.filled, code: placement.points}
    extra_bonus = position.extra_bonus + placement.extra
    bank = position.bank + THROWS - position.throw if sheet.saved_throws else 0
    if len(filled) == sheet.turns:
        return Position(filled, extra_bonus, bank, 0, ())
    return Position(filled, extra_bonus, bank, 1, throw_source(len(filled) + 1, 1))
