"""Computer opponents: what each level makes of a turn.

They know the sheet, the dice on the table and nothing else: a game is asked for a throw when it is
thrown. The same throws are answered with the same moves.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from challenges.engine.game import Game
from challenges.engine.moves import Keep, Move, Write
from challenges.engine.scoring import counts_of
from challenges.engine.sheets import THROWS, Sheet
from challenges.strategy.advice import flags_of
from challenges.strategy.casual import THERE, casual_of, preference
from challenges.strategy.choice import best_keep, best_row, within
from challenges.strategy.estimates import blind_values, weighed_values
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.states import state_of
from challenges.strategy.turn import Turn


class Level(StrEnum):
    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


def play_turn(level: Level, game: Game, values: Any) -> Game:
    """The game once the row of its current turn is written.

    `values` is the solved table, which only EXPERT needs. Saved throws are neither used nor counted
    on.
    """
    if level is Level.EASY:
        return _play_casually(game)
    turn = Turn(game.sheet, values_of(level, game.sheet, values), state_of(game.sheet, game.filled))
    turns = len(game.filled)
    while len(game.filled) == turns:
        game = game.play(_best_move(turn, game))
    return game


def values_of(level: Level, sheet: Sheet, table: Any) -> Any:
    """What is expected of states, by a level that expects anything."""
    if level is Level.MEDIUM:
        return blind_values(sheet)
    return weighed_values(sheet) if level is Level.HARD else table


def _best_move(turn: Turn, game: Game) -> Move:
    outcome = turn.outcome_of(game.dice)
    rows = turn.rows_with(game.throw)[:, outcome]
    row = best_row(rows)
    if game.throw < THROWS:
        keeps = turn.keeps_after(game.throw)
        keep = best_keep(keeps, within(game.sheet.dice), outcome, rows[row])
        if keep >= 0:
            return _keep(game, keep)
    return Write(game.sheet.rows[row].code)


def _play_casually(game: Game) -> Game:
    casual = casual_of(game.sheet)
    while True:
        outcome = keeps_of(game.sheet.dice).number(counts_of(game.dice))
        row = max(_free_rows(game), key=lambda row: casual.temptation[row, outcome])
        keep = int(casual.aim[row, outcome])
        if casual.temptation[row, outcome] >= THERE:
            return game.play(Write(game.sheet.rows[row].code))
        if keep == outcome or game.throw == THROWS:
            return game.play(Write(_preferred(game)))
        game = game.play(_keep(game, keep))


def _preferred(game: Game) -> str:
    casual, rows, choices = casual_of(game.sheet), game.sheet.rows, game.choices
    points = {at: choices[row.code].points for at, row in enumerate(rows) if row.code in choices}
    return rows[max(points, key=lambda row: preference(casual, row, points[row]))].code


def _free_rows(game: Game) -> list[int]:
    free = [number for number, row in enumerate(game.sheet.rows) if row.code not in game.filled]
    return free[:1] if game.sheet.forced_order else free


def _keep(game: Game, keep: int) -> Keep:
    return Keep(flags_of(game.dice, keeps_of(game.sheet.dice).kept(keep)))
