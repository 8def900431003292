"""Signing in to the admin site: by login or e-mail address, and not too often in vain."""

import datetime
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from challenges.models import Player
from challenges.services.staff import SignInRefused, sign_in_staff
from tests.cast import NOON, Caller, Person, at_once, ok, refused
from tests.challenges.accounts import claim_and_confirm
from tests.operators import PASSWORD, Operator, text_of

pytestmark = pytest.mark.django_db

REFUSED = "No staff account has this login or e-mail address and password."
BLOCKED = "Signing in failed too often. Try again in 15 minutes."


def sign_in(name: str, password: str = PASSWORD, address: str = "192.0.2.7") -> HttpResponse:
    client = Client(REMOTE_ADDR=address)
    answer = client.post("/admin/login/", {"username": name, "password": password})
    answer.signed_in = client.get("/admin/").status_code == 200  # type: ignore[attr-defined]
    return answer


def as_player(email: str, password: str = PASSWORD) -> HttpResponse:
    """Where everybody signs in."""
    caller = Caller(address="192.0.2.7")
    return caller.post("/account/sign-in", {"email": email, "password": password})


def is_let_in(answer: Any) -> bool:
    return bool(answer.status_code == 302 and answer.signed_in)


def is_refused(answer: Any) -> bool:
    is_told = REFUSED in text_of(answer)
    return bool(answer.status_code == 200 and is_told and not answer.signed_in)


def is_blocked(answer: Any) -> bool:
    is_told = BLOCKED in text_of(answer) and answer["Retry-After"] == "900"
    return bool(answer.status_code == 429 and is_told and not answer.signed_in)


def fail(name: str, times: int, **how: str) -> None:
    for _ in range(times):
        assert is_refused(sign_in(name, "wrong", **how))


# --- Who gets in -----------------------------------------------------------------------------


def test_staff_signs_in_by_login(operator: Operator) -> None:
    assert is_let_in(sign_in(operator.player.login))


@pytest.mark.parametrize("typed", ["anna@example.org", " Anna@Example.ORG "])
def test_staff_signs_in_by_email_address(typed: str, operator: Operator) -> None:
    assert is_let_in(sign_in(typed))


def test_a_session_of_staff_ends_after_half_a_day(operator: Operator) -> None:
    client = Client()
    client.post("/admin/login/", {"username": "anna@example.org", "password": PASSWORD})
    assert client.session.get_expiry_age() == 12 * 3600


def test_so_does_one_that_was_begun_on_another_page(operator: Operator, owner: Person) -> None:
    client = Client()
    for player, hours in ((operator.player, 12), (owner.player, 400 * 24)):
        client.force_login(player)
        assert client.session.get_expiry_age() == hours * 3600


@pytest.mark.parametrize(
    ("name", "password"),
    [("anna@example.org", "wrong"), ("nobody@example.org", PASSWORD), ("nobody", PASSWORD)],
)
def test_whatever_is_wrong_the_answer_is_the_same(
    name: str, password: str, operator: Operator
) -> None:
    assert is_refused(sign_in(name, password))


def test_a_player_with_the_right_password_is_answered_as_if_it_was_wrong(
    operator: Operator, owner: Person
) -> None:
    owner.player.set_password(PASSWORD)
    owner.player.save()
    assert is_refused(sign_in(owner.player.login))


def test_staff_that_is_inactive_is_answered_as_if_the_password_was_wrong(
    operator: Operator,
) -> None:
    Player.objects.update(is_active=False)
    assert is_refused(sign_in("anna@example.org"))


# --- How often -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["anna@example.org", "nobody@example.org", "nobody"])
def test_after_five_failures_the_account_is_blocked_there_if_there_is_one_or_not(
    name: str, operator: Operator
) -> None:
    fail(name, 5)
    assert is_blocked(sign_in(name, "wrong"))
    fail(name, 1, address="192.0.2.8")


def test_nobody_can_lock_an_operator_out_from_one_address(
    settings: Settings, operator: Operator
) -> None:
    settings.LIMITS = {**settings.LIMITS, "staff-failures-of-account": "7/900"}
    fail("anna@example.org", 5)
    for _ in range(10):
        assert is_blocked(sign_in("anna@example.org"))
    assert is_let_in(sign_in("anna@example.org", address="192.0.2.8"))


@pytest.mark.parametrize("name", ["anna@example.org", "nobody@example.org", "nobody"])
def test_failures_from_very_many_addresses_block_the_account_everywhere(
    name: str, settings: Settings, operator: Operator
) -> None:
    settings.LIMITS = {**settings.LIMITS, "staff-failures-of-account": "7/900"}
    for number in range(7):
        fail(name, 1, address=f"203.0.113.{number}")
    assert is_blocked(sign_in(name))


def test_success_is_not_counted_for_the_account(settings: Settings, operator: Operator) -> None:
    settings.LIMITS = {**settings.LIMITS, "staff-failures-of-account": "2/900"}
    for number in range(5):
        assert is_let_in(sign_in("anna@example.org", address=f"203.0.113.{number}"))


def test_a_right_password_is_refused_during_the_block_by_either_name(operator: Operator) -> None:
    fail("anna@example.org", 5)
    assert is_blocked(sign_in("anna@example.org"))
    assert is_blocked(sign_in(operator.player.login))


def test_the_block_ends_when_it_says(operator: Operator, clock: time_machine.Traveller) -> None:
    clock.move_to(NOON + datetime.timedelta(minutes=14, seconds=30))
    fail("anna@example.org", 5)
    answer = sign_in("anna@example.org")
    assert "Try again in 1 minute." in text_of(answer)
    assert answer["Retry-After"] == "30"
    clock.move_to(NOON + datetime.timedelta(minutes=15))
    assert is_let_in(sign_in("anna@example.org"))


def test_success_forgets_the_failures_of_the_account(operator: Operator) -> None:
    for _ in range(2):
        fail("anna@example.org", 4)
        assert is_let_in(sign_in("anna@example.org"))
    fail("anna@example.org", 5)


def test_other_accounts_are_not_blocked(operator: Operator) -> None:
    fail("nobody@example.org", 5)
    assert is_let_in(sign_in("anna@example.org"))


def test_after_twenty_failures_the_address_is_blocked_for_all_accounts(
    operator: Operator,
) -> None:
    for number in range(5):
        fail(f"nobody-{number}", 4)
    assert is_blocked(sign_in("anna@example.org"))
    assert is_let_in(sign_in("anna@example.org", address="192.0.2.8"))


def test_success_is_not_counted_for_the_address(operator: Operator) -> None:
    for _ in range(30):
        assert is_let_in(sign_in("anna@example.org"))
    fail("nobody", 4)


def test_a_blocked_address_cannot_block_accounts(operator: Operator) -> None:
    for number in range(5):
        fail(f"nobody-{number}", 4)
    for _ in range(10):
        assert is_blocked(sign_in("anna@example.org", "wrong"))
    fail("anna@example.org", 4, address="192.0.2.8")


def test_neither_the_name_nor_the_password_is_kept_in_the_cache(operator: Operator) -> None:
    keys: list[str] = []
    original = cache.incr
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cache, "incr", lambda key: keys.append(key) or original(key))
        fail("anna@example.org", 1)
    assert len(keys) >= 2
    assert not any("anna" in key for key in keys)


def test_attempts_at_the_players_sign_in_count_too(operator: Operator) -> None:
    """A session from there opens the admin site."""
    refused(as_player("anna@example.org", "wrong"), 422, "wrong_credentials")
    ok(as_player("anna@example.org"))
    for _ in range(5):
        refused(as_player("anna@example.org", "wrong"), 422, "wrong_credentials")
    refused(as_player("anna@example.org"), 422, "wrong_credentials")
    assert is_blocked(sign_in("anna@example.org"))


def test_failures_at_the_admin_site_count_at_the_players_sign_in(operator: Operator) -> None:
    fail("anna@example.org", 5)
    refused(as_player("anna@example.org"), 422, "wrong_credentials")


def test_the_admin_site_does_not_tell_whose_attempts_were_counted(operator: Operator) -> None:
    for name in ("anna@example.org", "nobody@example.org"):
        for _ in range(5):
            as_player(name, "wrong")
        assert is_blocked(sign_in(name, "wrong"))


def test_players_are_not_blocked_by_the_limit_of_staff(owner: Person) -> None:
    claim_and_confirm(owner, "owner@example.org", PASSWORD)
    for _ in range(6):
        refused(as_player("owner@example.org", "wrong"), 422, "wrong_credentials")
    ok(as_player("owner@example.org"))


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_no_more_passwords_are_looked_at_than_the_limit_allows(
    settings: Settings, operator: Operator
) -> None:
    def attempt() -> int:
        try:
            sign_in_staff(name="anna@example.org", password="wrong", address="192.0.2.7")
        except SignInRefused as refusal:
            return refusal.wait
        raise AssertionError

    assert sorted(at_once([attempt] * 12)) == [0] * 5 + [900] * 7


# --- The form --------------------------------------------------------------------------------


def test_without_a_session_every_page_leads_to_the_form() -> None:
    answer = Client().get("/admin/challenges/player/")
    assert answer.status_code == 302
    assert answer["Location"] == "/admin/login/?next=/admin/challenges/player/"


def test_a_player_is_not_let_in(owner: Person) -> None:
    assert Operator(owner.player).get("").status_code == 302


def test_the_address_without_a_slash_leads_to_the_site() -> None:
    answer = Client().get("/admin")
    assert (answer.status_code, answer["Location"]) == (302, "/admin/")


def test_an_empty_form_counts_for_nothing(operator: Operator) -> None:
    for _ in range(30):
        assert sign_in("", "").status_code == 200
    assert is_let_in(sign_in("anna@example.org"))


def test_strange_names_are_refused_and_no_fault(operator: Operator) -> None:
    for name in ("a\0b", "x" * 300, "' or 1=1 --", "\N{PILE OF POO}"):
        assert sign_in(name).status_code == 200
