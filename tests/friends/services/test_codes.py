import random
import re
from collections.abc import Callable

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from challenges.services.names import has_rude_part
from friends.services import codes
from friends.services.codes import ALPHABET, look_up, new_code, read_code, shown
from friends.services.problems import MalformedCode, TooManyCodes
from tests.cast import at_once

CODES = st.text(ALPHABET, min_size=8, max_size=8)


def test_the_alphabet_is_crockfords() -> None:
    assert ALPHABET == "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_a_code_is_shown_in_two_halves() -> None:
    assert shown("K7QM2XRD") == "K7QM-2XRD"


@pytest.mark.parametrize(
    "text",
    ["K7QM2XRD", "K7QM-2XRD", "k7qm-2xrd", " K7qm 2xRD\n", "K-7-Q-M-2-X-R-D", "k7qm2xrd"],
)
def test_a_code_is_read_in_any_case_and_with_or_without_its_dash(text: str) -> None:
    assert read_code(text) == "K7QM2XRD"


@pytest.mark.parametrize("text", ["OIL0-1ABC", "oil01abc", "0110-1ABC"])
def test_letters_that_look_like_digits_are_read_as_those(text: str) -> None:
    assert read_code(text) == "01101ABC"


@given(CODES)
def test_what_is_shown_is_read_as_the_same_code(code: str) -> None:
    assert read_code(shown(code)) == read_code(shown(code).lower()) == code


@pytest.mark.parametrize(
    "text",
    ["", "K7QM-2XR", "K7QM-2XRDA", "K7QM-2XRU", "K7QM+2XRD", "K7QM2XR\u0130", "K7QM2XＲＤ", "ﬀﬀﬀﬀ"],
)
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(MalformedCode):
        read_code(text)


def test_new_codes_are_random_and_readable() -> None:
    made = {new_code() for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(f"[{ALPHABET}]{{8}}", code) for code in made)
    assert {sign for code in made for sign in code} == set(ALPHABET)


@pytest.mark.parametrize(
    "code", ["FVCK2XRD", "7SH1T7QM", "K7A55QMX", "C0CK2XRD", "K7N4Z1QM", "F1CKEN77", "5EX7K7QM"]
)
def test_rude_words_are_seen_whatever_they_are_written_with(code: str) -> None:
    assert has_rude_part(code)


def test_a_rude_code_is_never_made(monkeypatch: pytest.MonkeyPatch) -> None:
    signs = iter("FVCK2XRD" + "K7QM2XRD")
    monkeypatch.setattr(codes.secrets, "choice", lambda _alphabet: next(signs))
    assert new_code() == "K7QM2XRD"


def test_few_codes_are_rude() -> None:
    """Else guessing would be easier than the number of codes tells."""
    drawn = random.Random(1)
    made = ["".join(drawn.choices(ALPHABET, k=8)) for _ in range(2000)]
    assert sum(map(has_rude_part, made)) < 200


# --- Looking up ------------------------------------------------------------------------------


def look(find: Callable[[], str | None]) -> str | None:
    """What it finds, or the name of its refusal."""
    try:
        return look_up(find, address="192.0.2.1")
    except TooManyCodes as refusal:
        return refusal.code


def right() -> str:
    return "right"


def wrong() -> None:
    return None


@pytest.fixture
def two_wrong_codes(settings: Settings, clock: time_machine.Traveller, db: None) -> None:
    """So many are allowed. The counts are in the cache, which is another one on each database."""
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "2/3600"}


@pytest.mark.usefixtures("two_wrong_codes")
def test_right_codes_that_come_at_once_are_not_counted_where_one_has_to_wait() -> None:
    """There may be a school behind an address."""
    others = []

    def while_others_look() -> str:
        others.extend(look(right) for _ in range(5))
        return "right"

    assert look(lambda: look(while_others_look)) == "right"
    assert others == ["too_many_codes"] * 5
    afterwards = [look(find) for find in (right, wrong, wrong, right)]
    assert afterwards == ["right", None, None, "too_many_codes"]


@pytest.mark.usefixtures("two_wrong_codes")
def test_right_codes_held_over_the_hour_make_no_room_for_wrong_ones(
    clock: time_machine.Traveller,
) -> None:
    clock.move_to("2026-12-01T12:59:59Z")

    def until_the_next_hour() -> str:
        clock.move_to("2026-12-01T13:00:00Z")
        assert look(wrong) is None
        return "right"

    assert look(lambda: look(until_the_next_hour)) == "right"
    assert [look(wrong), look(wrong)] == [None, "too_many_codes"]


@pytest.mark.usefixtures("two_wrong_codes")
def test_of_many_wrong_codes_at_once_as_many_are_looked_up_as_are_allowed() -> None:
    found = at_once([lambda: look(wrong)] * 16)
    assert (found.count(None), found.count("too_many_codes")) == (2, 14)


def test_a_whole_site_of_ipv6_has_a_limit_of_its_own(settings: Settings) -> None:
    settings.LIMITS = {
        **settings.LIMITS,
        "wrong-codes-of-address": "2/3600",
        "wrong-codes-of-site": "3/3600",
    }

    def guess(address: str) -> None:
        assert look_up(lambda: None, address=address) is None

    for number in (1, 1, 2):
        guess(f"2001:db8:7:{number}::/64")
    for number in (1, 2, 3):
        with pytest.raises(TooManyCodes):
            look_up(lambda: "there", address=f"2001:db8:7:{number}::/64")
    guess("2001:db8:8:1::/64")
    for address in ("192.0.2.1", "192.0.2.2"):
        guess(address)
        guess(address)


def test_right_codes_are_counted_for_no_site(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-site": "1/3600"}
    for number in range(3):
        assert look_up(lambda: "there", address=f"2001:db8:7:{number}::/64") == "there"
