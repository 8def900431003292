"""POST /account/claim, /account/claim/resend and /account/confirm: a guest becomes a member."""

import re
from typing import Any
from urllib.parse import quote

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail, signing
from pytest_django import Settings

from challenges.models import Player
from challenges.services.accounts.emails import confirmation_key
from challenges.signals import player_visibility_changed
from tests.cast import NOON, ONE_DAY, Browser, Caller, Person, at_once, nothing_changes, ok, refused
from tests.challenges.accounts import (
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    claim,
    claim_and_confirm,
    confirm,
    is_signed_in,
    key_in,
    last_mail,
    sign_in,
)

pytestmark = pytest.mark.django_db

# --- Claiming --------------------------------------------------------------------------------


def test_a_claim_sends_a_link_and_the_player_stays_a_guest(owner: Person) -> None:
    answer = ok(claim(owner), 202)
    assert (answer["is_guest"], answer["email"], answer["email_pending"]) == (True, None, EMAIL)
    assert (answer["claimed_at"], answer["listed"]) == (None, False)
    assert len(mail.outbox) == 1
    assert last_mail(EMAIL).subject == "Confirm your e-mail address for Daily Dice"
    refused(sign_in(Caller()), 422, "wrong_credentials")


def test_a_confirmed_guest_is_a_member_with_the_same_id_and_games(
    owner: Person, today: object
) -> None:
    game = owner.start_daily()
    changed = []

    def note(player: Player, **kwargs: Any) -> None:
        changed.append(player.pk)

    player_visibility_changed.connect(note)
    ok(claim(owner), 202)
    assert changed == []
    assert ok(confirm(key_in(last_mail(EMAIL)))) == {"email": EMAIL}
    assert changed == [owner.player.pk]

    profile = ok(owner.get("/me"))
    assert profile["id"] == str(owner.player.pk)
    assert (profile["is_guest"], profile["listed"]) == (False, True)
    assert (profile["email"], profile["email_pending"]) == (EMAIL, None)
    assert profile["claimed_at"] == "2026-12-01T12:00:00Z"
    phone = Caller()
    phone.token = ok(sign_in(phone))["token"]
    assert ok(phone.get(f"/games/{game['id']}")) == game
    assert is_signed_in(owner)


def test_looking_at_the_link_confirms_nothing(owner: Person) -> None:
    claim(owner)
    key = key_in(last_mail(EMAIL))
    with nothing_changes():
        page = Caller().client.get("/account/confirm", {"key": key})
    assert page.status_code == 200
    assert owner.now().is_guest


def test_the_address_is_taken_in_small_letters(owner: Person) -> None:
    assert ok(claim(owner, "Owner@Example.ORG"), 202)["email_pending"] == EMAIL
    ok(confirm(key_in(last_mail(EMAIL))))
    ok(sign_in(Caller(), "OWNER@example.org"))


def test_a_browser_stays_signed_in_through_the_claim(owner: Person) -> None:
    browser = Browser(player=owner.player)
    claim_and_confirm(browser)
    assert ok(browser.get("/me"))["is_guest"] is False


def test_another_claim_replaces_address_and_password(owner: Person) -> None:
    claim(owner, "typo@example.org", OTHER_PASSWORD)
    old_key = key_in(last_mail("typo@example.org"))
    claim(owner)
    refused(confirm(old_key), 422, "key_not_valid")
    ok(confirm(key_in(last_mail(EMAIL))))
    refused(sign_in(Caller(), EMAIL, OTHER_PASSWORD), 422, "wrong_credentials")
    ok(sign_in(Caller()))


def test_the_same_claim_again_leaves_the_first_link_working(owner: Person) -> None:
    claim(owner)
    first = key_in(last_mail(EMAIL))
    claim(owner)
    ok(confirm(first))


def test_a_password_that_is_the_name_but_for_a_letter_is_refused(owner: Person) -> None:
    rename(owner, "Silent Raven")
    with nothing_changes():
        problem = refused(claim(owner, password="silent raven1"), 400, "invalid")
    assert list(problem["errors"]) == ["password"]


def test_a_long_password_may_have_the_letters_of_the_name(owner: Person) -> None:
    rename(owner, "Fortunate Snail")
    ok(claim(owner, password="staple in the barn"), 202)


def rename(person: Person, name: str) -> None:
    ok(person.patch("/me", {"name": name}))


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"password": PASSWORD}, "email"),
        ({"email": EMAIL}, "password"),
        ({"email": "nobody", "password": PASSWORD}, "email"),
        ({"email": 7, "password": PASSWORD}, "email"),
        ({"email": f"{'a' * 250}@example.org", "password": PASSWORD}, "email"),
        ({"email": EMAIL, "password": "short"}, "password"),
        ({"email": EMAIL, "password": "password1"}, "password"),
        ({"email": EMAIL, "password": "48484848484"}, "password"),
        ({"email": EMAIL, "password": EMAIL}, "password"),
        ({"email": EMAIL, "password": "x" * 257}, "password"),
        ({"email": EMAIL, "password": None}, "password"),
    ],
)
def test_what_is_malformed_or_too_easy_is_refused(
    owner: Person, body: dict[str, Any], field: str
) -> None:
    with nothing_changes():
        problem = refused(owner.post("/account/claim", body), 400, "invalid")
    assert list(problem["errors"]) == [field]
    assert mail.outbox == []


def test_nobody_cannot_claim(anybody: Caller) -> None:
    refused(claim(anybody), 401, "not_authenticated")


def test_a_member_cannot_claim_again(member: Person) -> None:
    with nothing_changes():
        refused(claim(member, "other@example.org"), 409, "already_claimed")


def test_a_sign_up_can_no_longer_be_repeated_by_its_key(anybody: Caller) -> None:
    key = "a-key-that-is-long-enough"
    anybody.token = ok(anybody.post("/players", {}, Idempotency_Key=key), 201)["token"]
    ok(claim(anybody), 202)
    with nothing_changes():
        refused(Caller().post("/players", {}, Idempotency_Key=key), 422, "idempotency_key_reused")


def test_too_many_mails_to_an_address_are_refused(owner: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "mails-to-account": "2/3600"}
    claim(owner)
    claim(owner)
    with nothing_changes():
        answer = claim(owner)
    refused(answer, 429, "too_many_tries")
    assert int(answer["Retry-After"]) > 0
    assert len(mail.outbox) == 2


# --- Addresses that somebody has -------------------------------------------------------------


def test_a_taken_address_is_answered_alike_and_its_owner_gets_a_mail(
    member: Person, stranger: Person, friend: Person
) -> None:
    of_taken, of_free = claim(stranger), claim(friend, "free@example.org")
    assert len(mail.outbox) == 2
    told, told_free = (ok(answer, 202) for answer in (of_taken, of_free))
    alike = {"id": "", "name": "", "email_pending": ""}
    assert told | alike == told_free | alike
    assert told["email_pending"] == EMAIL
    message = mail.outbox[0]
    assert message.to == [EMAIL]
    assert message.subject == "Your e-mail address has an account at Daily Dice already"
    assert "http://127.0.0.1:8000/account/sign-in" in message.body
    assert "key=" not in message.body
    assert member.now().email == EMAIL
    assert stranger.now().is_guest


def test_a_taken_address_can_be_asked_for_again_as_any_other(
    member: Person, stranger: Person
) -> None:
    claim(stranger)
    ok(stranger.post("/account/claim/resend"), 202)
    assert [message.to for message in mail.outbox] == [[EMAIL], [EMAIL]]


def test_of_two_who_wait_for_an_address_the_first_to_confirm_has_it(
    owner: Person, stranger: Person
) -> None:
    claim(stranger, EMAIL, OTHER_PASSWORD)
    strangers_key = key_in(last_mail(EMAIL))
    claim_and_confirm(owner)
    with nothing_changes():
        refused(confirm(strangers_key), 409, "address_taken")
    assert stranger.now().is_guest


# --- Confirming ------------------------------------------------------------------------------


def test_confirming_again_changes_nothing(owner: Person) -> None:
    claim(owner)
    key = key_in(last_mail(EMAIL))
    ok(confirm(key))
    with nothing_changes():
        assert ok(confirm(key)) == {"email": EMAIL}


def test_a_link_works_for_three_days(owner: Person, clock: time_machine.Traveller) -> None:
    claim(owner)
    key = key_in(last_mail(EMAIL))
    clock.move_to(NOON + 3 * ONE_DAY)
    clock.shift(1)
    with nothing_changes():
        refused(confirm(key), 422, "key_not_valid")
    clock.move_to(NOON + 3 * ONE_DAY)
    ok(confirm(key))


@pytest.mark.parametrize("key", ["", "x", "MQ:1tzQ9m:forged", "é", "\u0000"])
def test_a_forged_key_is_refused(owner: Person, key: str) -> None:
    claim(owner)
    with nothing_changes():
        assert confirm(key).status_code in (400, 422)


def test_a_key_of_something_else_is_refused(owner: Person) -> None:
    claim(owner)
    address = EmailAddress.objects.get()
    refused(confirm(signing.dumps(address.pk, salt="other")), 422, "key_not_valid")


def test_a_key_of_a_deleted_player_is_refused(owner: Person) -> None:
    claim(owner)
    key = key_in(last_mail(EMAIL))
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    with nothing_changes():
        refused(confirm(key), 422, "key_not_valid")


def test_a_receiver_that_fails_leaves_the_guest_as_it_was(owner: Person) -> None:
    claim(owner)

    def fail(**kwargs: Any) -> None:
        raise RuntimeError

    player_visibility_changed.connect(fail)
    with nothing_changes(), pytest.raises(RuntimeError):
        confirm(key_in(last_mail(EMAIL)))
    player_visibility_changed.disconnect(fail)


@pytest.mark.django_db(transaction=True)
def test_many_confirmations_at_once_are_one(owner: Person) -> None:
    claim(owner)
    key, told = key_in(last_mail(EMAIL)), []

    def note(player: Player, **kwargs: Any) -> None:
        told.append(player.pk)

    player_visibility_changed.connect(note)
    answers = at_once([lambda: confirm(key)] * 4)
    assert [ok(answer) for answer in answers] == [{"email": EMAIL}] * 4
    assert told == [owner.player.pk]


@pytest.mark.django_db(transaction=True)
def test_of_two_who_confirm_an_address_at_once_one_has_it(owner: Person, stranger: Person) -> None:
    keys = []
    for person in (owner, stranger):
        claim(person)
        keys.append(key_in(last_mail(EMAIL)))
    answers = at_once([lambda key=key: confirm(key) for key in keys])
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert Player.objects.filter(email=EMAIL).count() == 1
    assert Player.objects.filter(claimed_at=None).count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_claims_at_once_leave_one_address(owner: Person) -> None:
    emails = [f"owner{number}@example.org" for number in range(4)]
    callers = [Caller(token=owner.token) for _ in emails]
    answers = at_once(
        [
            lambda caller=caller, email=email: claim(caller, email)
            for caller, email in zip(callers, emails, strict=True)
        ]
    )
    assert [answer.status_code for answer in answers] == [202] * 4
    assert EmailAddress.objects.get().email in emails


# --- Mails -----------------------------------------------------------------------------------


def test_the_mail_can_be_sent_again(owner: Person) -> None:
    claim(owner)
    assert ok(owner.post("/account/claim/resend"), 202)["email_pending"] == EMAIL
    assert len(mail.outbox) == 2
    ok(confirm(key_in(last_mail(EMAIL))))


def test_without_an_address_that_waits_nothing_is_sent_again(owner: Person) -> None:
    refused(owner.post("/account/claim/resend"), 409, "nothing_to_confirm")
    refused(Caller().post("/account/claim/resend"), 401, "not_authenticated")
    assert mail.outbox == []


def test_a_mail_server_that_is_down_loses_nothing(owner: Person, settings: Settings) -> None:
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    answer = claim(owner)
    refused(answer, 503, "mail_not_sent")
    assert answer["Retry-After"] == "60"
    assert ok(owner.get("/me"))["email_pending"] == EMAIL
    settings.EMAIL_BACKEND = working
    ok(owner.post("/account/claim/resend"), 202)
    ok(confirm(key_in(last_mail(EMAIL))))
    ok(sign_in(Caller()))


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Host": "testserver:9999"},
        {"Host": "elsewhere.example"},
        {"X_Forwarded_Proto": "https", "X_Forwarded_Host": "elsewhere.example"},
    ],
)
def test_a_mail_links_to_the_site_whatever_a_request_says(
    owner: Person, settings: Settings, headers: dict[str, str]
) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "https://dice.example.org", ["*"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ok(owner.post("/account/claim", {"email": EMAIL, "password": PASSWORD}, **headers), 202)
    links = re.findall(r"\S+://\S+", last_mail(EMAIL).body)
    key = quote(confirmation_key(owner.player, EMAIL))
    assert links == [f"https://dice.example.org/account/confirm?key={key}"]


def test_a_mail_to_an_address_without_an_account_links_to_the_site(
    anybody: Caller, settings: Settings
) -> None:
    settings.SITE_URL = "https://dice.example.org"
    anybody.post("/account/reset", {"email": EMAIL}, Host="testserver:9999")
    assert re.findall(r"\S+://\S+", last_mail(EMAIL).body) == ["https://dice.example.org/"]


def test_a_mail_is_written_in_the_players_language(owner: Person) -> None:
    owner.patch("/me", {"language": "de"})
    claim(owner)
    assert "http://127.0.0.1:8000/account/confirm?key=" in last_mail(EMAIL).body


def test_a_name_is_in_no_mail_that_a_stranger_could_get(owner: Person) -> None:
    owner.patch("/me", {"name": "buy.example.com"})
    claim(owner)
    assert "buy.example.com" not in last_mail(EMAIL).body + last_mail(EMAIL).subject
