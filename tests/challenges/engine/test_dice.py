from __future__ import annotations

import datetime
import hashlib
import hmac
import pickle
from itertools import product
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenges.engine import (
    CHAIN_START,
    DiceStream,
    Seed,
    chain_hash,
    daily_label,
    game_label,
    rethrow,
)

from .support import FIXED, SEED, cases, play_at_random, start

SECRET = bytes(range(32))


@pytest.mark.parametrize("show", [repr, str, "{}".format, "{0!r:>200}".format])
def test_a_seed_is_shown_as_its_commitment_only(show: object) -> None:
    assert callable(show)
    shown = show(SEED)
    assert SEED.commitment in shown
    assert SECRET.hex() not in shown
    assert repr(SECRET)[2:-1] not in shown


def test_what_holds_a_seed_does_not_show_it() -> None:
    game = play_at_random(start(), plies=5)
    for shown in (repr(game), repr(game.throw_source), str({"seed": SEED})):
        assert SECRET.hex() not in shown
        assert repr(SECRET) not in shown


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "x" * 32, bytearray(32), None])
def test_a_seed_of_another_length_is_refused(secret: object) -> None:
    with pytest.raises(ValueError, match=r"^A seed is 32 bytes\.$"):
        Seed(secret)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "00", "0" * 63, "0" * 65, "g" * 64, "0 " * 32, "é" * 64])
def test_a_seed_in_hex_is_64_digits_and_an_error_does_not_repeat_them(text: str) -> None:
    with pytest.raises(ValueError, match=r"^A seed is 32 bytes\.$") as refusal:
        Seed.fromhex(text)
    assert refusal.value.__context__ is None


def test_a_seed_survives_hex_and_pickle_and_equals_its_like() -> None:
    assert Seed.fromhex(SEED.hex()) == SEED == pickle.loads(pickle.dumps(SEED))
    assert len({SEED, Seed(SECRET), Seed(bytes(32))}) == 2


def test_a_label_is_ascii() -> None:
    with pytest.raises(ValueError, match="ascii"):
        Seed.derive(b"key", "daily:é")


def test_labels_name_a_date_or_a_game() -> None:
    game = UUID("4f8f2b0e-8f5c-4b1e-9b43-0a1c55d4a8d1")
    assert daily_label(datetime.date(2026, 12, 1)) == "daily:2026-12-01"
    assert game_label(game) == "game:4f8f2b0e-8f5c-4b1e-9b43-0a1c55d4a8d1"


def test_the_chain_hashes_what_came_before_the_date_and_the_commitment() -> None:
    date = datetime.date(2026, 12, 1)
    text = f"{'0' * 64} 2026-12-01 {SEED.commitment}"
    first = chain_hash(CHAIN_START, date, SEED.commitment)
    assert first == hashlib.sha256(text.encode()).hexdigest()
    assert chain_hash(first, date, SEED.commitment) != first


@FIXED
@given(
    secret=st.binary(min_size=32, max_size=32),
    turn=st.integers(1, 100),
    n=st.integers(1, 5),
    dice=st.integers(1, 200),
)
def test_a_throw_is_the_stream_of_its_message(secret: bytes, turn: int, n: int, dice: int) -> None:
    """Two hundred dice need seven blocks, and bytes from 252 on turn up among them."""
    blocks = [hmac.new(secret, f"{turn}:{n}:{block}".encode(), "sha256") for block in range(20)]
    stream = [byte for block in blocks for byte in block.digest() if byte < 252]
    expected = tuple(byte % 6 + 1 for byte in stream[:dice])
    assert DiceStream(Seed(secret), dice)(turn, n) == expected


def test_a_throw_goes_on_in_the_next_block_where_bytes_are_dropped() -> None:
    stream = DiceStream(SEED, 32)
    dropping = [
        (turn, n)
        for turn, n in product(range(1, 21), range(1, 4))
        if max(hmac.digest(SECRET, f"{turn}:{n}:0".encode(), "sha256")) >= 252
    ]
    assert dropping
    assert all(len(stream(turn, n)) == 32 for turn, n in dropping)


def test_throws_may_be_asked_for_in_any_order() -> None:
    case = cases("dice_stream.json")["streams"][0]
    stream = DiceStream(Seed.fromhex(case["seed"]), case["dice"])
    for turn, n, values in reversed(case["throws"]):
        assert stream(turn, n) == tuple(values)


@FIXED
@given(
    old=st.lists(st.integers(1, 6), min_size=6, max_size=6),
    fresh=st.lists(st.integers(1, 6), min_size=6, max_size=6).map(tuple),
    keep=st.lists(st.booleans(), min_size=6, max_size=6),
    order=st.permutations(range(6)),
)
def test_equal_choices_give_equal_dice_whichever_slots_they_sit_in(
    old: list[int], fresh: tuple[int, ...], keep: list[bool], order: list[int]
) -> None:
    here = rethrow(tuple(old), tuple(keep), fresh)
    there = rethrow(tuple(old[i] for i in order), tuple(keep[i] for i in order), fresh)
    assert sorted(here) == sorted(there)


def test_every_choice_of_dice_to_keep_keeps_them_in_their_slots() -> None:
    old, fresh = (11, 12, 13, 14, 15, 16), (1, 2, 3, 4, 5, 6)
    for keep in product((False, True), repeat=6):
        left = list(fresh)
        expected = [die if kept else left.pop(0) for die, kept in zip(old, keep, strict=True)]
        assert list(rethrow(old, keep, fresh)) == expected
