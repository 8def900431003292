"""The computer plays the player's throws, after the player, and sees none ahead."""

import dataclasses
from collections.abc import Callable

import pytest

from challenges.engine import Dice, Game, Keep, Write, sheet_for
from challenges.models import Game as GameRow
from challenges.services.perfect_play.opponents import (
    SeenThrow,
    SeenTurn,
    check_can_play,
    last_turn,
    play_along,
)
from challenges.services.states import GameState
from challenges.strategy.opponents import Level

ThrowSource = Callable[[int, int], Dice]


def throws_of(*throws: Dice) -> ThrowSource:
    """The same in every turn."""
    return lambda turn, n: throws[n - 1]


def test_nothing_is_told_of_a_turn_before_there_was_one() -> None:
    assert last_turn(Game.start(sheet_for("yacht"), throws_of((1, 2, 3, 4, 5)))) is None


def test_the_last_turn_is_told_throw_by_throw() -> None:
    source = throws_of((1, 2, 2, 4, 5), (2, 6, 2, 1, 1), (2, 3, 3, 3, 3))
    game = Game.start(sheet_for("yacht"), source)
    game = game.play(Write("chance")).play(Keep((False, True, True, False, False)))
    game = game.play(Keep((True, True, True, False, True))).play(Write("twos"))
    assert last_turn(game) == SeenTurn(
        turn=2,
        throws=(
            SeenThrow((1, 2, 2, 4, 5), (False, True, True, False, False)),
            SeenThrow((2, 2, 2, 6, 2), (True, True, True, False, True)),
            SeenThrow((2, 2, 2, 2, 2), None),
        ),
        row="twos",
        points=10,
        extra=0,
    )


def test_what_a_joker_pays_on_top_is_told_apart() -> None:
    game = Game.start(sheet_for("classic"), throws_of((6, 6, 6, 6, 6)))
    game = game.play(Write("yatzy")).play(Write("sixes"))
    sixes = SeenThrow((6, 6, 6, 6, 6), None)
    assert last_turn(game) == SeenTurn(2, (sixes,), "sixes", 30, 100)


def test_what_a_row_pays_at_once_is_points_of_the_row() -> None:
    game = Game.start(sheet_for("generala"), throws_of((1, 2, 3, 4, 5)))
    assert last_turn(game.play(Write("large_straight"))) == SeenTurn(
        1, (SeenThrow((1, 2, 3, 4, 5), None),), "large_straight", 25, 0
    )


# --- Playing along ---------------------------------------------------------------------------


class Asked:
    """Which throws a game has asked for."""

    def __init__(self) -> None:
        self.throws: set[tuple[int, int]] = set()

    def __call__(self, turn: int, n: int) -> Dice:
        self.throws.add((turn, n))
        return tuple((turn * 5 + n * 3 + slot * slot) % 6 + 1 for slot in range(5))


def state_with(level: Level | None, play: Game) -> GameState:
    opponent = dataclasses.replace(Game.start(play.sheet, Asked())) if level else None
    if level:
        check_can_play(level, play.sheet)  # opens its table, as whoever starts a game does
    return GameState(GameRow(opponent=level and level.value), play, "playing", opponent)


@pytest.mark.parametrize("level", Level)
@pytest.mark.usefixtures("solved_tables")
def test_it_plays_as_many_turns_as_the_player_and_sees_no_throw_of_the_next(level: Level) -> None:
    play = Game.start(sheet_for("yacht"), Asked())
    state = state_with(level, play)
    for turns, row in enumerate(["chance", "ones", "yacht"], start=1):
        play = play.play(Write(row))
        opponent = play_along(state, play)
        assert opponent is not None
        assert len(opponent.filled) == turns
        asked = opponent.throw_source.throws  # type: ignore[attr-defined]
        assert {throw for throw in asked if throw[0] > turns} == {(turns + 1, 1)}
        state = dataclasses.replace(state, opponent=opponent)


@pytest.mark.parametrize("level", Level)
@pytest.mark.usefixtures("solved_tables")
def test_turn_by_turn_or_several_at_once_it_plays_the_same(level: Level) -> None:
    play = start = Game.start(sheet_for("yacht"), Asked())
    state = state_with(level, start)
    for row in start.sheet.row_by_code:
        play = play.play(Write(row))
        state = dataclasses.replace(state, opponent=play_along(state, play))
    at_once = play_along(state_with(level, start), play)
    assert state.opponent is not None
    assert at_once is not None
    assert at_once.moves == state.opponent.moves
    assert at_once.outcome is not None


@pytest.mark.parametrize("level", Level)
@pytest.mark.usefixtures("solved_tables")
def test_while_the_player_only_throws_it_does_nothing(level: Level) -> None:
    play = Game.start(sheet_for("yacht"), Asked())
    state = state_with(level, play)
    assert play_along(state, play.play(Keep((False,) * 5))) is state.opponent


def test_where_nobody_is_played_against_nobody_plays() -> None:
    play = Game.start(sheet_for("yacht"), Asked())
    assert play_along(state_with(None, play), play.play(Write("ones"))) is None


def test_every_level_can_be_stored() -> None:
    assert [level.value for level in Level] == GameRow.Opponent.values
