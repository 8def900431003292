"""Simulated games: move for move those of opponents, and on average what the table says."""

import os
import random
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from challenges.engine.game import Game
from challenges.engine.sheets import SHEETS, HouseRules, Sheet, sheet_for
from challenges.strategy.opponents import Level, play_turn
from challenges.strategy.simulation import (
    BLOCK,
    Measure,
    measure_of,
    play_games,
    play_sheets,
    play_thrown,
    totals_of,
)
from tests.challenges.strategy.sheets import PLAIN, solved

FIVE_DICE = [code for code, sheet in SHEETS.items() if sheet.dice == 5]
FORCED, EXTRA = HouseRules(forced_order=True), HouseRules(extra_yatzy=True)
GAMES = 6

# To solve maxi takes too long for a test; its expert differs from hard in the values it reads.
PLAYED = [
    *((code, PLAIN, level) for code in SHEETS for level in Level),
    *((code, FORCED, level) for code in SHEETS for level in Level),
    *(("scandinavian", EXTRA, level) for level in Level),
    *(("maxi", HouseRules(upper_bonus=50), level) for level in Level),
]
SIMULATED = [
    (code, rules, level) for code, rules, level in PLAYED if (code, level) != ("maxi", Level.EXPERT)
]


@pytest.mark.parametrize(("code", "rules", "level"), SIMULATED)
def test_the_same_dice_are_played_as_an_opponent_plays_them(
    code: str, rules: HouseRules, level: Level
) -> None:
    sheet = sheet_for(code, rules)
    values = solved(code, rules, "float32") if level is Level.EXPERT else None
    dice = some_dice(sheet, GAMES)
    sheets = play_thrown(sheet, level, values, dice)
    totals = totals_of(sheet, sheets)
    for number in range(GAMES):
        game = play(level, on_dice(sheet, dice[number]), values)
        written = [game.filled[row.code] for row in sheet.rows]
        assert sheets[number].tolist() == [*written, game.extra_bonus]
        assert totals[number].tolist() == [game.total, game.upper_bonus]


def test_the_dice_of_these_tests_make_jokers_extra_yatzys_and_double_generalas() -> None:
    for code, rules, at in (("classic", PLAIN, -1), ("scandinavian", EXTRA, -1)):
        sheet = sheet_for(code, rules)
        assert play_thrown(sheet, Level.HARD, None, some_dice(sheet, GAMES))[:, at].max() > 100
    generala = sheet_for("generala")
    rows = play_thrown(generala, Level.HARD, None, some_dice(generala, GAMES))
    assert rows[:, -2].max() == 100
    assert {25, 35, 45} & set(rows[:, 6:9].ravel().tolist())  # served


def some_dice(sheet: Sheet, games: int) -> NDArray[np.uint8]:
    """With more turns that show one face only than chance has."""
    drawn = random.Random(sheet.code)
    shape = (games, sheet.turns, 3, sheet.dice)
    dice = np.array([drawn.randint(1, 6) for _ in range(int(np.prod(shape)))], np.uint8)
    dice = dice.reshape(shape)
    for game in range(games):
        for turn in drawn.sample(range(sheet.turns), sheet.turns // 3):
            dice[game, turn] = drawn.randint(1, 6)
    return dice


def on_dice(sheet: Sheet, dice: NDArray[np.uint8]) -> Game:
    return Game.start(sheet, lambda turn, throw: tuple(dice[turn - 1, throw - 1].tolist()))


def play(level: Level, game: Game, values: object) -> Game:
    while not game.outcome:
        game = play_turn(level, game, values)
    return game


@pytest.mark.parametrize("code", ["yacht", "generala"])
def test_a_hundred_thousand_games_by_the_table_average_what_it_says(code: str) -> None:
    values = solved(code, dtype="float32")
    found = measure_of(play_games(sheet_for(code), Level.EXPERT, values, 100_000, seed=1))
    assert abs(found.average - float(values[0])) < 3 * found.error
    assert 0.1 < found.error < 0.15


@pytest.mark.parametrize("code", FIVE_DICE)
def test_each_level_is_stronger_than_the_one_before(code: str) -> None:
    found = [measured(code, level).average for level in Level]
    assert found == sorted(found)
    assert found[1] - found[0] > 5


def test_without_its_table_the_levels_of_maxi_are_in_order_too() -> None:
    easy, medium, hard = (
        measure_of(play_games(sheet_for("maxi"), level, None, 1000, seed=1)).average
        for level in (Level.EASY, Level.MEDIUM, Level.HARD)
    )
    assert easy + 20 < medium < hard - 40


def test_on_classic_medium_gets_the_bonus_in_one_game_of_six_and_hard_averages_about_241() -> None:
    assert 0.15 < measured("classic", Level.MEDIUM).bonus_rate < 0.19
    assert 240 < measured("classic", Level.HARD).average < 243


@cache
def measured(code: str, level: Level) -> Measure:
    values = solved(code, dtype="float32") if level is Level.EXPERT else None
    return measure_of(play_games(sheet_for(code), level, values, 4000, seed=1))


def test_a_seed_gives_the_same_games_on_any_number_of_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet, games = sheet_for("generala"), BLOCK + 7
    found = []
    for cores in (1, 3):
        monkeypatch.setattr(os, "cpu_count", lambda cores=cores: cores)
        found.append(play_sheets(sheet, Level.EASY, None, games, seed=2))
    assert len(found[0]) == games
    assert (found[0] == found[1]).all()
    assert (play_sheets(sheet, Level.EASY, None, BLOCK, seed=2) == found[0][:BLOCK]).all()
    assert (play_sheets(sheet, Level.EASY, None, games, seed=3) != found[0]).any()


def test_a_total_is_the_rows_what_was_extra_and_the_bonus() -> None:
    classic = np.zeros((2, 14), np.int32)
    classic[:, 0:6] = [[3, 6, 9, 12, 15, 18], [3, 6, 9, 12, 15, 17]]
    classic[:, 13] = 100
    assert totals_of(sheet_for("classic"), classic).tolist() == [[198, 35], [162, 0]]
    assert totals_of(sheet_for("generala"), classic[:, :12]).tolist() == [[63, 0], [62, 0]]


def test_a_measure_has_the_average_its_error_the_spread_and_how_often_there_was_a_bonus() -> None:
    found = measure_of(np.array([[100, 0], [140, 35], [100, 0], [140, 0]], np.int32))
    assert (found.games, found.average, found.bonus_rate) == (4, 120, 0.25)
    assert found.spread == pytest.approx(40 / 3**0.5)
    assert found.error == pytest.approx(20 / 3**0.5)
    assert measure_of(np.array([[100, 0]], np.int32)).spread == 0
