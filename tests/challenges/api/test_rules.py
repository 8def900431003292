"""GET /rules and /rules/{sheet}: the sheets in words."""

import json

import pytest

from challenges.engine import SHEETS
from tests.cast import Caller, ok, refused

pytestmark = pytest.mark.usefixtures("anybody")


def test_all_sheets_are_listed(anybody: Caller) -> None:
    sheets = ok(anybody.get("/rules"))["sheets"]
    assert [
        (sheet["code"], sheet["dice"], sheet["turns"], sheet["upper_bonus"]) for sheet in sheets
    ] == [
        ("maxi", 6, 20, {"points": 100, "target": 84}),
        ("scandinavian", 5, 15, {"points": 50, "target": 63}),
        ("classic", 5, 13, {"points": 35, "target": 63}),
        ("yacht", 5, 12, {"points": 35, "target": 63}),
        ("generala", 5, 11, None),
    ]


@pytest.mark.parametrize(
    ("code", "rows"),
    [
        (
            "maxi",
            "ones twos threes fours fives sixes one_pair two_pairs three_pairs three_of_a_kind "
            "four_of_a_kind five_of_a_kind full_house villa tower small_straight large_straight "
            "full_straight chance maxi_yatzy",
        ),
        (
            "scandinavian",
            "ones twos threes fours fives sixes one_pair two_pairs three_of_a_kind "
            "four_of_a_kind small_straight large_straight full_house chance yatzy",
        ),
        (
            "classic",
            "ones twos threes fours fives sixes three_of_a_kind four_of_a_kind full_house "
            "small_straight large_straight yatzy chance",
        ),
        (
            "yacht",
            "ones twos threes fours fives sixes chance four_of_a_kind full_house small_straight "
            "large_straight yacht",
        ),
        (
            "generala",
            "ones twos threes fours fives sixes large_straight full_house four_of_a_kind generala "
            "double_generala",
        ),
    ],
)
def test_rows_come_in_printed_order(anybody: Caller, code: str, rows: str) -> None:
    sheet = ok(anybody.get(f"/rules/{code}"))
    assert [row["code"] for row in sheet["rows"]] == rows.split()
    assert {row["section"] for row in sheet["rows"][:6]} == {"upper"}
    assert {row["section"] for row in sheet["rows"][6:]} == {"lower"}
    assert all(len(row["example"]["dice"]) == sheet["dice"] for row in sheet["rows"])
    assert all(row["name"] and row["text"] for row in sheet["rows"])


def test_the_examples_score_something(anybody: Caller) -> None:
    points = {
        code: {
            row["code"]: row["example"]["points"]
            for row in ok(anybody.get(f"/rules/{code}"))["rows"]
        }
        for code in SHEETS
    }
    assert all(points[code][row] > 0 for code in points for row in points[code])
    assert points["maxi"]["full_straight"] == 21
    assert points["maxi"]["maxi_yatzy"] == 100
    assert points["classic"]["full_house"] == 25
    assert points["generala"]["double_generala"] == 100


def test_house_rules_are_offered_with_the_printed_value_first(anybody: Caller) -> None:
    offered = {code: ok(anybody.get(f"/rules/{code}"))["house_rules"] for code in SHEETS}
    switches = {"forced_order": [False, True], "saved_throws": [False, True]}
    assert offered == {
        "maxi": switches | {"upper_bonus": [100, 50], "full_straight": [21, 25, 30]},
        "scandinavian": switches | {"extra_yatzy": [False, True]},
        "classic": switches,
        "yacht": switches,
        "generala": switches,
    }


@pytest.mark.parametrize("code", ["Maxi", "yatzy", "maxi.json", "%00", "..", "mäxi"])
def test_other_sheets_do_not_exist(anybody: Caller, code: str) -> None:
    refused(anybody.get(f"/rules/{code}"), 404, "not_found")


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_the_text_says_its_language(anybody: Caller, language: str) -> None:
    answer = anybody.call("GET", "/rules/maxi", headers={"Accept-Language": language})
    assert answer["Content-Language"] == language
    assert "Accept-Language" in answer["Vary"]
    assert json.loads(answer.content)["code"] == "maxi"
