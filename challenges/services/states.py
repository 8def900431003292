"""What a game is at one moment: a replay of its stored moves on its dice."""

import datetime
from dataclasses import dataclass

from challenges.engine import game as engine
from challenges.engine.dice import DiceStream
from challenges.engine.record import Record, moves_from_text
from challenges.engine.sheets import HouseRules, Sheet, sheet_for
from challenges.models import Game
from challenges.services.seeds import seed_of_game


@dataclass(frozen=True, slots=True)
class GameState:
    """A game's row, what a replay of its moves gives, and its status at one moment."""

    row: Game
    play: engine.Game
    status: str
    opponent: engine.Game | None = None
    """The computer's game on the same dice, where there is one."""


def sheet_of(game: Game) -> Sheet:
    return sheet_for(game.rules, HouseRules.from_json(game.rules, game.house_rules))


def state_of(game: Game, moment: datetime.datetime) -> GameState:
    """Of a game read together with its day. Raises DiceUnavailable."""
    sheet = sheet_of(game)
    stream = DiceStream(seed_of_game(game), sheet.dice)
    play = engine.replay(sheet, stream, moves_from_text(game.moves))
    opponent = None
    if game.opponent:
        opponent = engine.replay(sheet, stream, moves_from_text(game.opponent_moves))
    return GameState(game, play, game.status_at(moment), opponent)


def is_told(game: Game) -> bool:
    """Whether others than its player may see its dice and moves, staff included.

    It goes by the dice: whatever is played on those of a day waits until that day was closed.
    """
    return game.day is None or game.day.seed is not None


def record_of(game: Game) -> Record:
    """With the label of its seed, not the seed."""
    return _record(game, game.moves)


def record_of_opponent(game: Game) -> Record:
    """The same of what the computer played."""
    return _record(game, game.opponent_moves)


def _record(game: Game, moves: str) -> Record:
    house_rules = HouseRules.from_json(game.rules, game.house_rules)
    return Record(game.rules, house_rules, game.seed_label, moves_from_text(moves))
