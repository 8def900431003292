from __future__ import annotations

import ast
import random
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import challenges.engine
from challenges.engine import (
    AllDiceKept,
    DiceStream,
    Game,
    GameOver,
    IllegalMove,
    Keep,
    Move,
    MoveFormatError,
    NoThrowsLeft,
    Outcome,
    RowFilled,
    RowNotAllowed,
    UnknownRow,
    Write,
    WrongNumberOfDice,
    move_from_json,
    move_to_json,
    replay,
    sheet_for,
)

from .support import FIXED, OTHER_SEED, SEED, play_at_random, start

NONE = Keep((False,) * 6)
LAST_ONE = Keep((True, True, True, True, True, False))


def play(game: Game, *moves: Move) -> Game:
    for move in moves:
        game = game.play(move)
    return game


def test_a_game_starts_with_its_first_throw_made() -> None:
    game = start("maxi")
    assert game.dice == (4, 4, 4, 3, 3, 5)
    assert (game.ply, game.turn, game.turns, game.throw, game.throws_left) == (0, 1, 20, 1, 2)
    assert (game.saved_throws, dict(game.filled), game.moves) == (0, {}, ())
    assert (game.upper_sum, game.upper_bonus, game.extra_bonus, game.total) == (0, 0, 0, 0)
    assert game.outcome is None
    assert list(game.choices) == [row.code for row in game.sheet.rows]
    assert game.choices["full_house"].points == 18


def test_a_turn_is_played() -> None:
    kept = start("maxi").play(LAST_ONE)
    assert (kept.dice, kept.throw, kept.throws_left) == ((4, 4, 4, 3, 3, 6), 2, 1)
    written = kept.play(Write("full_house"))
    assert dict(written.filled) == {"full_house": 18}
    assert (written.total, written.turn, written.throw, written.ply) == (18, 2, 1, 2)
    assert written.dice == (2, 2, 4, 3, 3, 1)
    assert written.moves == (LAST_ONE, Write("full_house"))


def test_throwing_all_dice_again_takes_the_whole_throw() -> None:
    assert start("maxi").play(NONE).dice == (6, 4, 3, 5, 1, 6)


def test_scratching_fills_a_row_with_nothing() -> None:
    game = start("maxi").play(Write("maxi_yatzy"))
    assert dict(game.filled) == {"maxi_yatzy": 0}


@pytest.mark.parametrize(
    ("moves", "move", "refusal", "code"),
    [
        ([], Keep((True,) * 6), AllDiceKept, "all_dice_kept"),
        ([NONE, NONE], Keep((True,) * 6), AllDiceKept, "all_dice_kept"),
        ([NONE, NONE], NONE, NoThrowsLeft, "no_throws_left"),
        ([], Keep((True,) * 5), WrongNumberOfDice, "wrong_number_of_dice"),
        ([], Keep((False,) * 7), WrongNumberOfDice, "wrong_number_of_dice"),
        ([], Keep(()), WrongNumberOfDice, "wrong_number_of_dice"),
        ([], Write("yatzy"), UnknownRow, "unknown_row"),
        ([], Write(""), UnknownRow, "unknown_row"),
        ([Write("ones")], Write("ones"), RowFilled, "row_filled"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(
    moves: list[Move], move: Move, refusal: type[IllegalMove], code: str
) -> None:
    game = play(start("maxi"), *moves)
    before = repr(game)
    with pytest.raises(refusal) as error:
        game.play(move)
    assert error.value.code == code
    assert str(error.value)
    assert repr(game) == before


def test_a_row_out_of_order_is_refused_where_the_order_is_forced() -> None:
    game = start("maxi", forced_order=True)
    with pytest.raises(RowNotAllowed) as error:
        game.play(Write("twos"))
    assert error.value.code == "row_not_allowed"
    assert list(game.choices) == ["ones"]


def test_nothing_follows_the_last_row() -> None:
    game = play_at_random(start("generala"), plies=100)
    assert game.outcome == Outcome("complete", game.total)
    assert (game.turn, game.throw, game.throws_left, game.dice) == (11, 0, 0, ())
    assert game.choices == {}
    for move in (Write("ones"), Write("yatzy"), Keep((False,) * 5), Keep(())):
        with pytest.raises(GameOver) as error:
            game.play(move)
        assert error.value.code == "game_over"


def test_saved_throws_are_spent_as_a_fourth_and_a_fifth_throw() -> None:
    game = start("maxi", saved_throws=True).play(Write("ones"))
    assert (game.saved_throws, game.throw, game.throws_left) == (2, 1, 4)
    states = []
    for _ in range(4):
        game = game.play(NONE)
        states.append((game.throw, game.throws_left, game.saved_throws))
    assert states == [(2, 3, 2), (3, 2, 2), (4, 1, 1), (5, 0, 0)]
    with pytest.raises(NoThrowsLeft):
        game.play(NONE)
    game = game.play(Write("chance"))
    assert (game.saved_throws, game.throws_left) == (0, 2)


def test_one_saved_throw_makes_a_fourth_and_no_fifth() -> None:
    game = play(start("maxi", saved_throws=True), NONE, Write("ones"), NONE, NONE, NONE)
    assert (game.throw, game.throws_left, game.saved_throws) == (4, 0, 0)


def test_a_bank_of_many_throws_still_makes_five_at_most() -> None:
    game = play(start("maxi", saved_throws=True), *map(Write, ("ones", "twos", "threes")))
    assert (game.saved_throws, game.throws_left) == (6, 4)
    game = play(game, NONE, NONE, NONE, NONE)
    assert (game.throw, game.throws_left, game.saved_throws) == (5, 0, 4)
    assert game.play(Write("fours")).saved_throws == 4


def test_without_the_house_rule_no_throw_is_saved() -> None:
    game = start("maxi").play(Write("ones"))
    assert (game.saved_throws, game.throws_left) == (0, 2)


def test_a_fifth_throw_takes_its_own_dice() -> None:
    game = play(start("maxi", saved_throws=True), Write("ones"), NONE, NONE, NONE, NONE)
    assert game.dice == DiceStream(SEED, 6)(2, 5)


def test_the_upper_bonus_counts_as_soon_as_the_sum_reaches_it() -> None:
    """Dice that show the number of the turn."""
    game = Game.start(sheet_for("maxi"), lambda turn, n: (7 - turn,) * 6)
    totals = []
    for row in ("sixes", "fives", "fours", "threes", "twos", "ones"):
        game = game.play(Write(row))
        totals.append((game.upper_sum, game.upper_bonus, game.total))
    assert totals == [
        (36, 0, 36),
        (66, 0, 66),
        (90, 100, 190),
        (108, 100, 208),
        (120, 100, 220),
        (126, 100, 226),
    ]


def test_further_yatzys_add_up_beside_the_sheet() -> None:
    game = Game.start(sheet_for("classic"), lambda turn, n: (6,) * 5)
    game = play(game, *map(Write, ("yatzy", "sixes", "large_straight")))
    assert dict(game.filled) == {"yatzy": 50, "sixes": 30, "large_straight": 40}
    assert (game.extra_bonus, game.total) == (200, 320)


def test_a_replay_names_the_ply_of_an_illegal_move() -> None:
    moves: list[Move] = [Write("ones"), NONE, Write("ones")]
    with pytest.raises(RowFilled) as error:
        replay(sheet_for("maxi"), DiceStream(SEED, 6), moves)
    assert error.value.__notes__ == ["at ply 2"]


def test_the_course_of_a_game_is_the_game_before_each_move() -> None:
    game = start().play(LAST_ONE).play(Write("chance"))
    before = game.course()
    assert before == [start(), start().play(LAST_ONE)]
    assert start().course() == []


def test_games_are_equal_when_their_sheet_seed_and_moves_are() -> None:
    game = play_at_random(start(), plies=20)
    assert replay(game.sheet, DiceStream(SEED, 6), game.moves) == game
    assert replay(game.sheet, DiceStream(OTHER_SEED, 6), game.moves) != game


def test_what_is_shown_of_a_sheet_cannot_be_written_to() -> None:
    filled = start().play(Write("ones")).filled
    with pytest.raises(TypeError):
        filled["twos"] = 10  # type: ignore[index]


@FIXED
@given(turn=st.integers(0, 18), first=st.integers(0, 999), second=st.integers(0, 999))
def test_equal_choices_give_equal_dice_whatever_earlier_turns_did(
    turn: int, first: int, second: int
) -> None:
    """Two games that differed until this turn, in throws and rows, and now keep the same slots."""
    games = [play_turns(start(), turn, choice) for choice in (first, second)]
    assert games[0].dice == games[1].dice
    keeps = random.Random(first + second)
    for _ in range(2):
        keep = Keep((*[keeps.random() < 0.5 for _ in range(5)], False))
        games = [game.play(keep) for game in games]
        assert games[0].dice == games[1].dice


def play_turns(game: Game, turns: int, choice: int) -> Game:
    while len(game.filled) < turns:
        game = play_at_random(game, 1, choice + game.ply)
    return game


@pytest.mark.parametrize(
    ("move", "json"),
    [
        (Keep((True, False)), {"keep": [True, False]}),
        (Write("tower"), {"row": "tower"}),
    ],
)
def test_a_move_survives_json(move: Move, json: dict[str, object]) -> None:
    assert move_to_json(move) == json
    assert move_from_json(json) == move
    assert move_from_json({**json, "ply": 7}) == move


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        None,
        "tower",
        {"keep": [True], "row": "tower"},
        {"keep": None},
        {"keep": "xx"},
        {"keep": [1, 0]},
        {"keep": {"0": True}},
        {"row": None},
        {"row": 3},
        {"row": ["tower"]},
    ],
)
def test_json_that_is_no_move_is_refused(value: object) -> None:
    with pytest.raises(MoveFormatError):
        move_from_json(value)


def test_the_engine_is_pure() -> None:
    """No Django, nothing but the standard library, and of that no clock and no randomness."""
    imported: set[str] = set()
    for path in Path(challenges.engine.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add(str(node.module).split(".")[0])
            assert not (isinstance(node, ast.ImportFrom) and node.level > 1), path
    assert imported <= sys.stdlib_module_names
    assert not imported & {"random", "secrets", "time", "os", "socket"}
