"""Games as text: a record to read, and the compact moves that are stored with a game.

    Sheet: maxi
    House rules: full_straight=25, saved_throws
    Seed: daily:2026-12-01

     1. xx-x-- xxxx-- tower
     2. full_house

One turn a line, an unfinished last one included: what was kept before each further throw (x kept,
- thrown again), then the row. The compact text is the turns alone, without their numbers. Reading
checks the form; whether the moves are legal is for a replay to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NoReturn

from .dice import DiceStream, Seed
from .game import Game, replay
from .moves import Keep, Move, Write
from .sheets import SHEETS, HouseRules, HouseRulesError, OptionValue, Sheet, sheet_for

_ROW_CODES = frozenset(code for sheet in SHEETS.values() for code in sheet.row_by_code)
_HEADERS = ("Sheet", "House rules", "Seed")
_KEEP = re.compile(r"[x-]{1,10}")
_SEED_LABEL = re.compile(r"[a-z]+:[!-~]+")
_SEED = re.compile(r"[0-9a-f]{64}")
_OPTION = re.compile(r"([a-z_]+)(?:=([0-9]{1,4}))?")

Words = list[str]


class RecordError(ValueError):
    """Text that is no record; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(line, reason)
        self.line = line
        self.reason = reason

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Record:
    """All that a game is: its sheet, its seed (by label, or the seed itself) and its moves.

    Raises ValueError for a label that is none, and as sheet_for does.
    """

    sheet_code: str
    house_rules: HouseRules
    seed: str | Seed
    moves: tuple[Move, ...]

    def __post_init__(self) -> None:
        sheet_for(self.sheet_code, self.house_rules)
        if isinstance(self.seed, str) and not _SEED_LABEL.fullmatch(self.seed):
            raise ValueError("A seed label is a word, a colon and a name without spaces.")

    @property
    def sheet(self) -> Sheet:
        return sheet_for(self.sheet_code, self.house_rules)

    def replay(self, seed: Seed) -> Game:
        """Raises IllegalMove."""
        return replay(self.sheet, DiceStream(seed, self.sheet.dice), self.moves)

    def to_text(self) -> str:
        """Shows the seed itself where the record holds it in place of its label."""
        turns = [f"{turn:2}. {text}\n" for turn, text in enumerate(_turns(self.moves), start=1)]
        return "".join([*self._headers(), "\n", *turns])

    def _headers(self) -> Iterator[str]:
        yield f"Sheet: {self.sheet_code}\n"
        if options := self.house_rules.to_json():
            yield f"House rules: {', '.join(_option_text(*option) for option in options.items())}\n"
        yield f"Seed: {self.seed.hex() if isinstance(self.seed, Seed) else self.seed}\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Raises RecordError."""
        lines = [(line, text.strip()) for line, text in enumerate(text.split("\n"), start=1)]
        head_length = next((index for index, (_, text) in enumerate(lines) if not text), len(lines))
        headers = _read_headers(lines[:head_length])
        turns = [(line, text) for line, text in lines[head_length:] if text]
        sheet_code, house_rules = _read_sheet(headers)
        moves = _read_turns([_numbered_turn(turn, *line) for turn, line in enumerate(turns, 1)])
        return cls(sheet_code, house_rules, _read_seed(*headers["Seed"]), moves)


def moves_to_text(moves: Iterable[Move]) -> str:
    """The compact text: turns separated by a newline, moves by a space."""
    return "\n".join(_turns(moves))


def moves_from_text(text: str) -> tuple[Move, ...]:
    """Raises RecordError."""
    if not text:
        return ()
    turns = enumerate(text.split("\n"), start=1)
    return _read_turns((line, turn.split(" ")) for line, turn in turns)


def _turns(moves: Iterable[Move]) -> list[str]:
    turns, words = [], []
    for move in moves:
        words.append(_word(move))
        if isinstance(move, Write):
            turns.append(" ".join(words))
            words = []
    return [*turns, " ".join(words)] if words else turns


def _word(move: Move) -> str:
    if isinstance(move, Write):
        return move.row
    return "".join(["x" if kept else "-" for kept in move.flags])


def _read_turns(turns: Iterable[tuple[int, Words]]) -> tuple[Move, ...]:
    moves: list[Move] = []
    for line, words in turns:
        if moves and isinstance(moves[-1], Keep):
            raise RecordError(line, "the turn before this one has no row")
        *keeps, last = [_move_of(word) or _refuse(line, word) for word in words]
        if Write in map(type, keeps):
            raise RecordError(line, "something follows the row of the turn")
        moves += (*keeps, last)
    return tuple(moves)


def _refuse(line: int, word: str) -> NoReturn:
    raise RecordError(line, f"{word!r:.40} is neither dice kept nor a row")


# All the words there are fit several times over; the bound is for what is sent by mistake.
@lru_cache(maxsize=512)
def _move_of(word: str) -> Move | None:
    if word in _ROW_CODES:
        return Write(word)
    return Keep(tuple(flag == "x" for flag in word)) if _KEEP.fullmatch(word) else None


def _numbered_turn(turn: int, line: int, text: str) -> tuple[int, Words]:
    number, *words = text.split()
    if number != f"{turn}.":
        raise RecordError(line, f"turn {turn} is expected here, as '{turn}. ...'")
    if not words:
        raise RecordError(line, "the turn is empty")
    return line, words


def _read_headers(lines: Iterable[tuple[int, str]]) -> dict[str, tuple[int, str]]:
    """Header to its line and its text. All but the house rules are there."""
    headers: dict[str, tuple[int, str]] = {}
    for line, text in lines:
        name, colon, value = text.partition(":")
        if not colon or name not in _HEADERS:
            raise RecordError(line, f"one of the headers {', '.join(_HEADERS)} is expected here")
        if name in headers:
            raise RecordError(line, f"a second header {name}")
        headers[name] = line, value.strip()
    for name in ("Sheet", "Seed"):
        if name not in headers:
            raise RecordError(1, f"the header {name} is missing")
    return headers


def _read_sheet(headers: Mapping[str, tuple[int, str]]) -> tuple[str, HouseRules]:
    line, sheet_code = headers["Sheet"]
    if sheet_code not in SHEETS:
        raise RecordError(line, f"there is no sheet {sheet_code!r:.40}")
    if "House rules" not in headers:
        return sheet_code, HouseRules()
    line, text = headers["House rules"]
    try:
        return sheet_code, HouseRules.from_json(sheet_code, _read_options(line, text))
    except HouseRulesError as error:
        raise RecordError(line, str(error)) from None


def _option_text(name: str, value: OptionValue) -> str:
    return name if value is True else f"{name}={value}"


def _read_options(line: int, text: str) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for part in text.split(","):
        match = _OPTION.fullmatch(part.strip())
        if not match or match[1] in options:
            raise RecordError(line, f"{part.strip()!r:.40} is no house rule, or a second one")
        options[match[1]] = int(match[2]) if match[2] else True
    return options


def _read_seed(line: int, text: str) -> str | Seed:
    if _SEED.fullmatch(text):
        return Seed.fromhex(text)
    if not _SEED_LABEL.fullmatch(text):
        raise RecordError(line, "the seed is neither a label such as daily:2026-12-01 nor 64 hex")
    return text
