"""Solved sheets, once for all tests, and games played on them."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from numpy.typing import NDArray

from challenges.engine.game import Game
from challenges.engine.moves import Keep, Move, Write
from challenges.engine.sheets import HouseRules, Sheet, sheet_for
from challenges.strategy.advice import Option, advise, flags_of
from challenges.strategy.solver import new_values, solve

PLAIN = HouseRules()


@cache
def solved(code: str, rules: HouseRules = PLAIN, dtype: str = "float64") -> NDArray[Any]:
    sheet = sheet_for(code, rules)
    values = new_values(sheet, dtype)
    assert list(solve(sheet, values)) == [*range(1, len(sheet.rows) + 1)]
    return values


def new_game(sheet: Sheet, drawn: random.Random) -> Game:
    seed = drawn.random()

    def throw(turn: int, number: int) -> tuple[int, ...]:
        dice = random.Random(f"{seed} {turn} {number}")
        return tuple(dice.randint(1, 6) for _ in range(sheet.dice))

    return Game.start(sheet, throw)


def move_of(game: Game, option: Option) -> Move:
    return Write(option.row) if option.row else Keep(flags_of(game.dice, option.kept or ()))


def play(game: Game, values: NDArray[Any], choose: Callable[[list[Option]], Option]) -> Game:
    while not game.outcome:
        game = game.play(move_of(game, choose(advise(game, values))))
    return game
