"""total = start + luck - loss, on thousands of games: of every sheet, as every level plays them.

The identity holds with any values. Maxi takes too long to be solved here, so its games are judged
by what hard opponents expect of its states; the table itself is judged by in `make bench`.
"""

import random
from functools import cache
from typing import Any

import pytest
from numpy.typing import NDArray

from challenges.engine.game import Game
from challenges.engine.sheets import SHEETS, sheet_for
from challenges.strategy.estimates import weighed_values
from challenges.strategy.opponents import Level, play_turn
from challenges.strategy.review import review
from tests.challenges.strategy.sheets import new_game, solved

GAMES = {code: 110 if sheet.dice == 5 else 60 for code, sheet in SHEETS.items()}
"""A level: two thousand in all."""


@pytest.mark.parametrize("code", SHEETS)
@pytest.mark.parametrize("level", Level)
def test_what_was_luck_and_what_was_lost_add_up_to_the_total(code: str, level: Level) -> None:
    values, drawn = values_of(code), random.Random(f"{code} {level}")
    for _ in range(GAMES[code]):
        found = review(played(level, code, values, drawn), values)
        assert abs(found.start + found.luck - found.loss - found.total) < 1e-9
        assert min(move.loss for move in found.moves) >= 0
        assert all(move.loss == 0 for move in found.moves if move.is_forced)
        assert found.loss < 1e-6 or level is not Level.EXPERT


@cache
def values_of(code: str) -> NDArray[Any]:
    sheet = sheet_for(code)
    return solved(code, dtype="float32") if sheet.dice == 5 else weighed_values(sheet).table()


def played(level: Level, code: str, values: NDArray[Any], drawn: random.Random) -> Game:
    game = new_game(sheet_for(code), drawn)
    while not game.outcome:
        game = play_turn(level, game, values)
    return game
