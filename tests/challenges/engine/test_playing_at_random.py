"""Random games on every sheet with random house rules, and what holds in all of them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from challenges.engine import (
    SHEETS,
    DiceStream,
    Game,
    GameOver,
    HouseRules,
    IllegalMove,
    Keep,
    Move,
    Outcome,
    Record,
    Seed,
    ThrowSource,
    Write,
    check,
    moves_from_text,
    moves_to_text,
    replay,
    sheet_for,
    throws_of,
)

from .support import FIXED, house_rules, play_at_random, proof_of, seeds

ROWS = sorted({row for sheet in SHEETS.values() for row in sheet.row_by_code} | {"", "six"})
anything: st.SearchStrategy[Move] = st.one_of(
    st.lists(st.booleans(), max_size=7).map(lambda flags: Keep(tuple(flags))),
    st.sampled_from(ROWS).map(Write),
)


class SpiedSource:
    """Writes down what the game asks for."""

    def __init__(self, source: ThrowSource) -> None:
        self.source = source
        self.asked: list[tuple[int, int]] = []

    def __call__(self, turn: int, n: int) -> tuple[int, ...]:
        self.asked.append((turn, n))
        return self.source(turn, n)


def loaded(stream: DiceStream) -> ThrowSource:
    """Every other throw all alike: else hardly a game would meet a joker or a bonus."""

    def source(turn: int, n: int) -> tuple[int, ...]:
        dice = stream(turn, n)
        return dice if (turn + n) % 2 else dice[:1] * len(dice)

    return source


class PlayedGame(RuleBasedStateMachine):
    sheet_code: str

    @initialize(data=st.data(), seed=seeds, is_loaded=st.booleans())
    def begin(self, data: st.DataObject, seed: Seed, is_loaded: bool) -> None:
        self.seed, self.is_loaded = seed, is_loaded
        self.house_rules: HouseRules = data.draw(house_rules(self.sheet_code))
        self.sheet = sheet_for(self.sheet_code, self.house_rules)
        stream = DiceStream(seed, self.sheet.dice)
        self.spy = SpiedSource(loaded(stream) if is_loaded else stream)
        self.game = Game.start(self.sheet, self.spy)
        self.thrown = [(1, 1)]
        self.saved = 0

    @precondition(lambda self: self.game.throws_left)
    @rule(data=st.data())
    def keep(self, data: st.DataObject) -> None:
        # The next number up would keep them all.
        bits = data.draw(st.integers(0, 2**self.sheet.dice - 2))
        self.play_keep(tuple(bool(bits >> slot & 1) for slot in range(self.sheet.dice)))

    @precondition(lambda self: not self.game.outcome)
    @rule(data=st.data())
    def write(self, data: st.DataObject) -> None:
        self.play_write(data.draw(st.sampled_from(sorted(self.game.choices))))

    @rule(choice=st.integers(0, 2**32), plies=st.integers(1, 60))
    def play_on(self, choice: int, plies: int) -> None:
        for move in play_at_random(self.game, plies, choice).moves[self.game.ply :]:
            del self.spy.asked[len(self.thrown) :]
            if isinstance(move, Keep):
                self.play_keep(move.flags)
            else:
                self.play_write(move.row)

    def play_keep(self, flags: tuple[bool, ...]) -> None:
        before = self.game
        self.play(Keep(flags))
        self.thrown.append((before.turn, before.throw + 1))
        assert self.game.filled == before.filled
        assert (self.game.turn, self.game.throw) == self.thrown[-1]
        assert self.game.throws_left == before.throws_left - 1
        fresh = iter(self.spy.source(before.turn, before.throw + 1))
        slots = zip(before.dice, flags, strict=True)
        assert list(self.game.dice) == [old if kept else next(fresh) for old, kept in slots]

    def play_write(self, row: str) -> None:
        before, placement = self.game, self.game.choices[row]
        self.play(Write(row))
        assert list(self.game.filled.items()) == [*before.filled.items(), (row, placement.points)]
        assert self.game.extra_bonus == before.extra_bonus + placement.extra
        if self.sheet.saved_throws:
            self.saved += 3 - before.throw
        assert self.game.saved_throws == self.saved
        if not self.game.outcome:
            self.thrown.append((before.turn + 1, 1))
            assert self.game.dice == self.spy.source(before.turn + 1, 1)

    def play(self, move: Move) -> None:
        before, shown = self.game, repr(self.game)
        self.game = before.play(move)
        assert self.game.moves == (*before.moves, move)
        assert self.game.ply == before.ply + 1
        assert repr(before) == shown

    @rule(move=anything)
    def try_anything(self, move: Move) -> None:
        """What is not offered is refused and changes nothing."""
        shown, game = repr(self.game), self.game
        if isinstance(move, Write):
            is_legal = move.row in game.choices
        else:
            fits = len(move.flags) == self.sheet.dice and not all(move.flags)
            is_legal = fits and game.throws_left > 0
        if is_legal:
            game.play(move)
            del self.spy.asked[len(self.thrown) :]
        else:
            with pytest.raises(IllegalMove) as refusal:
                game.play(move)
            assert isinstance(refusal.value, GameOver) == (game.outcome is not None)
        assert repr(self.game) == shown

    @invariant()
    def only_what_was_thrown_has_been_asked_for(self) -> None:
        assert self.spy.asked == self.thrown

    @invariant()
    def the_total_is_the_sum_of_its_parts(self) -> None:
        game, numbers = self.game, ("ones", "twos", "threes", "fours", "fives", "sixes")
        assert game.upper_sum == sum(game.filled.get(row, 0) for row in numbers)
        bonus = self.sheet.upper_bonus
        held = bonus is not None and game.upper_sum >= bonus.threshold
        assert game.upper_bonus == (bonus.points if bonus and held else 0)
        assert game.total == sum(game.filled.values()) + game.upper_bonus + game.extra_bonus

    @invariant()
    def throws_are_counted(self) -> None:
        game = self.game
        assert game.saved_throws == self.saved - max(0, game.throw - 3) >= 0
        assert 0 <= game.throws_left <= self.sheet.most_throws - game.throw
        assert game.throw <= (3 if not self.sheet.saved_throws else 5)
        if not game.outcome:
            assert game.throw + game.throws_left == min(5, 3 + self.saved)

    @invariant()
    def it_is_over_exactly_when_all_rows_are_filled(self) -> None:
        game = self.game
        if len(game.filled) == game.turns:
            assert game.outcome == Outcome("complete", game.total)
            assert (game.turn, game.throw, game.throws_left) == (game.turns, 0, 0)
            assert (game.dice, game.choices) == ((), {})
        else:
            assert game.outcome is None
            assert game.turn == len(game.filled) + 1
            assert len(game.dice) == self.sheet.dice
            assert game.choices
            assert not game.choices.keys() & game.filled.keys()

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        game = self.game
        record = Record(self.sheet_code, self.house_rules, self.seed, game.moves)
        assert Record.from_text(record.to_text()) == record
        assert moves_from_text(moves_to_text(game.moves)) == game.moves
        assert replay(self.sheet, self.spy, iter(game.moves)) == game
        assert self.spy.asked == self.thrown * 2
        if self.is_loaded:
            return
        assert record.replay(self.seed).position == game.position
        throws = throws_of(self.sheet, self.seed, game.moves)
        assert [(turn, throw) for turn, throw, _ in throws] == self.thrown
        assert check(proof_of(game, self.house_rules, self.seed)) == []


@pytest.mark.parametrize("sheet_code", sorted(SHEETS))
def test_a_random_game_keeps_the_rules(sheet_code: str) -> None:
    machine = type(f"Played{sheet_code.title()}", (PlayedGame,), {"sheet_code": sheet_code})
    steps: dict[str, Any] = {"max_examples": 50, "stateful_step_count": 40}
    run_state_machine_as_test(machine, settings=settings(FIXED, **steps))
