"""Computer opponents: legal on every sheet, blind to what nobody has thrown, each as it is told."""

import random
import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import pytest

from challenges.engine.dice import Dice
from challenges.engine.game import Game, replay
from challenges.engine.moves import Keep, Write, move_to_json
from challenges.engine.sheets import SHEETS, HouseRules, Sheet, options, sheet_for
from challenges.strategy.estimates import ROW_WORTHS, blind_values, weighed_values
from challenges.strategy.opponents import Level, play_turn
from challenges.strategy.review import review
from challenges.strategy.states import states_of
from tests.challenges.strategy.sheets import PLAIN, new_game, solved

FIVE_DICE = [code for code, sheet in SHEETS.items() if sheet.dice == 5]
UNTAUGHT = [level for level in Level if level is not Level.EXPERT]
VARIANTS = [
    (code, HouseRules(**{name: value}))
    for code in SHEETS
    for name, values in options(code).items()
    for value in values[1:]
]


class Throws:
    """A source of given throws, turn by turn, that keeps what it was asked for."""

    def __init__(self, *turns: Sequence[Dice]) -> None:
        self.turns, self.asked = turns, list[tuple[int, int]]()

    def __call__(self, turn: int, number: int) -> Dice:
        self.asked.append((turn, number))
        return self.turns[turn - 1][number - 1]


def play(level: Level, game: Game, values: object = None) -> Game:
    while not game.outcome:
        game = play_turn(level, game, values)
    return game


def moves_of(game: Game, first: int = 0) -> list[str | Dice]:
    """Rows, and the dice that were kept."""
    found: list[str | Dice] = []
    position = replay(game.sheet, game.throw_source, game.moves[:first])
    for move in game.moves[first:]:
        found.append(move.row if isinstance(move, Write) else kept_of(position.dice, move))
        position = position.play(move)
    return found


def kept_of(dice: Dice, keep: Keep) -> Dice:
    return tuple(sorted(die for die, stays in zip(dice, keep.flags, strict=True) if stays))


def turn_of(level: Level, code: str, *throws: Dice, after: Sequence[str] = ()) -> list[str | Dice]:
    """What a level does with these throws once some rows are written with whatever dice."""
    sheet = sheet_for(code)
    whatever = [[(1, 2, 3, 4, 6, 6)[: sheet.dice]] * 3]
    game = Game.start(sheet, Throws(*whatever * len(after), throws, *whatever))
    for row in after:
        game = game.play(Write(row))
    return moves_of(play_turn(level, game, None), len(after))


# --- What all levels have in common ----------------------------------------------------------


@pytest.mark.parametrize("level", UNTAUGHT)
@pytest.mark.parametrize(("code", "rules"), [*((code, PLAIN) for code in SHEETS), *VARIANTS])
def test_every_sheet_is_played_to_its_end_with_three_throws_a_turn(
    level: Level, code: str, rules: HouseRules
) -> None:
    sheet = sheet_for(code, rules)
    game = play(level, new_game(sheet, random.Random(code)))
    assert set(game.filled) == {row.code for row in sheet.rows}
    if sheet.forced_order:
        assert list(game.filled) == [row.code for row in sheet.rows]
    kept = "".join("k" if isinstance(move, Keep) else " " for move in game.moves)
    assert max(map(len, kept.split())) == 2


@pytest.mark.parametrize("level", Level)
def test_a_throw_is_asked_for_when_it_is_thrown(level: Level) -> None:
    sheet = sheet_for("yacht")
    values = solved("yacht", dtype="float32") if level is Level.EXPERT else None
    drawn = random.Random(1)
    turns = [
        [tuple(drawn.randint(1, 6) for _ in range(5)) for _ in range(3)] for _ in range(sheet.turns)
    ]
    throws = Throws(*turns)
    game = Game.start(sheet, throws)
    for turn in range(1, sheet.turns + 1):
        used = len(game.moves)
        throws.asked.clear()
        game = play_turn(level, game, values)
        thrown = [(turn, number) for number in range(2, len(game.moves) - used + 1)]
        # The game throws the first throw of the next turn by itself.
        assert throws.asked == thrown + [(turn + 1, 1)] * (turn < sheet.turns)
        assert len(game.filled) == turn


@pytest.mark.parametrize("level", UNTAUGHT)
def test_the_same_throws_are_answered_with_the_same_moves(level: Level) -> None:
    first, again = (
        play(level, new_game(sheet_for("maxi"), random.Random(level))) for _ in range(2)
    )
    assert [move_to_json(move) for move in first.moves] == [
        move_to_json(move) for move in again.moves
    ]


def test_they_need_no_compiler() -> None:
    program = "import sys, challenges.strategy.opponents; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert found.stdout.split() == [b"False"]


# --- Expert ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", FIVE_DICE)
def test_an_expert_loses_nothing(code: str) -> None:
    values, drawn = solved(code), random.Random(code)
    for _ in range(3):
        game = play(Level.EXPERT, new_game(sheet_for(code), drawn), values)
        assert review(game, values).loss < 1e-9


def test_an_expert_does_without_saved_throws_what_it_does_on_the_plain_sheet() -> None:
    values, saving = solved("yacht"), sheet_for("yacht", HouseRules(saved_throws=True))
    plain = play(Level.EXPERT, new_game(sheet_for("yacht"), random.Random(4)), values)
    saved = play(Level.EXPERT, new_game(saving, random.Random(4)), values)
    assert saved.moves == plain.moves


# --- Medium and hard -------------------------------------------------------------------------


def test_medium_takes_what_pays_most_now_where_hard_keeps_it_for_later() -> None:
    throws = ((1, 1, 2, 4, 6), (1, 2, 4, 5, 6), (1, 1, 2, 4, 6))
    after = ("small_straight", "large_straight")
    assert turn_of(Level.MEDIUM, "classic", *throws, after=after)[-1] == "chance"
    assert turn_of(Level.HARD, "classic", *throws, after=after)[-1] == "ones"


@pytest.mark.parametrize("code", SHEETS)
def test_what_is_estimated_is_looked_up_like_a_table(code: str) -> None:
    sheet, drawn = sheet_for(code), np.random.default_rng(1)
    numbers = drawn.integers(0, states_of(sheet).count, 1000)
    for estimate in (blind_values(sheet), weighed_values(sheet)):
        table = estimate.table()
        assert len(table) == states_of(sheet).count
        assert (estimate[numbers] == table[numbers]).all()
        assert estimate[int(numbers[0])] == table[numbers[0]]


@pytest.mark.parametrize("code", SHEETS)
def test_at_first_hard_expects_of_each_row_what_it_is_worth_and_half_of_the_bonus(
    code: str,
) -> None:
    sheet = sheet_for(code)
    bonus = sheet.upper_bonus.points if sheet.upper_bonus else 0
    assert weighed_values(sheet)[0] == pytest.approx(sum(ROW_WORTHS[code]) + bonus / 2, abs=1e-3)
    assert blind_values(sheet)[0] == 0


@pytest.mark.parametrize(
    ("total", "promised"), [(0, 0), (11, 0), (27, 17.5), (19, 17.5 - 35 * 8 / 31.5), (45, 35)]
)
def test_hard_reckons_with_the_bonus_by_what_is_missing_to_par(total: int, promised: float) -> None:
    # Ones, twos and sixes: 3 of each make 27.
    sheet, upper = sheet_for("classic"), 0b100011
    assert worth_with(sheet, upper, total) - worth_with(sheet, upper, 0) == pytest.approx(
        promised, abs=1e-4
    )


@pytest.mark.parametrize(("total", "share"), [(0, 0), (27, 15), (45, 25)])
def test_medium_counts_upper_points_with_their_share_of_the_bonus(total: int, share: int) -> None:
    sheet, upper = sheet_for("classic"), 0b100011
    states = states_of(sheet)
    worth = blind_values(sheet)[states.number(upper, 0, 0, states.lane(upper, total, 63))]
    assert worth == pytest.approx(share, abs=1e-4)


def worth_with(sheet: Sheet, upper: int, total: int) -> float:
    states = states_of(sheet)
    return float(weighed_values(sheet)[states.number(upper, 0, 0, states.lane(upper, total, 63))])


def test_a_row_that_needs_another_is_worth_nothing_once_that_one_is_scratched() -> None:
    sheet = sheet_for("generala")
    states, estimate = states_of(sheet), weighed_values(sheet)
    generala, all_lower = 1 << 3, 0b11111
    only_double = states.number(0b111111, all_lower - (1 << 4), 0, 0)
    held = states.number(0b111111, all_lower - (1 << 4), 1, 0)
    both = states.number(0b111111, all_lower - (1 << 4) - generala, 0, 0)
    assert estimate[only_double] == 0
    assert estimate[held] == pytest.approx(5.5 * 50 / 16.3, abs=1e-4)
    assert estimate[both] == pytest.approx(5.5 + 16.3, abs=1e-4)


# --- Easy ------------------------------------------------------------------------------------

EASY: list[tuple[str, list[Dice], Sequence[str], list[str | Dice]]] = [
    # A straight is written as soon as it is there, the dearest of those that fit.
    ("classic", [(3, 1, 2, 4, 5)], (), ["large_straight"]),
    ("maxi", [(6, 1, 2, 3, 4, 5)], (), ["full_straight"]),
    # One die is missing: the straight goes before a pair, and three alike go before the straight.
    ("scandinavian", [(1, 2, 3, 4, 4), (5,) * 5], (), [(1, 2, 3, 4), "small_straight"]),
    (
        "maxi",
        [(1, 2, 3, 3, 3, 4), (6,) * 6, (5,) * 6],
        (),
        [(3, 3, 3), "villa"],
    ),
    # Two pairs wait for a full house; with none to come they are one of them.
    ("classic", [(2, 2, 6, 6, 1), (2,) * 5], (), [(2, 2, 6, 6), "full_house"]),
    (
        "classic",
        [(2, 2, 6, 6, 1), (1, 3, 5, 1, 1), (4, 3, 1, 1, 1)],
        ("full_house", "chance"),
        [(6, 6), (6, 6), "sixes"],
    ),
    # Five alike go where they pay most.
    ("classic", [(4, 4, 4, 4, 4)], (), ["yatzy"]),
    ("generala", [(4, 4, 4, 4, 4)], (), ["generala"]),
    ("generala", [(4, 4, 4, 4, 4)], ("generala",), ["four_of_a_kind"]),
    # Four of a kind are good enough.
    ("yacht", [(3, 3, 3, 3, 6)], (), ["four_of_a_kind"]),
    # At last what pays most is written, whatever it will be missed for.
    (
        "classic",
        [(1, 1, 2, 4, 6), (2, 4, 6, 1, 1), (3, 4, 6, 1, 1)],
        ("small_straight", "large_straight"),
        [(1, 1), (1, 1), "chance"],
    ),
    # What nothing pays for costs least in the ones.
    (
        "generala",
        [(2, 2, 3, 3, 5), (2, 2, 5, 1, 1), (2, 2, 5, 1, 1)],
        ("twos", "threes", "fours", "fives", "sixes", "full_house", "four_of_a_kind"),
        [(3, 3), (3, 3), "ones"],
    ),
]


@pytest.mark.parametrize(("code", "throws", "after", "moves"), EASY)
def test_easy_plays_as_a_casual_person_does(
    code: str, throws: list[Dice], after: Sequence[str], moves: list[str | Dice]
) -> None:
    assert turn_of(Level.EASY, code, *throws, after=after) == moves
