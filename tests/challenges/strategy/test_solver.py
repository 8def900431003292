"""Solved sheets against known values, and against best play in rational numbers."""

import hashlib
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from numpy.typing import NDArray

from challenges import strategy
from challenges.engine.placement import placements
from challenges.engine.sheets import SHEETS, HouseRules, Sheet, sheet_for
from challenges.strategy import solver
from challenges.strategy.kernel import solve_sets
from challenges.strategy.levels import shares_of
from challenges.strategy.outcomes import keeps_of
from challenges.strategy.points import points_of
from challenges.strategy.solver import new_values, solve
from challenges.strategy.states import states_of
from challenges.strategy.turn import State, Turn, state_of
from tests.challenges.strategy.brute_force import value
from tests.challenges.strategy.sheets import PLAIN, solved

FIVE_DICE = [code for code, sheet in SHEETS.items() if sheet.dice == 5]

RULES = {
    "scandinavian": (PLAIN, HouseRules(extra_yatzy=True), HouseRules(forced_order=True)),
    "classic": (PLAIN, HouseRules(forced_order=True)),
    "yacht": (PLAIN,),
    "generala": (PLAIN, HouseRules(forced_order=True)),
}
VARIANTS = [(code, rules) for code, all_rules in RULES.items() for rules in all_rules]


def worth(sheet: Sheet, values: NDArray[Any], filled: dict[str, int]) -> float:
    return float(values[states_of(sheet).number(*state_of(sheet, filled))])


@pytest.mark.parametrize(
    ("code", "known"), [("scandinavian", 248.4399893779), ("classic", 254.5877287345)]
)
def test_the_known_values_come_out(code: str, known: float) -> None:
    assert abs(worth(sheet_for(code), solved(code), {}) - known) < 1e-9


@pytest.mark.parametrize("code", FIVE_DICE)
def test_single_precision_is_exact_to_a_tenth_of_what_is_stated(code: str) -> None:
    double, single = solved(code), solved(code, dtype="float32")
    assert abs(double - single).max() < 0.0001


@pytest.mark.parametrize(("code", "rules"), VARIANTS)
def test_with_few_rows_left_it_is_what_rational_numbers_say(code: str, rules: HouseRules) -> None:
    sheet, drawn = sheet_for(code, rules), random.Random(f"{code} {rules}")
    for left in (1, 1, 1, 2):
        filled = some_sheet(sheet, left, drawn)
        expected = value(sheet, filled)
        assert abs(worth(sheet, solved(code, rules), filled) - float(expected)) < 1e-9, filled


# All of maxi takes too long for a test, but two of its levels do not.
@pytest.mark.parametrize(
    ("rules", "lefts"), [(PLAIN, (1, 1, 2)), (HouseRules(upper_bonus=50), (1, 1))]
)
def test_with_few_rows_of_maxi_left_it_is_what_rational_numbers_say(
    rules: HouseRules, lefts: tuple[int, ...]
) -> None:
    sheet, drawn = sheet_for("maxi", rules), random.Random(f"maxi {rules}")
    values = last_levels(rules, levels=max(lefts))
    for left in lefts:
        filled = some_sheet(sheet, left, drawn)
        assert abs(worth(sheet, values, filled) - float(value(sheet, filled))) < 1e-9, filled
        turn = Turn(sheet, values, state_of(sheet, filled))
        assert abs(float(keeps_of(sheet.dice).chances @ turn.thrown[1]) - turn.start) < 1e-9


def last_levels(rules: HouseRules, levels: int) -> NDArray[Any]:
    sheet = sheet_for("maxi", rules)
    values = new_values(sheet, "float64")
    assert list(islice(solve(sheet, values), levels)) == [*range(1, levels + 1)]
    return values


def some_sheet(sheet: Sheet, left: int, drawn: random.Random) -> dict[str, int]:
    """Filled by chance but for so many rows, with more of the rare outcomes than chance has."""
    rows = [row.code for row in sheet.rows]
    if not sheet.forced_order:
        drawn.shuffle(rows)
    filled: dict[str, int] = {}
    while len(filled) < len(rows) - left:
        dice = tuple(drawn.randint(1, 6) for _ in range(sheet.dice))
        dice = drawn.choice([dice, (dice[0],) * sheet.dice])
        allowed = placements(sheet, filled, dice, 3)
        if (code := rows[len(filled)]) in allowed:
            filled[code] = allowed[code].points
    return filled


@pytest.mark.parametrize(("code", "rules"), VARIANTS)
def test_a_turn_computed_without_a_compiler_is_worth_the_same(code: str, rules: HouseRules) -> None:
    sheet, values, drawn = sheet_for(code, rules), solved(code, rules), random.Random(code)
    chances = keeps_of(sheet.dice).chances
    for _ in range(50):
        turn = Turn(sheet, values, some_state(sheet, drawn))
        assert abs(float(chances @ turn.thrown[1]) - turn.start) < 1e-9, turn.state


def some_state(sheet: Sheet, drawn: random.Random) -> State:
    states, key = states_of(sheet), points_of(sheet).key_row
    if sheet.forced_order:
        bits = (1 << drawn.randrange(len(sheet.rows))) - 1
    else:
        bits = drawn.randrange((1 << len(sheet.rows)) - 1)
    upper, lower = bits & 63, bits >> 6
    flag = drawn.randrange(2) if key is not None and bits >> key & 1 else 0
    return State(upper, lower, flag, drawn.randrange(states.width[upper]))


@pytest.mark.parametrize("code", FIVE_DICE)
def test_what_is_solved_already_is_gone_on_from(code: str) -> None:
    sheet = sheet_for(code)
    values, levels = new_values(sheet, "float64"), len(sheet.rows)
    for done in solve(sheet, values):
        if done == levels // 2:
            break
    assert list(solve(sheet, values, first=levels // 2)) == [*range(levels // 2 + 1, levels + 1)]
    assert (values == solved(code)).all()


@pytest.mark.parametrize("code", SHEETS)
def test_the_shares_of_work_rise_from_nothing_to_all(code: str) -> None:
    shares = shares_of(sheet_for(code))
    assert len(shares) == len(SHEETS[code].rows) + 1
    assert (shares[0], shares[-1]) == (0.0, 1.0)
    assert list(shares) == sorted(set(shares))


def test_what_was_compiled_is_kept_apart_for_each_state_of_the_code() -> None:
    sources = sorted(Path(strategy.__file__).parent.glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    assert digest[:16] in Path(solve_sets.stats.cache_path).parts


def test_whoever_ends_it_does_not_wait_for_the_rest_of_a_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended, parts = threading.Event(), list[Any]()

    class Pool(ThreadPoolExecutor):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            super().shutdown(wait=False, cancel_futures=cancel_futures)
            ended.set()
            super().shutdown(wait=wait)

    def interrupted(*part: Any) -> None:
        parts.append(part)
        if len(parts) == 1:
            raise KeyboardInterrupt
        ended.wait()

    monkeypatch.setattr(solver, "ThreadPoolExecutor", Pool)
    monkeypatch.setattr(solver, "solve_sets", interrupted)
    sheet = sheet_for("generala")
    levels = solve(sheet, new_values(sheet), cores=1, first=5)
    with pytest.raises(KeyboardInterrupt):
        next(levels)
    assert len(parts) in (1, 2)  # the next one of eight may have begun
