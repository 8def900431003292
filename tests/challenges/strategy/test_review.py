"""Advice and reviews: what was skill and what was luck adds up to the total, to rounding."""

import random

import pytest

from challenges.engine.game import Game, replay
from challenges.engine.moves import Keep, Move, Write
from challenges.engine.sheets import SHEETS, HouseRules, sheet_for
from challenges.strategy.advice import advise, best_of, counts_of_kept, flags_of, is_forced
from challenges.strategy.review import Mark, mark_of, review
from challenges.strategy.states import can_be_solved
from challenges.strategy.turn import Turn, state_of
from tests.challenges.strategy.sheets import PLAIN, move_of, new_game, play, solved

FIVE_DICE = [code for code, sheet in SHEETS.items() if sheet.dice == 5]


@pytest.mark.parametrize("code", FIVE_DICE)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_total_is_the_start_with_its_luck_and_without_its_loss(code: str, dtype: str) -> None:
    values, drawn = solved(code, dtype=dtype), random.Random(code)
    for _ in range(15):
        found = review(play(new_game(sheet_for(code), drawn), values, drawn.choice), values)
        assert abs(found.start + found.luck - found.loss - found.total) < 1e-9
        assert all(move.loss >= 0 for move in found.moves)
        assert found.moves[-1].expected == found.total


@pytest.mark.parametrize("code", FIVE_DICE)
def test_who_always_takes_the_best_loses_nothing(code: str) -> None:
    values, drawn = solved(code), random.Random(code)
    found = review(
        play(new_game(sheet_for(code), drawn), values, lambda options: options[0]), values
    )
    assert (found.loss, found.accuracy, found.costliest()) == (0, 100, [])
    assert {move.mark for move in found.moves} <= {Mark.BEST, None}
    assert abs(found.start + found.luck - found.total) < 1e-9
    assert found.skill == round(found.start)


def test_the_costliest_decisions_come_first_and_tell_what_was_better() -> None:
    values, drawn = solved("yacht"), random.Random(1)
    game = play(new_game(sheet_for("yacht"), drawn), values, drawn.choice)
    found = review(game, values)
    worst = found.costliest()
    losses = sorted((move.loss for move in found.moves), reverse=True)
    assert [move.loss for move in worst] == losses[:3]
    assert 0 < found.accuracy < 100
    for move in worst:
        before = replay(game.sheet, game.throw_source, game.moves[: move.ply])
        options = {move_of(before, option): option.worth for option in advise(before, values)}
        assert options[move_of(before, move.best)] == max(options.values())
        assert options[in_order(before, move.move)] == pytest.approx(move.best.worth - move.loss)


def in_order(game: Game, move: Move) -> Move:
    """The same faces kept, the leftmost dice of each."""
    if isinstance(move, Write):
        return move
    return Keep(flags_of(game.dice, counts_of_kept(game.dice, move.flags)))


def test_what_is_the_only_move_is_no_decision() -> None:
    values, drawn = solved("generala"), random.Random(2)
    game = new_game(sheet_for("generala"), drawn)
    while len(game.filled) < len(game.sheet.rows) - 1 or game.throws_left:
        options = advise(game, values)
        keeps = [option for option in options if option.kept is not None]
        game = game.play(move_of(game, keeps[0] if keeps else options[0]))
    (last,) = advise(game, values)
    found = review(game.play(move_of(game, last)), values)
    assert found.moves[-1].is_forced
    assert found.moves[-1].mark is None


def test_a_position_has_each_keep_and_each_row_once() -> None:
    sheet = sheet_for("yacht")
    game = Game.start(sheet, lambda _turn, _throw: (6, 6, 6, 1, 2))
    options = advise(game, solved("yacht"))
    assert len(options) == 12 + 4 * 2 * 2 - 1
    assert [option.worth for option in options] == sorted(
        (option.worth for option in options), reverse=True
    )
    assert options[0].kept == (0, 0, 0, 0, 0, 3)
    assert flags_of(game.dice, (1, 0, 0, 0, 0, 2)) == (True, True, False, True, False)


@pytest.mark.parametrize("code", FIVE_DICE)
def test_the_best_option_is_told_as_it_is_among_all(code: str) -> None:
    values, drawn = solved(code), random.Random(code)
    game = new_game(sheet_for(code), drawn)
    while not game.outcome:
        turn = Turn(game.sheet, values, state_of(game.sheet, game.filled))
        options, outcome = advise(game, values), turn.outcome_of(game.dice)
        assert best_of(turn, game.throw, outcome) == options[0]
        assert is_forced(turn, game.throw, outcome) == (len(options) == 1)
        assert turn.worth(game.throw, game.dice) == options[0].worth
        for option in options:
            assert turn.worth_of(game.throw, game.dice, move_of(game, option)) == option.worth
        game = game.play(move_of(game, drawn.choice(options)))


def test_options_tell_what_they_lose_against_the_best_and_equal_ones_are_all_best() -> None:
    game = Game.start(sheet_for("yacht"), lambda _turn, _throw: (1, 1, 2, 2, 3))
    for row in game.sheet.rows[:-1]:
        game = game.play(Write(row.code))
    options = advise(game, solved("yacht"))
    assert {option.kept for option in options if option.is_best} == {
        (2, 0, 0, 0, 0, 0),
        (0, 2, 0, 0, 0, 0),
    }
    assert [option.loss for option in options] == [options[0].worth - o.worth for o in options]
    assert (options[-1].row, options[-1].loss) == ("yacht", options[0].worth)


def test_when_the_throws_are_used_up_only_rows_are_left_and_at_the_end_nothing() -> None:
    sheet = sheet_for("generala")
    game = Game.start(sheet, lambda _turn, _throw: (6, 6, 6, 6, 6))
    for _ in range(2):
        game = game.play(move_of(game, next(o for o in advise(game, solved("generala")) if o.kept)))
    assert {option.row for option in advise(game, solved("generala"))} == {
        row.code for row in sheet.rows
    }
    for row in sheet.rows:
        game = game.play(Write(row.code))
    assert advise(game, solved("generala")) == []


def test_served_dice_are_written_at_once_where_that_pays_more() -> None:
    game = Game.start(sheet_for("generala"), lambda _turn, _throw: (3, 3, 3, 2, 2))
    best = advise(game, solved("generala"))[0]
    assert best.row == "full_house"


@pytest.mark.parametrize(
    ("loss", "mark"),
    [
        (0, Mark.BEST),
        (0.0009, Mark.BEST),
        (0.001, Mark.GOOD),
        (0.5, Mark.INACCURACY),
        (1.5, Mark.MISTAKE),
        (4, Mark.BLUNDER),
    ],
)
def test_marks_go_by_what_was_lost(loss: float, mark: Mark) -> None:
    assert mark_of(loss) is mark


def test_sheets_with_saved_throws_are_not_solved() -> None:
    assert not can_be_solved(sheet_for("yacht", HouseRules(saved_throws=True)))
    assert can_be_solved(sheet_for("yacht", PLAIN))
