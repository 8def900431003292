"""The best total on known dice, against all there is to try, and never below what anybody plays."""

import dataclasses
import random
from itertools import permutations, product

import pytest

from challenges.engine.dice import DiceStream, Seed, rethrow
from challenges.engine.game import Game, replay
from challenges.engine.moves import Write
from challenges.engine.placement import placements
from challenges.engine.sheets import HouseRules, Sheet, UpperBonus, sheet_for
from challenges.strategy.ceiling import ceiling, has_ceiling
from tests.challenges.strategy.sheets import new_game, play, solved


def total_of(game: Game) -> int:
    return replay(game.sheet, game.throw_source, ceiling(game.sheet, game.throw_source)).total


def with_rows(code: str, *rows: str, bonus: UpperBonus | None = None) -> Sheet:
    sheet = sheet_for(code)
    return dataclasses.replace(
        sheet, rows=tuple(sheet.row_by_code[row] for row in rows), upper_bonus=bonus
    )


def tried_out(game: Game) -> int:
    """Every way to every outcome of every turn, and every order of the rows."""
    sheet = game.sheet
    most = [most_of(sheet, game, turn) for turn in range(1, sheet.turns + 1)]
    return max(
        total(sheet, [most[turn][row] for turn, row in enumerate(rows)], rows)
        for rows in permutations(range(sheet.turns))
    )


def total(sheet: Sheet, paid: list[int], rows: tuple[int, ...]) -> int:
    upper = sum(
        points
        for points, row in zip(paid, rows, strict=True)
        if sheet.rows[row].code in sheet.upper_codes
    )
    bonus = sheet.upper_bonus
    return sum(paid) + (bonus.points if bonus and upper >= bonus.threshold else 0)


def most_of(sheet: Sheet, game: Game, turn: int) -> list[int]:
    """Of each row, the most that a turn can be paid in it."""
    dice = {(game.throw_source(turn, 1), 1)}
    for throw in (2, 3):
        fresh = game.throw_source(turn, throw)
        dice |= {
            (rethrow(shown, keep, fresh), throw)
            for shown, thrown in dice
            if thrown == throw - 1
            for keep in product((False, True), repeat=sheet.dice)
            if not all(keep)
        }
    paid = [placements(sheet, {}, shown, throw) for shown, throw in dice]
    return [max(one[row.code].points for one in paid) for row in sheet.rows]


CUT_DOWN = [
    with_rows("scandinavian", "fives", "sixes", "one_pair", "full_house", "chance"),
    with_rows("scandinavian", "ones", "twos", "sixes", "yatzy", bonus=UpperBonus(50, 25)),
    with_rows("yacht", "threes", "chance", "small_straight", bonus=UpperBonus(20, 12)),
    with_rows("maxi", "fours", "fives", "three_pairs", "chance", bonus=UpperBonus(30, 40)),
    with_rows("yacht", "chance", "twos", "threes", "yacht", bonus=UpperBonus(40, 14)),
]


@pytest.mark.parametrize("sheet", CUT_DOWN, ids=lambda sheet: sheet.rows[0].code)
def test_it_is_the_most_of_all_there_is_to_try(sheet: Sheet) -> None:
    drawn = random.Random(sheet.rows[0].code)
    for _ in range(4):
        game = new_game(sheet, drawn)
        assert total_of(game) == tried_out(game)


def test_fewer_points_are_taken_below_where_that_reaches_the_bonus() -> None:
    def throw(turn: int, number: int) -> tuple[int, ...]:
        return (6, 6, 6, 6, 6) if turn == 1 else (6, 6, 6, 5, 5) if number == 1 else (1, 2, 1, 2, 1)

    rows = ("sixes", "yatzy")
    for bonus, written, points in [
        (None, ("yatzy", "sixes"), 50 + 18),
        (UpperBonus(50, 31), ("yatzy", "sixes"), 50 + 18),
        (UpperBonus(50, 30), ("sixes", "yatzy"), 30 + 0 + 50),
    ]:
        sheet = with_rows("scandinavian", *rows, bonus=bonus)
        moves = ceiling(sheet, throw)
        assert moves == tuple(Write(row) for row in written)
        assert replay(sheet, throw, moves).total == points


def test_a_row_that_pays_more_with_the_first_throw_is_written_then() -> None:
    sheet = with_rows("generala", "full_house", "four_of_a_kind")
    throws = {1: (3, 3, 3, 2, 2), 2: (4, 4, 4, 4, 1)}
    moves = ceiling(sheet, lambda turn, _throw: throws[turn])
    assert moves == (Write("full_house"), Write("four_of_a_kind"))
    assert replay(sheet, lambda turn, _throw: throws[turn], moves).total == 35 + 45


@pytest.mark.parametrize("code", ["scandinavian", "yacht"])
def test_nobody_gets_more_on_the_same_dice(code: str) -> None:
    values, drawn = solved(code), random.Random(code)
    for _ in range(5):
        game = new_game(sheet_for(code), drawn)
        most = total_of(game)
        assert play(game, values, lambda options: options[0]).total <= most
        assert play(game, values, drawn.choice).total <= most


@pytest.mark.parametrize(("seed", "most"), [(1, 509), (2, 498), (3, 614)])
def test_a_maxi_game_has_one(seed: int, most: int) -> None:
    sheet = sheet_for("maxi")
    dice = DiceStream(Seed(bytes([seed] * 32)), sheet.dice)
    game = replay(sheet, dice, ceiling(sheet, dice))
    assert game.outcome
    assert game.total == most


def test_with_a_forced_order_the_rows_are_what_they_are() -> None:
    sheet = sheet_for("yacht", HouseRules(forced_order=True))
    game = new_game(sheet, random.Random(5))
    moves = ceiling(sheet, game.throw_source)
    assert [move.row for move in moves if isinstance(move, Write)] == [
        row.code for row in sheet.rows
    ]
    most = [most_of(sheet_for("yacht"), game, turn)[turn - 1] for turn in range(1, 13)]
    rows = tuple(range(len(most)))
    assert replay(sheet, game.throw_source, moves).total == total(sheet, most, rows)


@pytest.mark.parametrize(
    ("code", "rules"),
    [
        ("classic", HouseRules()),
        ("generala", HouseRules()),
        ("scandinavian", HouseRules(extra_yatzy=True)),
        ("maxi", HouseRules(saved_throws=True)),
    ],
)
def test_where_turns_depend_on_one_another_it_is_refused(code: str, rules: HouseRules) -> None:
    sheet = sheet_for(code, rules)
    assert not has_ceiling(sheet)
    with pytest.raises(ValueError, match="depend on one another"):
        ceiling(sheet, lambda _turn, _throw: (1,) * sheet.dice)
