"""The highest total of every sheet, found by searching its games with the engine's own placements.

Best first: a sheet is worth its points so far and the most that each free row could still bring.
That bound is never too low, so the first sheet to come out full is the highest there is.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, count, product

import pytest

from challenges.engine import HouseRules, Sheet, bonus_held, placements, sheet_for, upper_sum

Filled = Mapping[str, int]
THROWS_USED = (1, 3)
# Rows whose points bear on what other rows get; all else about a filled row is that it is filled.
BEARING = ("yatzy", "generala")


@cache
def all_dice(sheet: Sheet) -> list[tuple[int, ...]]:
    """Order does not matter here, as the test of every dice shows."""
    return list(combinations_with_replacement(range(1, 7), sheet.dice))


def successors(sheet: Sheet, filled: Filled) -> frozenset[tuple[str, int, int]]:
    """Row, points and extra of everything that can be written next."""
    return _successors(sheet, frozenset(filled), held_by_bearing_rows(filled))


@cache
def _successors(
    sheet: Sheet, rows: frozenset[str], bearing: frozenset[tuple[str, int]]
) -> frozenset[tuple[str, int, int]]:
    filled = {**dict.fromkeys(rows, 0), **dict(bearing)}
    return frozenset(
        (row, placement.points, placement.extra)
        for dice, throws_used in product(all_dice(sheet), THROWS_USED)
        for row, placement in placements(sheet, filled, dice, throws_used).items()
    )


@cache
def most_of_rows(sheet: Sheet, bearing: frozenset[tuple[str, int]]) -> dict[str, int]:
    """The most that a row brings, its extra included, once the bearing rows hold these points.

    Looked for with the upper rows free and filled, since a joker goes there first.
    """
    any_order = replace(sheet, forced_order=False)
    most: dict[str, int] = {}
    for upper in ({}, dict.fromkeys(sheet.upper_codes, 0)):
        for row, points, extra in successors(any_order, {**dict(bearing), **upper}):
            most[row] = max(most.get(row, 0), points + extra)
    return most


@cache
def most_to_come(sheet: Sheet, bearing: frozenset[tuple[str, int]]) -> dict[str, int]:
    """As above, whatever the bearing rows that are still free may come to hold."""
    free = [row for row in BEARING if row in sheet.row_by_code and row not in dict(bearing)]
    later = [frozenset({*bearing, *((row, 50) for row in free)}), bearing]
    found = [most_of_rows(sheet, held) for held in later]
    return {row: max(most.get(row, 0) for most in found) for row in sheet.row_by_code}


def bound(sheet: Sheet, filled: Filled) -> int:
    """No less than what a sheet can still bring, its upper bonus included."""
    most = most_to_come(sheet, held_by_bearing_rows(filled))
    free = {row: most[row] for row in sheet.row_by_code if row not in filled}
    return sum(free.values()) + bonus_held(sheet, {**filled, **free})


def held_by_bearing_rows(filled: Filled) -> frozenset[tuple[str, int]]:
    return frozenset((row, filled[row]) for row in BEARING if row in filled)


def highest_total(sheet: Sheet) -> int:
    best: dict[tuple[frozenset[str], frozenset[tuple[str, int]], int], int] = {}
    order = count()
    heap: list[tuple[int, int, int, int, Filled]] = [(-bound(sheet, {}), sheet.turns, 0, 0, {})]
    while heap:
        highest, free, _, points_so_far, filled = heapq.heappop(heap)
        if not free:
            return -highest
        for row, points, extra in successors(sheet, filled):
            after = {**filled, row: points}
            total = points_so_far + points + extra
            state = frozenset(after), held_by_bearing_rows(after), upper_sum(sheet, after)
            if best.get(state, -1) < total:
                best[state] = total
                item = (-total - bound(sheet, after), free - 1, next(order), total, after)
                heapq.heappush(heap, item)
    raise AssertionError("no sheet was filled")


@pytest.mark.parametrize(
    ("sheet_code", "house_rules", "total"),
    [
        ("maxi", {}, 649),
        ("scandinavian", {}, 374),
        ("classic", {}, 1575),
        ("yacht", {}, 323),
        ("generala", {}, 360),
        ("maxi", {"full_straight": 30}, 658),
        ("maxi", {"full_straight": 25, "upper_bonus": 50}, 603),
        # A further yatzy in every other row beats even the straights.
        ("scandinavian", {"extra_yatzy": True}, 1689),
        # In order only chance comes after the yatzy row.
        ("classic", {"forced_order": True}, 475),
        ("generala", {"forced_order": True}, 360),
    ],
)
def test_the_highest_total(sheet_code: str, house_rules: dict[str, object], total: int) -> None:
    sheet = sheet_for(sheet_code, HouseRules.from_json(sheet_code, house_rules))
    assert highest_total(sheet) == total
