"""Many games of a level of opponent: what it gets on average.

The dice come from a random number generator: this measures players, and proves nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import THROWS, Sheet
from challenges.strategy.estimates import Estimate
from challenges.strategy.game_plan import game_plan_of
from challenges.strategy.opponents import Level, values_of
from challenges.strategy.outcomes import FACES
from challenges.strategy.playing import play, play_casually
from challenges.strategy.points import UPPER
from challenges.strategy.reckoning import looked_up

Dice = NDArray[np.uint8]
Sheets = NDArray[np.int32]
BLOCK = 500
"""Games whose dice have a seed of their own: the same ones, however many cores there are."""


@dataclass(frozen=True, slots=True)
class Measure:
    games: int
    average: float
    spread: float
    """The standard deviation of a total."""
    bonus_rate: float

    @property
    def error(self) -> float:
        """The standard error of the average."""
        return float(self.spread / self.games**0.5)


def measure_of(totals: Sheets) -> Measure:
    """Of what `play_games` answers."""
    points, bonus = totals[:, 0], totals[:, 1]
    spread = float(points.std(ddof=1)) if len(points) > 1 else 0.0
    return Measure(len(points), float(points.mean()), spread, float((bonus > 0).mean()))


def play_games(sheet: Sheet, level: Level, values: Any, games: int, seed: int) -> Sheets:
    """(games, 2): the total of each, and the bonus in it. `values` is for EXPERT, the table."""
    return totals_of(sheet, play_sheets(sheet, level, values, games, seed))


def play_sheets(sheet: Sheet, level: Level, values: Any, games: int, seed: int) -> Sheets:
    """As `play_thrown`, with dice that follow from the seed, on all cores."""
    sizes = [min(BLOCK, games - first) for first in range(0, games, BLOCK)]
    player = _player(sheet, level, values)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        blocks = pool.map(partial(_play_block, sheet, player, seed), range(len(sizes)), sizes)
        return np.concatenate(list(blocks))


def play_thrown(sheet: Sheet, level: Level, values: Any, dice: Dice) -> Sheets:
    """(games, rows + 1): what each row got, and on top of them what was extra.

    `dice` are (games, turns, throws, dice), each throw as the engine takes it: whole, and of it the
    first ones for those that are not kept.
    """
    return _player(sheet, level, values)(dice)


def totals_of(sheet: Sheet, sheets: Sheets) -> Sheets:
    """Of what `play_thrown` answers: the totals, and the bonus in them."""
    bonus = np.zeros(len(sheets), np.int32)
    if sheet.upper_bonus:
        held = sheets[:, :UPPER].sum(axis=1) >= sheet.upper_bonus.threshold
        bonus[held] = sheet.upper_bonus.points
    return np.stack([sheets.sum(axis=1) + bonus, bonus], axis=1)


def _player(sheet: Sheet, level: Level, values: Any) -> Callable[[Dice], Sheets]:
    plan = game_plan_of(sheet)
    expected = None if level is Level.EASY else _table_of(values_of(level, sheet, values))

    def play_all(dice: Dice) -> Sheets:
        sheets = np.zeros((len(dice), sheet.turns + 1), np.int32)
        if expected is None:
            play_casually(plan, dice, sheets)
        else:
            play(plan, expected, dice, sheets)
        return sheets

    return play_all


def _table_of(values: Any) -> NDArray[np.float32]:
    return looked_up(values.table() if isinstance(values, Estimate) else values)


def _play_block(
    sheet: Sheet, player: Callable[[Dice], Sheets], seed: int, block: int, games: int
) -> Sheets:
    drawn = np.random.default_rng([seed, block])
    shape = (games, sheet.turns, THROWS, sheet.dice)
    return player(drawn.integers(1, FACES + 1, shape, np.uint8))
