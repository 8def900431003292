"""The rules of the game as a library: no clock, no randomness, no Django.

A **sheet** has **rows**; **house rules** vary it. A **turn** fills one row, with up to three
**throws**. After a throw a player **keeps** some dice and throws the others again, or **writes**
a row; writing what gives nothing is a **scratch**. A **move** is one of the two, and a **ply** its
0-based index. A **seed** holds all dice of a game, whose **commitment** can be published before.

    seed = Seed.derive(key, daily_label(date))
    game = Game.start(sheet_for("maxi"), DiceStream(seed, 6))
    game = game.play(Keep((True, True, False, False, False, False)))
    game = game.play(Write("chance"))

A game is its sheet, its seed and its moves: `replay` makes it from them. `Record` is its text, and
`check` proves it once the seed is public.
"""

from .dice import (
    CHAIN_START,
    Dice,
    DiceStream,
    Seed,
    ThrowSource,
    chain_hash,
    daily_label,
    game_label,
    rethrow,
)
from .game import Game, Outcome, Position, replay
from .moves import (
    AllDiceKept,
    GameOver,
    IllegalMove,
    Keep,
    Move,
    MoveFormatError,
    NoThrowsLeft,
    RowFilled,
    RowNotAllowed,
    UnknownRow,
    Write,
    WrongNumberOfDice,
    move_from_json,
    move_to_json,
)
from .placement import Placement, bonus_held, place, placements, upper_sum
from .proof import ProofError, Throw, check, throws_of
from .record import Record, RecordError, moves_from_text, moves_to_text
from .sheets import (
    SHEETS,
    HouseRules,
    HouseRulesError,
    Row,
    Section,
    Sheet,
    UnknownSheetError,
    UpperBonus,
    options,
    sheet_for,
)

__all__ = [
    "CHAIN_START",
    "SHEETS",
    "AllDiceKept",
    "Dice",
    "DiceStream",
    "Game",
    "GameOver",
    "HouseRules",
    "HouseRulesError",
    "IllegalMove",
    "Keep",
    "Move",
    "MoveFormatError",
    "NoThrowsLeft",
    "Outcome",
    "Placement",
    "Position",
    "ProofError",
    "Record",
    "RecordError",
    "Row",
    "RowFilled",
    "RowNotAllowed",
    "Section",
    "Seed",
    "Sheet",
    "Throw",
    "ThrowSource",
    "UnknownRow",
    "UnknownSheetError",
    "UpperBonus",
    "Write",
    "WrongNumberOfDice",
    "bonus_held",
    "chain_hash",
    "check",
    "daily_label",
    "game_label",
    "move_from_json",
    "move_to_json",
    "moves_from_text",
    "moves_to_text",
    "options",
    "place",
    "placements",
    "replay",
    "rethrow",
    "sheet_for",
    "throws_of",
    "upper_sum",
]
