"""POST /account/sign-in and /account/sign-out."""

from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from knox.models import AuthToken
from pytest_django import Settings

from challenges.models import Device, Game, Player
from tests.cast import (
    Browser,
    Caller,
    Person,
    Queries,
    at_once,
    make_person,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.accounts import (
    EMAIL,
    OTHER_PASSWORD,
    PASSWORD,
    claim_and_confirm,
    done,
    is_signed_in,
    sign_in,
)

pytestmark = pytest.mark.django_db

# --- Signing in ------------------------------------------------------------------------------


def test_a_member_signs_in_on_another_device(member: Person) -> None:
    phone = Caller()
    answer = ok(sign_in(phone, device="My phone"))
    assert answer["player"]["id"] == str(member.player.pk)
    assert answer["player"]["email"] == EMAIL
    phone.token = answer["token"]
    me = ok(phone.get("/me"))
    assert me == {**answer["player"], "streak": me["streak"]}
    assert Device.objects.get(name="My phone").player == member.player
    assert AuthToken.objects.filter(expiry=None).count() == 2


def test_a_device_without_a_name_is_called_after_its_user_agent(member: Person) -> None:
    phone = Caller()
    phone.post(
        "/account/sign-in",
        {"email": EMAIL, "password": PASSWORD},
        User_Agent="Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Safari/604.1",
    )
    assert Device.objects.filter(name="Safari, iPhone").exists()


def test_wrong_and_unknown_credentials_are_answered_alike(member: Person) -> None:
    with nothing_changes():
        wrong = refused(sign_in(Caller(), EMAIL, OTHER_PASSWORD), 422, "wrong_credentials")
        unknown = refused(sign_in(Caller(), "no@example.org"), 422, "wrong_credentials")
    assert wrong == unknown


def test_an_address_that_nobody_has_takes_as_long(member: Person, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    member.player.set_password(PASSWORD)
    member.player.save()
    counts = []
    for email in (EMAIL, "no@example.org"):
        CountingHasher.hashed = 0
        sign_in(Caller(), email, OTHER_PASSWORD)
        counts.append(CountingHasher.hashed)
    assert counts == [1, 1]


class CountingHasher(MD5PasswordHasher):
    hashed = 0

    def encode(self, password: str, salt: str) -> str:
        CountingHasher.hashed += 1
        return super().encode(password, salt)


def test_a_deleted_player_cannot_sign_in(member: Person) -> None:
    done(member.delete("/me", {"password": PASSWORD}))
    refused(sign_in(Caller()), 422, "wrong_credentials")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"email": EMAIL},
        {"email": EMAIL, "password": 7},
        {"email": EMAIL, "password": PASSWORD, "leave_guest": "yes"},
        {"email": EMAIL, "password": PASSWORD, "device": "x" * 61},
        {"email": EMAIL, "password": "x\u0000"},
    ],
)
def test_what_is_malformed_is_refused(member: Person, body: dict[str, Any]) -> None:
    with nothing_changes():
        refused(Caller().post("/account/sign-in", body), 400, "invalid")


@pytest.mark.parametrize("email", [EMAIL, "no@example.org"])
def test_who_guesses_is_blocked_and_the_owner_elsewhere_is_not(
    member: Person, settings: Settings, email: str
) -> None:
    limit = {"sign-ins-to-account-from-address": "2/300", "sign-ins-to-account": "5/300"}
    settings.LIMITS = {**settings.LIMITS, **limit}
    for _ in range(2):
        refused(sign_in(Caller(), email, OTHER_PASSWORD), 422, "wrong_credentials")
    for _ in range(9):
        answer = sign_in(Caller(), email)
        refused(answer, 429, "too_many_tries")
        assert int(answer["Retry-After"]) > 0
    elsewhere = sign_in(Caller(address="203.0.113.5"), email)
    assert elsewhere.status_code == (200 if email == EMAIL else 422)


@pytest.mark.parametrize("email", [EMAIL, "no@example.org"])
def test_too_many_tries_from_many_addresses_are_refused_everywhere(
    member: Person, settings: Settings, email: str
) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-ins-to-account": "3/300"}
    for number in range(3):
        caller = Caller(address=f"203.0.113.{number}")
        refused(sign_in(caller, email, OTHER_PASSWORD), 422, "wrong_credentials")
    refused(sign_in(Caller(), email), 429, "too_many_tries")


def test_an_address_on_the_net_has_so_many_tries(member: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "sign-ins-of-address": "2/300"}
    for number in range(2):
        sign_in(Caller(), f"no{number}@example.org")
    refused(sign_in(Caller()), 429, "too_many_tries")
    ok(sign_in(Caller(address="203.0.113.5")))


@pytest.mark.django_db(transaction=True)
def test_many_sign_ins_at_once_are_a_device_each(member: Person) -> None:
    tokens = [ok(answer)["token"] for answer in at_once([lambda: sign_in(Caller())] * 4)]
    assert len(set(tokens)) == 4
    assert Device.objects.count() == 5


def test_the_queries_of_a_sign_in(member: Person) -> None:
    with Queries() as queries:
        ok(sign_in(Caller()))
    # The player by address and under lock, token and device, the address that may wait.
    assert len(queries.statements) == 5


# --- A guest on the device -------------------------------------------------------------------


@pytest.fixture
def guest_with_games(friend: Person, today: object) -> Person:
    friend.start_daily()
    friend.start_solo()
    return friend


def test_a_guest_with_games_is_asked_first(member: Person, guest_with_games: Person) -> None:
    with nothing_changes():
        problem = refused(sign_in(guest_with_games), 409, "guest_left_behind")
    assert problem["guest"] == {
        "id": str(guest_with_games.player.pk),
        "name": "Friend",
        "games": 2,
        "ranked_games": 1,
    }


def test_a_guest_may_be_left_and_stays_as_it_is(member: Person, guest_with_games: Person) -> None:
    games = list(Game.objects.order_by("pk").values())
    answer = ok(sign_in(guest_with_games, leave_guest=True))
    assert answer["player"]["id"] == str(member.player.pk)
    assert list(Game.objects.order_by("pk").values()) == games
    assert ok(guest_with_games.get("/me"))["id"] == str(guest_with_games.player.pk)


def test_a_guest_in_a_browser_is_asked_too(member: Person, guest_with_games: Person) -> None:
    browser = Browser(player=guest_with_games.player)
    refused(sign_in(browser), 409, "guest_left_behind")
    browser.sends_csrf = False
    refused(sign_in(browser, leave_guest=True), 403, "permission_denied")


def test_with_a_wrong_password_there_is_nothing_to_ask(
    member: Person, guest_with_games: Person
) -> None:
    with nothing_changes():
        refused(sign_in(guest_with_games, EMAIL, OTHER_PASSWORD), 422, "wrong_credentials")


def test_a_guest_without_games_and_a_member_are_not_asked(member: Person, friend: Person) -> None:
    ok(sign_in(friend))
    ok(sign_in(member))


# --- Signing out -----------------------------------------------------------------------------


def test_signing_out_ends_this_device_only(member: Person) -> None:
    phone = Caller()
    phone.token = ok(sign_in(phone))["token"]
    done(phone.post("/account/sign-out"))
    assert not is_signed_in(phone)
    assert is_signed_in(member)
    refused(phone.post("/account/sign-out"), 401, "authentication_failed")


def test_a_browser_signs_out(member: Person) -> None:
    browser = Browser(player=member.player)
    copy = Client()
    copy.cookies["sessionid"] = browser.client.cookies["sessionid"].value
    done(browser.post("/account/sign-out", {}))
    assert not is_signed_in(browser)
    assert copy.get("/api/v1/me").status_code == 401
    assert Device.objects.filter(session_key__isnull=False).count() == 0


def test_a_guest_with_games_signs_out_only_when_it_says_so(guest_with_games: Person) -> None:
    with nothing_changes():
        refused(guest_with_games.post("/account/sign-out"), 409, "guest_left_behind")
        refused(guest_with_games.post("/account/sign-out", {"leave_guest": 1}), 400, "invalid")
    done(guest_with_games.post("/account/sign-out", {"leave_guest": True}))
    assert not is_signed_in(guest_with_games)


def test_nobody_cannot_sign_out(anybody: Caller) -> None:
    refused(anybody.post("/account/sign-out"), 401, "not_authenticated")


def test_others_stay_signed_in(member: Person) -> None:
    other = make_person("Other")
    claim_and_confirm(other, "other@example.org")
    done(other.post("/account/sign-out"))
    assert is_signed_in(member)
    assert Player.objects.filter(is_active=True).count() == 2
