"""Moves, why one can be illegal, and how it looks in JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar


@dataclass(frozen=True, slots=True)
class Keep:
    """A flag per die, in slot order: true stays on the table, the others are thrown again."""

    flags: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Write:
    """Ends the turn with its dice in a row."""

    row: str


Move = Keep | Write


class IllegalMove(ValueError):
    """A move that the rules do not allow now; `code` is stable, the message is for people."""

    code: ClassVar[str]


class AllDiceKept(IllegalMove):
    code = "all_dice_kept"


class NoThrowsLeft(IllegalMove):
    code = "no_throws_left"


class WrongNumberOfDice(IllegalMove):
    code = "wrong_number_of_dice"


class UnknownRow(IllegalMove):
    code = "unknown_row"


class RowFilled(IllegalMove):
    code = "row_filled"


class RowNotAllowed(IllegalMove):
    code = "row_not_allowed"


class GameOver(IllegalMove):
    code = "game_over"


class MoveFormatError(ValueError):
    """JSON that is no move at all."""


def move_to_json(move: Move) -> dict[str, Any]:
    """`{"keep": [true, ...]}` or `{"row": "tower"}`."""
    if isinstance(move, Keep):
        return {"keep": list(move.flags)}
    return {"row": move.row}


def move_from_json(value: object) -> Move:
    """Raises MoveFormatError. Other fields may stand beside the move's own."""
    if not isinstance(value, Mapping) or ("keep" in value) == ("row" in value):
        raise MoveFormatError("A move has either keep or row.")
    if "row" in value:
        return _write_from_json(value["row"])
    return _keep_from_json(value["keep"])


def _write_from_json(row: object) -> Write:
    if not isinstance(row, str):
        raise MoveFormatError("row is the code of a row.")
    return Write(row)


def _keep_from_json(flags: object) -> Keep:
    if not isinstance(flags, list | tuple) or not all(isinstance(flag, bool) for flag in flags):
        raise MoveFormatError("keep is a list of true and false.")
    return Keep(tuple(flags))
