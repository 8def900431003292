"""Checking a finished game afterwards: every throw, the sheet and the total, from the seed alone.

A proof is the JSON object that the service gives once a seed is public:
`{"id", "rules", "house_rules", "seed_label", "seed" (hex), "commitment", "moves",
"throws": [{"turn", "throw", "dice"}], "sheet": {row: points}, "total"}`. What it cannot show is
that the seed belongs to its label: for that the commitment must have been seen beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple, TypeVar

from .dice import Dice, DiceStream, Seed
from .game import Game
from .moves import IllegalMove, Move, MoveFormatError, move_from_json
from .sheets import HouseRules, HouseRulesError, Sheet, UnknownSheetError, sheet_for

_T = TypeVar("_T")

_TOO_MUCH = 10_000  # for points, turns, throws and dice alike


class ProofError(ValueError):
    """A proof that cannot be read; the message names the field."""


class Throw(NamedTuple):
    """`dice` is all dice on the table after the throw; turn and throw count from 1."""

    turn: int
    throw: int
    dice: Dice

    def __str__(self) -> str:
        return f"turn {self.turn}, throw {self.throw}: {' '.join(map(str, self.dice))}"


class Claims(NamedTuple):
    """What a proof says, read but not believed."""

    sheet: Sheet
    seed: Seed
    commitment: str
    moves: tuple[Move, ...]
    throws: tuple[Throw, ...]
    filled: Mapping[str, int]
    total: int


def throws_of(sheet: Sheet, seed: Seed, moves: Iterable[Move]) -> list[Throw]:
    """Every throw of the game in order. Raises IllegalMove."""
    return _throws(_games(sheet, seed, moves))


def check(proof: object) -> list[str]:
    """Each mismatch in plain words; empty when all that the proof says follows from its seed.

    Raises ProofError.
    """
    claims = _read_proof(proof)
    mismatches = []
    if claims.seed.commitment != claims.commitment:
        mismatches.append(f"The commitment of the seed is {claims.seed.commitment}.")
    return mismatches + _game_mismatches(claims)


def _games(sheet: Sheet, seed: Seed, moves: Iterable[Move]) -> Iterator[Game]:
    """The game before and after each move."""
    game = Game.start(sheet, DiceStream(seed, sheet.dice))
    yield game
    for move in moves:
        game = game.play(move)
        yield game


def _throws(games: Iterable[Game]) -> list[Throw]:
    # Every move brings exactly one throw, except for the last row.
    return [Throw(game.turn, game.throw, game.dice) for game in games if game.dice]


def _game_mismatches(claims: Claims) -> list[str]:
    games = []
    try:
        for game in _games(claims.sheet, claims.seed, claims.moves):
            games.append(game)
    except IllegalMove as error:
        # The game ends here: what it claims further on cannot be told right from wrong.
        throws = _throws(games)
        illegal = f"The move at ply {games[-1].ply} is not allowed: {error}"
        return [*_throw_mismatches(claims.throws[: len(throws)], throws), illegal]
    return [
        *_throw_mismatches(claims.throws, _throws(games)),
        *_sheet_mismatches(claims.filled, games[-1]),
        *_total_mismatches(claims.total, games[-1]),
    ]


def _throw_mismatches(claimed: Iterable[Throw], thrown: Iterable[Throw]) -> Iterator[str]:
    for claim, throw in zip_longest(claimed, thrown):
        if claim != throw:
            yield f"The proof says {claim or 'no throw'}; the seed gives {throw or 'no throw'}."


def _sheet_mismatches(claimed: Mapping[str, int], game: Game) -> Iterator[str]:
    for code in dict.fromkeys([*game.filled, *claimed]):
        claim, points = claimed.get(code, "nothing"), game.filled.get(code, "nothing")
        if claim != points:
            yield f"The row {code!r:.40} holds {points}; the proof says {claim}."


def _total_mismatches(claimed: int, game: Game) -> Iterator[str]:
    if claimed != game.total:
        yield f"The total is {game.total}; the proof says {claimed}."


def _read_proof(proof: object) -> Claims:
    """Raises ProofError; fields that are not known are left alone."""
    fields = _typed("the proof", proof, dict)
    for name in ("id", "seed_label"):
        _field(fields, name, str)
    return Claims(
        sheet=_read_sheet(fields),
        seed=_read_seed(_field(fields, "seed", str)),
        commitment=_field(fields, "commitment", str),
        moves=tuple(map(_read_move, enumerate(_field(fields, "moves", list)))),
        throws=tuple(map(_read_throw, enumerate(_field(fields, "throws", list)))),
        filled=_read_filled(_field(fields, "sheet", dict)),
        total=_in_range("total", _field(fields, "total", int)),
    )


def _field(fields: dict[Any, Any], name: str, kind: type[_T], path: str = "") -> _T:
    if name not in fields:
        raise ProofError(f"{path}{name} is missing.")
    return _typed(path + name, fields[name], kind)


def _typed(name: str, value: object, kind: type[_T]) -> _T:
    # No field is a bool, which isinstance would take for an int.
    if not isinstance(value, kind) or isinstance(value, bool):
        words = {dict: "an object", list: "a list", str: "a text", int: "a whole number"}
        raise ProofError(f"{name} is not {words[kind]}.")
    return value


def _in_range(name: str, value: int) -> int:
    if not 0 <= value < _TOO_MUCH:
        raise ProofError(f"{name} is out of range.")
    return value


def _read_sheet(fields: dict[Any, Any]) -> Sheet:
    rules = _field(fields, "rules", str)
    try:
        return sheet_for(rules, HouseRules.from_json(rules, _field(fields, "house_rules", dict)))
    except UnknownSheetError as error:
        raise ProofError(f"rules: {error}") from None
    except HouseRulesError as error:
        raise ProofError(f"house_rules: {error}") from None


def _read_seed(text: str) -> Seed:
    try:
        return Seed.fromhex(text)
    except ValueError:
        raise ProofError("seed is not 64 hex digits.") from None


def _read_move(numbered: tuple[int, object]) -> Move:
    index, value = numbered
    try:
        return move_from_json(value)
    except MoveFormatError as error:
        raise ProofError(f"moves[{index}]: {error}") from None


def _read_throw(numbered: tuple[int, object]) -> Throw:
    index, value = numbered
    name = f"throws[{index}]"
    fields = _typed(name, value, dict)
    turn, throw = (_field(fields, part, int, f"{name}.") for part in ("turn", "throw"))
    dice = _field(fields, "dice", list, f"{name}.")
    return Throw(
        _in_range(f"{name}.turn", turn),
        _in_range(f"{name}.throw", throw),
        tuple(_in_range(f"{name}.dice", _typed(f"{name}.dice", die, int)) for die in dice),
    )


def _read_filled(rows: dict[Any, Any]) -> dict[str, int]:
    """Rows that hold points; null stands for a free row."""
    filled = {code: points for code, points in rows.items() if points is not None}
    for code, points in filled.items():
        name = f"sheet[{code!r:.40}]"
        _in_range(name, _typed(name, points, int))
    return filled
