from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product

import pytest

from challenges.engine import (
    SHEETS,
    HouseRules,
    Placement,
    RowFilled,
    RowNotAllowed,
    UnknownRow,
    WrongNumberOfDice,
    bonus_held,
    place,
    placements,
    sheet_for,
    upper_sum,
)

NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
LOWER = (
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "chance",
)


def classic_sheets(yatzy: int) -> Iterator[dict[str, int]]:
    """All the ways to have filled some rows beside the yatzy row."""
    others = NUMBERS + LOWER
    for size in range(len(others)):
        for rows in combinations(others, size):
            yield {"yatzy": yatzy, **dict.fromkeys(rows, 1)}


def joker_by_the_words(filled: Mapping[str, int], number: int) -> dict[str, int]:
    """Where a joker goes, and for how much, as the rules say it."""
    if NUMBERS[number - 1] not in filled:
        return {NUMBERS[number - 1]: 5 * number}
    full_value = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    lower = {row: full_value.get(row, 5 * number) for row in LOWER if row not in filled}
    return lower or {row: 0 for row in NUMBERS if row not in filled}


@pytest.mark.parametrize(("yatzy", "extra"), [(50, 100), (0, 0)])
def test_a_joker_on_every_classic_sheet_goes_where_the_rules_say(yatzy: int, extra: int) -> None:
    sheet = sheet_for("classic")
    for filled, number in product(classic_sheets(yatzy), range(1, 7)):
        placed = placements(sheet, filled, (number,) * 5, 3)
        expected = joker_by_the_words(filled, number)
        assert placed == {row: Placement(points, extra) for row, points in expected.items()}


def test_without_five_alike_every_free_row_is_allowed_and_pays_no_extra() -> None:
    sheet = sheet_for("classic")
    for filled in classic_sheets(50):
        placed = placements(sheet, filled, (5, 5, 5, 5, 4), 2)
        assert list(placed) == [row.code for row in sheet.rows if row.code not in filled]
        assert {placement.extra for placement in placed.values()} == {0}


def test_while_the_yatzy_row_is_free_five_alike_are_dice_like_any_others() -> None:
    placed = placements(sheet_for("classic"), {"fives": 10}, (5, 5, 5, 5, 5), 1)
    assert {row: tuple(placement) for row, placement in placed.items()} == {
        "ones": (0, 0),
        "twos": (0, 0),
        "threes": (0, 0),
        "fours": (0, 0),
        "sixes": (0, 0),
        "three_of_a_kind": (25, 0),
        "four_of_a_kind": (25, 0),
        "full_house": (0, 0),
        "small_straight": (0, 0),
        "large_straight": (0, 0),
        "yatzy": (50, 0),
        "chance": (25, 0),
    }


@pytest.mark.parametrize("sheet_code", sorted(SHEETS))
def test_in_forced_order_only_the_first_free_row_is_allowed(sheet_code: str) -> None:
    sheet = sheet_for(sheet_code, HouseRules(forced_order=True))
    filled: dict[str, int] = {}
    for row in sheet.rows:
        dice = (6,) * sheet.dice
        assert list(placements(sheet, filled, dice, 3)) == [row.code]
        for other in sheet.rows:
            if other.code not in filled and other is not row:
                with pytest.raises(RowNotAllowed):
                    place(sheet, filled, dice, 3, other.code)
        filled[row.code] = place(sheet, filled, dice, 3, row.code).points
    assert placements(sheet, filled, dice, 3) == {}


def test_in_forced_order_a_joker_takes_the_row_whose_turn_it_is() -> None:
    sheet = sheet_for("classic", HouseRules(forced_order=True))
    filled = {row.code: 10 for row in sheet.rows if row.code != "chance"} | {"yatzy": 50}
    assert placements(sheet, filled, (6, 6, 6, 6, 6), 3) == {"chance": Placement(30, 100)}


def test_an_extra_yatzy_pays_a_hundred_in_any_free_row_once_the_row_holds_fifty() -> None:
    sheet = sheet_for("scandinavian", HouseRules(extra_yatzy=True))
    alike = (2, 2, 2, 2, 2)
    placed = placements(sheet, {"yatzy": 50}, alike, 3)
    assert len(placed) == 14
    assert {placement.extra for placement in placed.values()} == {100}
    assert placed["fives"] == (0, 100)
    assert placed["one_pair"] == (4, 100)
    assert placed["full_house"] == (0, 100)
    for filled, dice in [({}, alike), ({"yatzy": 0}, alike), ({"yatzy": 50}, (2, 2, 2, 2, 3))]:
        rows = placements(sheet, filled, dice, 3).values()
        assert {placement.extra for placement in rows} == {0}


@pytest.mark.parametrize("sheet_code", ["scandinavian", "yacht", "generala", "maxi"])
def test_further_alike_pay_nothing_extra_on_the_other_printed_sheets(sheet_code: str) -> None:
    sheet = sheet_for(sheet_code)
    filled = {sheet.rows[-1].code: 50}
    placed = placements(sheet, filled, (4,) * sheet.dice, 3).values()
    assert len(placed) == sheet.turns - 1
    assert {placement.extra for placement in placed} == {0}


@pytest.mark.parametrize("dice", [(), (1, 2, 3, 4), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3, 4), (7,) * 5])
def test_what_is_no_throw_of_the_sheet_goes_nowhere(dice: tuple[int, ...]) -> None:
    sheet = sheet_for("classic")
    assert placements(sheet, {}, dice, 3) == {}
    with pytest.raises(WrongNumberOfDice):
        place(sheet, {}, dice, 3, "chance")


@pytest.mark.parametrize(("saved_throws", "most"), [(False, 3), (True, 5)])
def test_a_row_is_written_after_one_throw_up_to_as_many_as_a_turn_can_have(
    saved_throws: bool, most: int
) -> None:
    sheet = sheet_for("yacht", HouseRules(saved_throws=saved_throws))
    for throws_used in (-1, 0, most + 1):
        assert placements(sheet, {}, (1, 2, 3, 4, 5), throws_used) == {}
        with pytest.raises(RowNotAllowed):
            place(sheet, {}, (1, 2, 3, 4, 5), throws_used, "chance")
    for throws_used in range(1, most + 1):
        assert len(placements(sheet, {}, (1, 2, 3, 4, 5), throws_used)) == 12


@pytest.mark.parametrize("row", ["yatzy", "Ones", "", "x" * 1000])
def test_a_row_of_no_or_another_sheet_is_unknown(row: str) -> None:
    with pytest.raises(UnknownRow) as refusal:
        place(sheet_for("maxi"), {}, (1,) * 6, 3, row)
    assert len(str(refusal.value)) < 80


def test_a_filled_row_is_not_written_again() -> None:
    with pytest.raises(RowFilled):
        place(sheet_for("maxi"), {"ones": 0}, (1,) * 6, 3, "ones")


@pytest.mark.parametrize(
    ("sheet_code", "house_rules", "below", "points"),
    [
        ("maxi", {}, 83, 100),
        ("maxi", {"upper_bonus": 50}, 74, 50),
        ("scandinavian", {}, 62, 50),
        ("classic", {}, 62, 35),
        ("yacht", {}, 62, 35),
    ],
)
def test_the_upper_bonus_is_held_from_its_threshold_on(
    sheet_code: str, house_rules: dict[str, object], below: int, points: int
) -> None:
    sheet = sheet_for(sheet_code, HouseRules.from_json(sheet_code, house_rules))
    nearly = {"sixes": below, "chance": 30}
    assert upper_sum(sheet, nearly) == below
    assert bonus_held(sheet, nearly) == 0
    assert bonus_held(sheet, {**nearly, "ones": 1}) == points
    assert bonus_held(sheet, {**nearly, "ones": 5, "twos": 10}) == points


def test_generala_holds_no_upper_bonus() -> None:
    sheet = sheet_for("generala")
    assert bonus_held(sheet, dict.fromkeys(NUMBERS, 30)) == 0
