from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from challenges.engine import (
    DiceStream,
    Game,
    HouseRules,
    IllegalMove,
    Keep,
    Record,
    RecordError,
    Seed,
    Write,
    moves_from_text,
    moves_to_text,
    replay,
    sheet_for,
)

from .support import FIXED, SEED, games, house_rules, play_at_random, sheet_codes, start

MOVES = (
    Keep((True, True, False, True, False, False)),
    Keep((True, True, True, True, False, False)),
    Write("tower"),
    Write("full_house"),
    Keep((False,) * 6),
)
TEXT = """\
Sheet: maxi
House rules: saved_throws, full_straight=25
Seed: daily:2026-12-01

 1. xx-x-- xxxx-- tower
 2. full_house
 3. ------
"""
RECORD = Record("maxi", HouseRules(full_straight=25, saved_throws=True), "daily:2026-12-01", MOVES)


def test_a_record_reads_like_this() -> None:
    assert RECORD.to_text() == TEXT
    assert Record.from_text(TEXT) == RECORD


def test_a_plain_record_says_nothing_of_house_rules_and_may_hold_its_seed() -> None:
    record = Record("yacht", HouseRules(), SEED, ())
    assert record.to_text() == f"Sheet: yacht\nSeed: {SEED.hex()}\n\n"
    assert Record.from_text(record.to_text()) == record


def test_a_record_shown_in_a_log_does_not_tell_its_seed() -> None:
    assert SEED.hex() not in repr(Record("yacht", HouseRules(), SEED, ()))


def test_a_record_is_read_from_another_system_and_with_another_spacing() -> None:
    text = TEXT.replace("\n", "\r\n").replace(", ", " ,  ").replace("- xx", "-   xx") + "\n \n"
    assert Record.from_text(text) == RECORD
    moved = "Seed: daily:2026-12-01\nHouse rules: full_straight=25,saved_throws\nSheet:maxi\n\n"
    assert Record.from_text(moved + TEXT.partition("\n\n")[2]) == RECORD


def test_a_record_replays_its_game() -> None:
    game = play_at_random(start("classic"), plies=100)
    record = Record("classic", HouseRules(), "game:1", game.moves)
    assert Record.from_text(record.to_text()).replay(SEED) == game


def test_a_record_of_illegal_moves_is_read_and_not_replayed() -> None:
    record = Record.from_text("Sheet: maxi\nSeed: game:1\n\n 1. ones\n 2. ones\n")
    with pytest.raises(IllegalMove):
        record.replay(SEED)


@pytest.mark.parametrize(
    "label", ["", "daily", "daily:", "a b:c", "daily:1\nSheet: x", "x:é", "0:1"]
)
def test_a_record_has_a_seed_label_that_can_be_read_back(label: str) -> None:
    with pytest.raises(ValueError, match="seed label"):
        Record("maxi", HouseRules(), label, ())


@FIXED
@given(game=games(), label=st.from_regex(r"\A[a-z]{1,9}:[!-~]{1,40}\Z"), data=st.data())
def test_every_record_survives_its_text(game: Game, label: str, data: st.DataObject) -> None:
    rules = data.draw(house_rules(game.sheet.code))
    record = Record(game.sheet.code, rules, label, game.moves)
    assert Record.from_text(record.to_text()) == record
    assert moves_from_text(moves_to_text(game.moves)) == game.moves
    assert replay(game.sheet, game.throw_source, moves_from_text(moves_to_text(game.moves))) == game


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "the header Sheet is missing"),
        ("Sheet: maxi\n", 1, "the header Seed is missing"),
        ("Seed: daily:1\n", 1, "the header Sheet is missing"),
        ("\nSheet: maxi\nSeed: daily:1\n", 1, "the header Sheet is missing"),
        ("Sheet: maxi\nSheet: maxi\nSeed: daily:1\n", 2, "a second header Sheet"),
        ("Sheet: maxi\nSeed: daily:1\nDate: 1\n", 3, None),
        ("Sheet: maxi\nSeed: daily:1\n 1. ones\n", 3, None),
        ("Sheet: yatzy\nSeed: daily:1\n", 1, "there is no sheet 'yatzy'"),
        ("Sheet: maxi\nSeed: daily\n", 2, None),
        ("Sheet: maxi\nSeed: 00ff\n", 2, None),
        ("Sheet: maxi\nHouse rules: fast\nSeed: daily:1\n", 2, "There is no house rule 'fast'."),
        ("Sheet: maxi\nHouse rules: extra_yatzy\nSeed: daily:1\n", 2, None),
        ("Sheet: maxi\nHouse rules: full_straight\nSeed: daily:1\n", 2, None),
        ("Sheet: maxi\nHouse rules: full_straight=x\nSeed: daily:1\n", 2, None),
        ("Sheet: maxi\nHouse rules: saved_throws=1\nSeed: daily:1\n", 2, None),
        ("Sheet: maxi\nHouse rules: saved_throws, saved_throws\nSeed: daily:1\n", 2, None),
        ("Sheet: maxi\nHouse rules:\nSeed: daily:1\n", 2, None),
        ("Sheet: maxi\nSeed: a:1\n\n 2. ones\n", 4, "turn 1 is expected here, as '1. ...'"),
        ("Sheet: maxi\nSeed: a:1\n\n 1. ones\n 1. twos\n", 5, None),
        ("Sheet: maxi\nSeed: a:1\n\nones\n", 4, None),
        ("Sheet: maxi\nSeed: a:1\n\n 1.\n", 4, "the turn is empty"),
        ("Sheet: maxi\nSeed: a:1\n\n 1. Ones\n", 4, "'Ones' is neither dice kept nor a row"),
        ("Sheet: maxi\nSeed: a:1\n\n 1. xxo--- ones\n", 4, None),
        ("Sheet: maxi\nSeed: a:1\n\n 1. x-----------\n", 4, None),
        ("Sheet: maxi\nSeed: a:1\n\n 1. ones twos\n", 4, "something follows the row of the turn"),
        ("Sheet: maxi\nSeed: a:1\n\n 1. ones x-----\n", 4, None),
        ("Sheet: maxi\nSeed: a:1\n\n 1. x-----\n\n 2. ones\n", 6, None),
    ],
)
def test_a_text_that_is_no_record_is_refused_with_line_and_reason(
    text: str, line: int, reason: str | None
) -> None:
    with pytest.raises(RecordError) as refusal:
        Record.from_text(text)
    assert refusal.value.line == line
    assert refusal.value.reason == reason or reason is None
    assert str(refusal.value) == f"line {line}: {refusal.value.reason}"


def test_moves_are_stored_like_this() -> None:
    assert moves_to_text(MOVES) == "xx-x-- xxxx-- tower\nfull_house\n------"
    assert moves_from_text("xx-x-- xxxx-- tower\nfull_house\n------") == MOVES
    assert (moves_to_text(()), moves_from_text("")) == ("", ())


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("\n", 1),
        ("ones\n", 2),
        ("ones\n\ntwos", 2),
        (" ones", 1),
        ("ones ", 1),
        ("xx---- ", 1),
        ("x-----  ones", 1),
        ("ones\nx----- x-----\nthrees", 3),
        ("ones\ntwos threes", 2),
        ("ones\r\ntwos", 1),
    ],
)
def test_a_stored_text_is_read_strictly(text: str, line: int) -> None:
    with pytest.raises(RecordError) as refusal:
        moves_from_text(text)
    assert refusal.value.line == line


lines = st.lists(
    st.one_of(
        st.sampled_from(TEXT.split("\n")),
        st.sampled_from(["Sheet: classic", "House rules: extra_yatzy", f"Seed: {SEED.hex()}"]),
        st.from_regex(r"\A[ 0-9]{0,3}\. ?([x-]{1,7} ?){0,5}(ones|tower|x)?\Z"),
        st.text(max_size=40),
    ),
    max_size=12,
).map("\n".join)


@FIXED
@given(
    text=st.one_of(
        lines,
        st.text(max_size=200),
        st.sampled_from(range(len(TEXT))).map(lambda cut: TEXT[:cut] + TEXT[cut + 1 :]),
    )
)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for read in (Record.from_text, moves_from_text):
        try:
            value = read(text)
        except RecordError as error:
            refused = error
        else:
            again = value.to_text() if isinstance(value, Record) else moves_to_text(value)
            assert read(again) == value
            continue
        assert 1 <= refused.line <= text.count("\n") + 1
        assert "\n" not in refused.reason


@FIXED
@given(sheet_code=sheet_codes, secret=st.binary(min_size=32, max_size=32))
def test_a_record_with_its_seed_is_a_whole_game(sheet_code: str, secret: bytes) -> None:
    sheet, seed = sheet_for(sheet_code), Seed(secret)
    game = play_at_random(Game.start(sheet, DiceStream(seed, sheet.dice)), plies=100)
    read = Record.from_text(Record(sheet_code, HouseRules(), seed, game.moves).to_text())
    assert isinstance(read.seed, Seed)
    assert read.replay(read.seed) == game
