"""The computer as an opponent: it plays the player's throws, after the player, turn by turn."""

from collections.abc import Iterable
from dataclasses import dataclass

from challenges.engine.dice import Dice, rethrow
from challenges.engine.game import Game
from challenges.engine.moves import Keep, Move, Write
from challenges.engine.placement import place
from challenges.engine.sheets import Sheet
from challenges.services.perfect_play.problems import StrategyNotReady, StrategyUnknown
from challenges.services.perfect_play.tables import (
    Values,
    has_table,
    is_open,
    progress_of,
    values_of,
)
from challenges.services.states import GameState
from challenges.strategy.opponents import Level, play_turn


def check_can_play(level: Level, sheet: Sheet) -> None:
    """Raises StrategyNotReady or StrategyUnknown where it needs a table that is not there."""
    if level is Level.EXPERT:
        values_of(sheet)


def percent_ready(level: Level | None, sheet: Sheet) -> int:
    """How far its table is where it needs one that is still being solved; else 100."""
    if level is not Level.EXPERT or has_table(sheet):
        return 100
    return int(100 * progress_of(sheet)["share"])


def play_along(state: GameState, player: Game) -> Game | None:
    """The computer's game once it has as many rows as the player, whose game went on from `state`.

    It is played move by move, as the player's: of later throws it knows nothing. None where nobody
    is played against. Raises TableNotOpen.
    """
    opponent = state.opponent
    if opponent is None or len(opponent.filled) == len(player.filled):
        return opponent
    level = Level(str(state.row.opponent))
    values = _values_for(level, opponent.sheet)
    while len(opponent.filled) < len(player.filled):
        opponent = play_turn(level, opponent, values)
    return opponent


class TableNotOpen(Exception):
    """A table that this process has not opened yet is needed."""

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.code)
        self.sheet = sheet


def _values_for(level: Level, sheet: Sheet) -> Values | None:
    if level is not Level.EXPERT:
        return None
    if not is_open(sheet):
        raise TableNotOpen(sheet)
    return values_of(sheet)


def open_table_of(sheet: Sheet) -> None:
    """For this process, once and for all. Raises StrategyNotReady.

    There was a table when the game began, so where none is left it can come back.
    """
    try:
        values_of(sheet)
    except StrategyUnknown:
        raise StrategyNotReady(progress_of(sheet)) from None


# --- Telling of it ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeenThrow:
    dice: Dice
    kept: tuple[bool, ...] | None
    """What stayed on the table for the next throw; None of the last one."""


@dataclass(frozen=True, slots=True)
class SeenTurn:
    turn: int
    throws: tuple[SeenThrow, ...]
    row: str
    points: int
    extra: int
    """On top of what stands in the row."""


def last_turn(opponent: Game) -> SeenTurn | None:
    """Of the computer's game, which has whole turns only."""
    *others, last = opponent.moves or (None,)
    if not isinstance(last, Write):
        return None
    *before, (row, points) = opponent.filled.items()
    turn = len(opponent.filled)
    throws, dice = [], opponent.throw_source(turn, 1)
    for throw, kept in enumerate(_kept_at_the_end(others), start=2):
        throws.append(SeenThrow(dice, kept))
        dice = rethrow(dice, kept, opponent.throw_source(turn, throw))
    throws.append(SeenThrow(dice, None))
    extra = place(opponent.sheet, dict(before), dice, len(throws), row).extra
    return SeenTurn(turn, tuple(throws), row, points, extra)


def _kept_at_the_end(moves: Iterable[Move]) -> list[tuple[bool, ...]]:
    """What was kept since a row was written."""
    kept: list[tuple[bool, ...]] = []
    for move in moves:
        kept = [*kept, move.flags] if isinstance(move, Keep) else []
    return kept
