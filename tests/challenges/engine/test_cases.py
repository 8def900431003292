"""The cases worked out by hand."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from challenges.engine import (
    DiceStream,
    IllegalMove,
    Seed,
    bonus_held,
    daily_label,
    place,
    placements,
    rethrow,
    sheet_for,
)

from .support import cases

SCORING = cases("scoring.json")
DICE = cases("dice_stream.json")


def case_id(case: dict[str, Any]) -> str:
    return f"{case['rules']}-{case['category']}-{''.join(map(str, case['dice']))}"


@pytest.mark.parametrize("case", SCORING, ids=case_id)
def test_a_row_gets_what_was_worked_out_by_hand(case: dict[str, Any]) -> None:
    sheet, context, row = sheet_for(case["rules"]), case.get("context", {}), case["category"]
    filled, throws_used = context.get("filled", {}), context.get("throws_used", 3)
    dice = tuple(case["dice"])
    placement = placements(sheet, filled, dice, throws_used).get(row)
    if case["score"] is None:
        assert placement is None
        with pytest.raises(IllegalMove):
            place(sheet, filled, dice, throws_used, row)
        return
    assert placement is not None
    assert placement == place(sheet, filled, dice, throws_used, row)
    assert placement.points == case["score"]
    assert placement.extra == case.get("yatzy_bonus", 0)
    if "upper_bonus_after" in case:
        assert bonus_held(sheet, {**filled, row: placement.points}) == case["upper_bonus_after"]


@pytest.mark.parametrize("case", DICE["daily_seeds"], ids=lambda case: case["date"])
def test_a_daily_seed_comes_from_its_key_and_date(case: dict[str, Any]) -> None:
    label = daily_label(datetime.date.fromisoformat(case["date"]))
    seed = Seed.derive(case["key_utf8"].encode(), label)
    assert seed.hex() == case["seed"]
    assert seed.commitment == case["commitment"]


@pytest.mark.parametrize("case", DICE["streams"], ids=lambda case: f"{case['seed'][:6]}")
def test_a_seed_gives_its_throws(case: dict[str, Any]) -> None:
    seed = Seed.fromhex(case["seed"])
    stream = DiceStream(seed, case["dice"])
    assert seed.commitment == case["commitment"]
    assert [[turn, n, list(stream(turn, n))] for turn, n, _ in case["throws"]] == case["throws"]


@pytest.mark.parametrize("case", DICE["rethrows"])
def test_kept_dice_stay_and_the_others_take_fresh_values(case: dict[str, Any]) -> None:
    after = rethrow(tuple(case["dice"]), tuple(case["keep"]), tuple(case["fresh"]))
    assert list(after) == case["result"]
