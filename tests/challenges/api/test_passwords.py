"""POST /account/reset, /account/reset/confirm, /account/password and /account/email."""

from typing import Any

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from pytest_django import Settings

from challenges.models import Device
from challenges.services.accounts.callers import Caller as AccountCaller
from challenges.services.accounts.claims import change_email
from challenges.services.accounts.problems import WrongPassword
from tests.cast import ONE_DAY, Browser, Caller, Person, at_once, nothing_changes, ok, refused
from tests.challenges.accounts import (
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    claim,
    claim_and_confirm,
    confirm,
    done,
    is_signed_in,
    key_in,
    last_mail,
    sign_in,
)

pytestmark = pytest.mark.django_db

NEW = "a new and far better one than that"


def ask(email: str = EMAIL, address: str = "192.0.2.1") -> Any:
    return Caller(address=address).post("/account/reset", {"email": email})


def reset(key: str, password: str = NEW) -> Any:
    return Caller().post("/account/reset/confirm", {"key": key, "password": password})


# --- Resetting -------------------------------------------------------------------------------


def test_a_reset_sets_the_password_and_ends_every_device(member: Person) -> None:
    browser = Browser(player=member.player)
    done(ask())
    done(reset(key_in(last_mail(EMAIL))))
    assert not is_signed_in(member)
    assert not is_signed_in(browser)
    assert Device.objects.count() == 0
    refused(sign_in(Caller()), 422, "wrong_credentials")
    ok(sign_in(Caller(), EMAIL, NEW))
    assert last_mail(EMAIL).subject == "Your password for Daily Dice was changed"


def test_an_address_that_nobody_has_is_answered_alike(member: Person) -> None:
    known, unknown = ask(), ask("no@example.org")
    assert known.status_code == unknown.status_code == 204
    assert [message.to for message in mail.outbox] == [[EMAIL], ["no@example.org"]]
    assert "key=" not in mail.outbox[1].body


def test_an_address_that_only_waits_is_nobodys(owner: Person) -> None:
    claim(owner)
    done(ask())
    assert "no account" in last_mail(EMAIL).subject


def test_with_the_mail_server_down_both_are_answered_alike(
    member: Person, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    for email in (EMAIL, "no@example.org"):
        refused(ask(email), 503, "mail_not_sent")


@pytest.mark.parametrize("email", [EMAIL, "no@example.org"])
def test_too_many_resets_are_refused_to_one_address_on_the_net(
    member: Person, settings: Settings, email: str
) -> None:
    cache.clear()  # the member was sent a mail before
    limit = {"mails-to-account-from-address": "1/3600", "mails-to-account": "2/3600"}
    settings.LIMITS = {**settings.LIMITS, **limit}
    done(ask(email))
    for _ in range(3):
        refused(ask(email), 429, "too_many_tries")
    done(ask(email, address="203.0.113.5"))
    refused(ask(email, address="203.0.113.6"), 429, "too_many_tries")


def test_a_key_works_when_no_more_mails_can_be_asked_for(
    member: Person, settings: Settings
) -> None:
    done(ask())
    key = key_in(last_mail(EMAIL))
    limits = {name: "1/3600" for name in settings.LIMITS if name.startswith("mails-")}
    settings.LIMITS = {**settings.LIMITS, **limits}
    for _ in range(3):
        refused(ask(), 429, "too_many_tries")
    done(reset(key))


def test_a_key_works_once(member: Person) -> None:
    done(ask())
    key = key_in(last_mail(EMAIL))
    done(reset(key))
    with nothing_changes():
        refused(reset(key, OTHER_PASSWORD), 422, "key_not_valid")


def test_a_key_works_for_a_day(member: Person, clock: time_machine.Traveller) -> None:
    done(ask())
    key = key_in(last_mail(EMAIL))
    clock.shift(ONE_DAY)
    clock.shift(1)
    with nothing_changes():
        refused(reset(key), 422, "key_not_valid")
    clock.shift(-1)
    done(reset(key))


@pytest.mark.parametrize("key", ["x", "-", "00000000000040008000000000000000-abc-def", "é-é"])
def test_a_forged_key_is_refused(member: Person, key: str) -> None:
    with nothing_changes():
        refused(reset(key), 422, "key_not_valid")


def test_a_key_of_another_player_is_refused(member: Person, friend: Person) -> None:
    claim_and_confirm(friend, "friend@example.org")
    done(ask())
    key = key_in(last_mail(EMAIL))
    forged = f"{friend.player.pk.hex}-{key.partition('-')[2]}"
    with nothing_changes():
        refused(reset(forged), 422, "key_not_valid")


def test_an_easy_password_is_refused_and_the_key_goes_on(member: Person) -> None:
    done(ask())
    key = key_in(last_mail(EMAIL))
    with nothing_changes():
        assert list(refused(reset(key, "short"), 400, "invalid")["errors"]) == ["password"]
    done(reset(key))


@pytest.mark.parametrize("body", [{}, {"email": "x"}, {"email": None}])
def test_what_is_malformed_is_refused(db: None, body: dict[str, Any]) -> None:
    refused(Caller().post("/account/reset", body), 400, "invalid")


@pytest.mark.django_db(transaction=True)
def test_of_two_resets_at_once_one_counts(member: Person) -> None:
    done(ask())
    key = key_in(last_mail(EMAIL))
    passwords = ["the first of the two", "the second of the two"]
    answers = at_once([lambda text=text: reset(key, text) for text in passwords])
    assert sorted(answer.status_code for answer in answers) == [204, 422]
    works = [sign_in(Caller(), EMAIL, text).status_code for text in passwords]
    assert works == [200 if answer.status_code == 204 else 422 for answer in answers]


# --- Changing the password -------------------------------------------------------------------


def change(caller: Caller, password: Any = PASSWORD, new: Any = NEW) -> Any:
    return caller.post("/account/password", {"password": password, "new_password": new})


def test_a_change_ends_every_other_device(member: Person) -> None:
    phone, browser = Caller(), Browser(player=member.player)
    phone.token = ok(sign_in(phone))["token"]
    done(change(phone))
    assert is_signed_in(phone)
    assert not is_signed_in(member)
    assert not is_signed_in(browser)
    ok(sign_in(Caller(), EMAIL, NEW))
    assert Device.objects.count() == 2


def test_a_browser_stays_signed_in_through_its_own_change(member: Person) -> None:
    browser, other = Browser(player=member.player), Browser(player=member.player)
    done(change(browser))
    assert is_signed_in(browser)
    assert not is_signed_in(other)
    assert not is_signed_in(member)
    (device,) = ok(browser.get("/account/devices"))["devices"]
    assert device["is_this_one"]


def test_a_wrong_password_changes_nothing(member: Person) -> None:
    with nothing_changes():
        problem = refused(change(member, OTHER_PASSWORD), 422, "wrong_password")
    assert list(problem["errors"]) == ["password"]


def test_an_easy_new_password_changes_nothing(member: Person) -> None:
    with nothing_changes():
        problem = refused(change(member, new="password1"), 400, "invalid")
    assert list(problem["errors"]) == ["new_password"]


def test_a_guest_has_no_password_to_change(owner: Person) -> None:
    with nothing_changes():
        refused(change(owner), 409, "not_claimed")


def test_nobody_changes_a_password(anybody: Caller) -> None:
    refused(change(anybody), 401, "not_authenticated")


def test_passwords_cannot_be_guessed_with_a_token(member: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "passwords-of-player": "2/300"}
    for _ in range(2):
        refused(change(member, OTHER_PASSWORD), 422, "wrong_password")
    with nothing_changes():
        refused(change(member), 429, "too_many_tries")


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_at_once_one_counts(member: Person) -> None:
    passwords = ["the first of the two", "the second of the two"]
    callers = [Caller(token=ok(sign_in(Caller()))["token"]) for _ in passwords]
    answers = at_once(
        [
            lambda caller=caller, text=text: change(caller, PASSWORD, text)
            for caller, text in zip(callers, passwords, strict=True)
        ]
    )
    won = [answer.status_code == 204 for answer in answers]
    assert sorted(won) == [False, True]
    assert {answer.status_code for answer in answers} <= {204, 401, 422}
    assert [sign_in(Caller(), EMAIL, text).status_code == 200 for text in passwords] == won


# --- Changing the address --------------------------------------------------------------------

OTHER = "elsewhere@example.org"


def move(caller: Caller, email: str = OTHER, password: str = PASSWORD) -> Any:
    return caller.post("/account/email", {"email": email, "password": password})


def test_a_new_address_counts_once_it_is_confirmed(member: Person) -> None:
    answer = ok(move(member), 202)
    assert (answer["email"], answer["email_pending"]) == (EMAIL, OTHER)
    key = key_in(last_mail(OTHER))
    ok(sign_in(Caller()))
    assert ok(confirm(key)) == {"email": OTHER}
    assert last_mail(EMAIL).subject == "Your account at Daily Dice has another e-mail address"
    refused(sign_in(Caller()), 422, "wrong_credentials")
    ok(sign_in(Caller(), OTHER))
    profile = ok(member.get("/me"))
    assert (profile["email"], profile["email_pending"]) == (OTHER, None)
    assert profile["claimed_at"] == "2026-12-01T12:00:00Z"


def test_the_old_address_is_told_when_a_change_is_asked_for(member: Person) -> None:
    ok(move(member), 202)
    told, asked = mail.outbox
    assert (told.to, asked.to) == ([EMAIL], [OTHER])
    assert told.subject == "Your account at Daily Dice is to have another e-mail address"
    assert OTHER in told.body
    assert "key=" not in told.body


def test_a_change_that_waits_ends_with_a_new_password(member: Person) -> None:
    """Whoever knew the old one may have asked for it, and needs no session to confirm it."""
    ok(move(member), 202)
    first = key_in(last_mail(OTHER))
    done(change(member))
    ok(move(member, OTHER, NEW), 202)
    second = key_in(last_mail(OTHER))
    done(ask())
    done(reset(key_in(last_mail(EMAIL)), OTHER_PASSWORD))
    with nothing_changes():
        for key in (first, second):
            refused(confirm(key), 422, "key_not_valid")
    assert member.now().email == EMAIL


def test_a_change_is_refused_where_the_password_was_changed_meanwhile(member: Person) -> None:
    before = member.now()
    done(change(member))
    mail.outbox.clear()
    caller = AccountCaller("192.0.2.1")
    with nothing_changes(), pytest.raises(WrongPassword):
        change_email(player=before, email=OTHER, password=PASSWORD, caller=caller)
    assert mail.outbox == []


def test_a_taken_new_address_is_answered_alike(member: Person, friend: Person) -> None:
    claim_and_confirm(friend, OTHER)
    assert ok(move(member), 202)["email_pending"] == OTHER
    assert "key=" not in last_mail(OTHER).body


def test_the_address_that_was_left_is_free(member: Person, friend: Person) -> None:
    move(member)
    ok(confirm(key_in(last_mail(OTHER))))
    claim_and_confirm(friend, EMAIL)
    assert friend.now().email == EMAIL


def test_ones_own_address_and_a_wrong_password_change_nothing(member: Person) -> None:
    with nothing_changes():
        assert list(refused(move(member, EMAIL), 400, "invalid")["errors"]) == ["email"]
        refused(move(member, OTHER, OTHER_PASSWORD), 422, "wrong_password")
    assert mail.outbox == []


def test_a_guest_and_nobody_have_no_address_to_change(owner: Person) -> None:
    refused(move(owner), 409, "not_claimed")
    refused(move(Caller()), 401, "not_authenticated")


def test_a_reset_asked_for_at_the_old_address_ends_with_the_change(member: Person) -> None:
    done(ask())
    key = key_in(last_mail(EMAIL))
    move(member)
    ok(confirm(key_in(last_mail(OTHER))))
    refused(reset(key), 422, "key_not_valid")
