"""Every row for all 6^n dice, against the rules' words.

The second way of counting lays the dice out in every order and looks whether the first of them
read as the rule says. It knows nothing of counts, which is all that the engine's scoring knows.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import pairwise, permutations, product

import pytest

from challenges.engine import placements, sheet_for

Dice = tuple[int, ...]
Reading = Callable[[Dice], int]


def used(size: int, fits: Callable[..., bool]) -> Reading:
    """The highest sum of so many dice that fit, laid out in some order."""
    return lambda dice: max((sum(laid) for laid in layouts(dice, size) if fits(*laid)), default=0)


def fixed(points: int, size: int, fits: Callable[..., bool]) -> Reading:
    return lambda dice: points if any(fits(*laid) for laid in layouts(dice, size)) else 0


def everything(size: int, fits: Callable[..., bool]) -> Reading:
    return lambda dice: sum(dice) if any(fits(*laid) for laid in layouts(dice, size)) else 0


@cache
def layouts(dice: Dice, size: int) -> frozenset[Dice]:
    return frozenset(permutations(dice, size))


def same(*dice: int) -> bool:
    return len(set(dice)) == 1


def two_pairs(a: int, b: int, c: int, d: int) -> bool:
    return a == b != c == d


def three_pairs(*dice: int) -> bool:
    a, b, c, d, e, f = dice
    return a == b != c == d != e == f != a


def three_and_two(a: int, b: int, c: int, d: int, e: int) -> bool:
    return a == b == c != d == e


def three_and_three(*dice: int) -> bool:
    a, b, c, d, e, f = dice
    return a == b == c != d == e == f


def four_and_two(*dice: int) -> bool:
    a, b, c, d, e, f = dice
    return a == b == c == d != e == f


def is_run(*dice: int) -> bool:
    return all(later == earlier + 1 for earlier, later in pairwise(dice))


def run_from(first: int) -> Callable[..., bool]:
    return lambda *dice: dice[0] == first and is_run(*dice)


def is_escalera(*dice: int) -> bool:
    return is_run(*dice) or dice == (3, 4, 5, 6, 1)


NUMBERS: dict[str, Reading] = {
    "ones": lambda dice: sum(die for die in dice if die == 1),
    "twos": lambda dice: sum(die for die in dice if die == 2),
    "threes": lambda dice: sum(die for die in dice if die == 3),
    "fours": lambda dice: sum(die for die in dice if die == 4),
    "fives": lambda dice: sum(die for die in dice if die == 5),
    "sixes": lambda dice: sum(die for die in dice if die == 6),
}

RULES: dict[str, dict[str, Reading]] = {
    "maxi": NUMBERS
    | {
        "one_pair": used(2, same),
        "two_pairs": used(4, two_pairs),
        "three_pairs": used(6, three_pairs),
        "three_of_a_kind": used(3, same),
        "four_of_a_kind": used(4, same),
        "five_of_a_kind": used(5, same),
        "full_house": used(5, three_and_two),
        "villa": used(6, three_and_three),
        "tower": used(6, four_and_two),
        "small_straight": fixed(15, 5, run_from(1)),
        "large_straight": fixed(20, 5, run_from(2)),
        "full_straight": fixed(21, 6, is_run),
        "chance": sum,
        "maxi_yatzy": fixed(100, 6, same),
    },
    "scandinavian": NUMBERS
    | {
        "one_pair": used(2, same),
        "two_pairs": used(4, two_pairs),
        "three_of_a_kind": used(3, same),
        "four_of_a_kind": used(4, same),
        "small_straight": fixed(15, 5, run_from(1)),
        "large_straight": fixed(20, 5, run_from(2)),
        "full_house": used(5, three_and_two),
        "chance": sum,
        "yatzy": fixed(50, 5, same),
    },
    "classic": NUMBERS
    | {
        "three_of_a_kind": everything(3, same),
        "four_of_a_kind": everything(4, same),
        "full_house": fixed(25, 5, three_and_two),
        "small_straight": fixed(30, 4, is_run),
        "large_straight": fixed(40, 5, is_run),
        "yatzy": fixed(50, 5, same),
        "chance": sum,
    },
    "yacht": NUMBERS
    | {
        "chance": sum,
        "four_of_a_kind": everything(4, same),
        "full_house": everything(5, three_and_two),
        "small_straight": fixed(15, 4, is_run),
        "large_straight": fixed(30, 5, is_run),
        "yacht": fixed(50, 5, same),
    },
    "generala": NUMBERS
    | {
        "large_straight": fixed(20, 5, is_escalera),
        "full_house": fixed(30, 5, three_and_two),
        "four_of_a_kind": fixed(40, 4, same),
        "generala": fixed(50, 5, same),
        "double_generala": lambda dice: 0,  # while the generala row holds nothing
    },
}


@pytest.mark.parametrize("sheet_code", RULES)
def test_all_dice_score_in_every_row_as_the_rules_say(sheet_code: str) -> None:
    sheet, rules = sheet_for(sheet_code), RULES[sheet_code]
    by_the_words = cache(lambda dice: {row: reading(dice) for row, reading in rules.items()})
    for dice in product(range(1, 7), repeat=sheet.dice):
        scored = {
            row: placement.points for row, placement in placements(sheet, {}, dice, 3).items()
        }
        assert list(scored.items()) == list(by_the_words(tuple(sorted(dice))).items()), dice


def test_a_served_escalera_full_or_poker_pays_five_more_and_nothing_else_does() -> None:
    sheet = sheet_for("generala")
    for dice in product(range(1, 7), repeat=5):
        later, served = placements(sheet, {}, dice, 2), placements(sheet, {}, dice, 1)
        more = {row for row in served if served[row].points == later[row].points + 5}
        made = {row for row in later if later[row].points}
        assert more == made & {"large_straight", "full_house", "four_of_a_kind"}
        assert all(served[row] == later[row] for row in served.keys() - more)


def test_a_double_generala_pays_only_after_a_generala() -> None:
    sheet = sheet_for("generala")
    for dice in product(range(1, 7), repeat=5):
        points = [
            placements(sheet, filled, dice, throws)["double_generala"].points
            for filled in ({"generala": 50}, {"generala": 0}, {})
            for throws in (1, 3)
        ]
        assert points == ([100, 100, 0, 0, 0, 0] if len(set(dice)) == 1 else [0] * 6)
