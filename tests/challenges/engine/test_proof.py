from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenges.engine import (
    HouseRules,
    IllegalMove,
    Keep,
    Move,
    ProofError,
    Throw,
    Write,
    check,
    sheet_for,
    throws_of,
)

from .support import FIXED, OTHER_SEED, SEED, play_at_random, proof_of, start

GAME = play_at_random(start("classic"), plies=200, choice=6)
PROOF = proof_of(GAME, HouseRules(), SEED)


def tampered(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(PROOF), **changes}


def test_the_throws_of_a_game_are_all_dice_on_the_table_after_each() -> None:
    moves: list[Move] = [Keep((True,) * 5 + (False,)), Write("full_house"), Keep((False,) * 6)]
    assert throws_of(sheet_for("maxi"), SEED, moves) == [
        Throw(1, 1, (4, 4, 4, 3, 3, 5)),
        Throw(1, 2, (4, 4, 4, 3, 3, 6)),
        Throw(2, 1, (2, 2, 4, 3, 3, 1)),
        Throw(2, 2, (4, 4, 2, 4, 3, 2)),
    ]
    with pytest.raises(IllegalMove):
        throws_of(sheet_for("maxi"), SEED, [Write("yatzy")])


def test_a_true_proof_has_no_mismatch() -> None:
    assert GAME.outcome
    assert check(PROOF) == []


def test_a_game_that_was_never_finished_can_be_proved_too() -> None:
    game = play_at_random(start("maxi", saved_throws=True), plies=12)
    assert check(proof_of(game, HouseRules(saved_throws=True), SEED)) == []


def test_fields_added_later_do_not_matter() -> None:
    proof = tampered(finished_at="2026-12-01T12:00:00Z")
    proof["moves"][0]["ply"] = 0
    proof["throws"][0]["luck"] = 0.5
    assert check(proof) == []


def test_another_commitment_is_reported() -> None:
    expected = [f"The commitment of the seed is {SEED.commitment}."]
    assert check(tampered(commitment=OTHER_SEED.commitment)) == expected
    assert check(tampered(commitment="")) == expected


def test_another_seed_is_reported_with_every_throw_it_changes() -> None:
    mismatches = check(tampered(seed=OTHER_SEED.hex()))
    assert mismatches[0] == f"The commitment of the seed is {OTHER_SEED.commitment}."
    assert len(mismatches) > len(PROOF["throws"]) // 2


def test_another_seed_with_its_own_commitment_is_reported() -> None:
    assert check(tampered(seed=OTHER_SEED.hex(), commitment=OTHER_SEED.commitment))


def test_every_throw_that_was_changed_is_reported() -> None:
    for index, throw in enumerate(PROOF["throws"]):
        proof = tampered()
        proof["throws"][index]["dice"][2] = throw["dice"][2] % 6 + 1
        said, thrown = (Throw(**p["throws"][index]) for p in (proof, PROOF))
        said, thrown = (throw._replace(dice=tuple(throw.dice)) for throw in (said, thrown))
        assert check(proof) == [f"The proof says {said}; the seed gives {thrown}."]


@pytest.mark.parametrize(("part", "value"), [("turn", 99), ("throw", 4), ("dice", [])])
def test_a_throw_with_another_number_is_reported(part: str, value: object) -> None:
    proof = tampered()
    proof["throws"][3][part] = value
    (mismatch,) = check(proof)
    assert mismatch.startswith("The proof says turn")


def test_a_throw_left_out_or_made_up_is_reported() -> None:
    shorter = tampered(throws=PROOF["throws"][:-1])
    assert len(check(shorter)) == 1
    assert check(shorter)[0].startswith("The proof says no throw; the seed gives turn 13, throw")
    longer = tampered(throws=[*PROOF["throws"], {"turn": 14, "throw": 1, "dice": [1, 2, 3, 4, 5]}])
    assert check(longer) == ["The proof says turn 14, throw 1: 1 2 3 4 5; the seed gives no throw."]


def test_every_row_that_was_changed_is_reported() -> None:
    for row, points in PROOF["sheet"].items():
        proof = tampered(sheet={**PROOF["sheet"], row: points + 1})
        expected = f"The row {row!r} holds {points}; the proof says {points + 1}."
        assert check(proof) == [expected]


def test_a_row_emptied_or_made_up_is_reported() -> None:
    points = GAME.filled["ones"]
    emptied = tampered(sheet={**PROOF["sheet"], "ones": None})
    assert check(emptied) == [f"The row 'ones' holds {points}; the proof says nothing."]
    made_up = tampered(sheet={**PROOF["sheet"], "tower": 28})
    assert check(made_up) == ["The row 'tower' holds nothing; the proof says 28."]


def test_another_total_is_reported() -> None:
    proof = tampered(total=GAME.total + 100)
    assert check(proof) == [f"The total is {GAME.total}; the proof says {GAME.total + 100}."]


def test_several_lies_are_all_reported() -> None:
    proof = tampered(commitment="", total=0, sheet={**PROOF["sheet"], "tower": 28})
    proof["throws"][0]["dice"][0] = 9
    assert len(check(proof)) == 4


def test_every_move_that_was_changed_is_reported() -> None:
    for index, move in enumerate(PROOF["moves"]):
        proof = tampered()
        changed = {"row": "ones"} if "keep" in move else {"row": "twos"}
        if move in ({"row": "ones"}, {"row": "twos"}):
            changed = {"row": "chance"}
        proof["moves"][index] = changed
        assert check(proof), index


def test_an_illegal_move_is_reported_with_its_ply() -> None:
    proof = tampered()
    proof["moves"][3] = {"row": "tower"}
    (mismatch,) = check(proof)
    assert mismatch == "The move at ply 3 is not allowed: The sheet classic has no row 'tower'."


def test_moves_after_the_end_are_reported() -> None:
    proof = tampered(moves=[*PROOF["moves"], {"row": "ones"}])
    ply = len(PROOF["moves"])
    assert check(proof) == [f"The move at ply {ply} is not allowed: The game is over."]


def test_house_rules_that_the_game_was_not_played_by_are_reported() -> None:
    assert check(tampered(house_rules={"forced_order": True}))
    assert check(tampered(rules="scandinavian"))


@pytest.mark.parametrize("name", sorted(PROOF))
def test_a_proof_with_a_field_missing_cannot_be_read(name: str) -> None:
    proof = tampered()
    del proof[name]
    with pytest.raises(ProofError, match=rf"^{name} is missing\.$"):
        check(proof)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": None}, "id is not a text."),
        ({"rules": ["classic"]}, "rules is not a text."),
        ({"rules": "chess"}, "rules: There is no sheet 'chess'."),
        ({"house_rules": []}, "house_rules is not an object."),
        ({"house_rules": {"fast": True}}, "house_rules: There is no house rule 'fast'."),
        ({"seed": "00"}, "seed is not 64 hex digits."),
        ({"seed": SEED.hex()[:-1] + "g"}, "seed is not 64 hex digits."),
        ({"commitment": 1}, "commitment is not a text."),
        ({"moves": {}}, "moves is not a list."),
        ({"moves": [{"row": "ones"}, 3]}, "moves[1]: A move has either keep or row."),
        ({"moves": [{"keep": [1]}]}, "moves[0]: keep is a list of true and false."),
        ({"throws": [[1, 1, [1]]]}, "throws[0] is not an object."),
        ({"throws": [{"turn": 1, "throw": 1}]}, "throws[0].dice is missing."),
        (
            {"throws": [{"turn": True, "throw": 1, "dice": []}]},
            "throws[0].turn is not a whole number.",
        ),
        (
            {"throws": [{"turn": 1, "throw": 1, "dice": [1.0]}]},
            "throws[0].dice is not a whole number.",
        ),
        (
            {"throws": [{"turn": 1, "throw": -1, "dice": []}]},
            "throws[0].throw is out of range.",
        ),
        ({"sheet": [["ones", 3]]}, "sheet is not an object."),
        ({"sheet": {"ones": "3"}}, "sheet['ones'] is not a whole number."),
        ({"total": False}, "total is not a whole number."),
        ({"total": 10**5000}, "total is out of range."),
    ],
)
def test_a_proof_that_cannot_be_read_says_where(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ProofError) as refusal:
        check(tampered(**changes))
    assert str(refusal.value) == message


@pytest.mark.parametrize("value", [None, [], "proof", 3, True])
def test_what_is_no_object_is_no_proof(value: object) -> None:
    with pytest.raises(ProofError):
        check(value)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    parts = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path, *[place for key, part in parts for place in places(part, (*path, key))]]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(st.text(max_size=9), parts),
    max_leaves=5,
)


@FIXED
@given(place=st.sampled_from(places(PROOF)[1:]), value=json_values)
def test_anything_in_any_place_is_checked_or_refused(place: tuple[Any, ...], value: Any) -> None:
    proof = tampered()
    holder = proof
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    try:
        mismatches = check(proof)
    except ProofError:
        return
    cannot_be_told = place[0] in ("id", "seed_label")
    assert mismatches or cannot_be_told or json.dumps(proof) == json.dumps(PROOF)
