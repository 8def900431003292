from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from challenges.engine import (
    SHEETS,
    HouseRules,
    HouseRulesError,
    Section,
    UnknownSheetError,
    UpperBonus,
    options,
    place,
    sheet_for,
)

MAXI_OPTIONS = {
    "forced_order": (False, True),
    "saved_throws": (False, True),
    "upper_bonus": (100, 50),
    "full_straight": (21, 25, 30),
}


def test_the_sheets_are_as_printed() -> None:
    numbers = "ones twos threes fours fives sixes "
    alike = "three_of_a_kind four_of_a_kind "
    straights = "small_straight large_straight "
    printed = {
        "maxi": (
            6,
            "one_pair two_pairs three_pairs "
            + alike
            + "five_of_a_kind full_house villa tower "
            + straights
            + "full_straight chance maxi_yatzy",
            UpperBonus(100, 84),
        ),
        "scandinavian": (
            5,
            "one_pair two_pairs " + alike + straights + "full_house chance yatzy",
            UpperBonus(50, 63),
        ),
        "classic": (5, alike + "full_house " + straights + "yatzy chance", UpperBonus(35, 63)),
        "yacht": (5, "chance four_of_a_kind full_house " + straights + "yacht", UpperBonus(35, 63)),
        "generala": (
            5,
            "large_straight full_house four_of_a_kind generala double_generala",
            None,
        ),
    }
    assert list(SHEETS) == list(printed)
    for code, (dice, lower, upper_bonus) in printed.items():
        sheet = SHEETS[code]
        assert (sheet.code, sheet.dice, sheet.upper_bonus) == (code, dice, upper_bonus)
        assert " ".join(row.code for row in sheet.rows) == numbers + lower
        assert " ".join(sheet.upper_codes) + " " == numbers
        assert [row.section for row in sheet.rows[:7]] == [Section.UPPER] * 6 + [Section.LOWER]
    assert [sheet.turns for sheet in SHEETS.values()] == [20, 15, 13, 12, 11]


def test_a_sheet_lists_the_options_it_offers_the_printed_value_first() -> None:
    plain = {"forced_order": (False, True), "saved_throws": (False, True)}
    assert dict(options("maxi")) == MAXI_OPTIONS
    assert dict(options("scandinavian")) == plain | {"extra_yatzy": (False, True)}
    assert [dict(options(code)) for code in ("classic", "yacht", "generala")] == [plain] * 3


@pytest.mark.parametrize("sheet_code", sorted(SHEETS))
def test_every_choice_of_options_survives_json(sheet_code: str) -> None:
    offered = options(sheet_code)
    for values in product(*offered.values()):
        chosen = dict(zip(offered, values, strict=True))
        rules = HouseRules.from_json(sheet_code, chosen)
        differing = {name: chosen[name] for name in chosen if chosen[name] != offered[name][0]}
        assert rules.to_json() == differing
        assert HouseRules.from_json(sheet_code, differing) == rules
        assert sheet_for(sheet_code, rules) is sheet_for(sheet_code, rules)


@pytest.mark.parametrize(
    ("sheet_code", "value", "field", "message"),
    [
        ("maxi", {"doubles": True}, "doubles", "There is no house rule 'doubles'."),
        ("maxi", {"__class__": 1}, "__class__", "There is no house rule '__class__'."),
        ("maxi", {1: True}, "1", "There is no house rule 1."),
        (
            "maxi",
            {"extra_yatzy": True},
            "extra_yatzy",
            "The sheet maxi does not offer extra_yatzy.",
        ),
        ("maxi", {"extra_yatzy": False}, "extra_yatzy", None),
        ("classic", {"extra_yatzy": True}, "extra_yatzy", None),
        ("yacht", {"extra_yatzy": True}, "extra_yatzy", None),
        ("scandinavian", {"upper_bonus": 50}, "upper_bonus", None),
        ("classic", {"full_straight": 21}, "full_straight", None),
        ("maxi", {"full_straight": 22}, "full_straight", "full_straight is 21 or 25 or 30."),
        ("maxi", {"full_straight": 25.0}, "full_straight", None),
        ("maxi", {"full_straight": "25"}, "full_straight", None),
        ("maxi", {"full_straight": True}, "full_straight", None),
        ("maxi", {"upper_bonus": None}, "upper_bonus", "upper_bonus is 100 or 50."),
        ("maxi", {"saved_throws": 1}, "saved_throws", "saved_throws is false or true."),
        ("maxi", {"forced_order": 0}, "forced_order", None),
        ("maxi", {"forced_order": []}, "forced_order", None),
        ("maxi", [], "house_rules", "House rules are an object of options."),
        ("maxi", None, "house_rules", None),
        ("maxi", "saved_throws", "house_rules", None),
    ],
)
def test_house_rules_that_are_not_offered_are_refused(
    sheet_code: str, value: Any, field: str, message: str | None
) -> None:
    with pytest.raises(HouseRulesError) as refusal:
        HouseRules.from_json(sheet_code, value)
    assert refusal.value.field == field
    assert str(refusal.value) == message or message is None
    assert isinstance(refusal.value, ValueError)


def test_house_rules_of_another_sheet_make_no_sheet() -> None:
    with pytest.raises(HouseRulesError):
        sheet_for("classic", HouseRules(full_straight=25))
    with pytest.raises(HouseRulesError):
        sheet_for("maxi", HouseRules(upper_bonus=60))


@pytest.mark.parametrize("code", ["", "Maxi", "yatzy", "x" * 100])
def test_an_unknown_sheet_is_refused(code: str) -> None:
    for refused in (sheet_for, options, lambda code: HouseRules.from_json(code, {})):
        with pytest.raises(UnknownSheetError):
            refused(code)


def test_house_rules_change_what_they_name_and_nothing_else() -> None:
    plain = sheet_for("maxi")
    assert plain == SHEETS["maxi"]
    assert sheet_for("maxi", HouseRules(upper_bonus=50)).upper_bonus == UpperBonus(50, 75)
    for points in (25, 30):
        sheet = sheet_for("maxi", HouseRules(full_straight=points))
        assert place(sheet, {}, (6, 5, 4, 3, 2, 1), 3, "full_straight").points == points
        assert place(sheet, {}, (6, 5, 4, 3, 2, 2), 3, "full_straight").points == 0
        assert [row for row in sheet.rows if row.code != "full_straight"] == [
            row for row in plain.rows if row.code != "full_straight"
        ]
    assert place(plain, {}, (6, 5, 4, 3, 2, 1), 3, "full_straight").points == 21
