"""POST /players: a guest signs up with one call."""

import hashlib
import json
from typing import Any

import pytest
import time_machine
from django.http import HttpResponse
from knox.models import AuthToken
from pytest_django import Settings

from challenges.models import Player
from challenges.services.names import clean_name
from challenges.services.sign_up import forget_sign_up_keys
from tests.cast import NOON, ONE_DAY, Caller, Json, at_once, nothing_changes, ok, refused

pytestmark = pytest.mark.django_db

KEY = "4a0e5a5c-3a37-4a53-a3a5-6a0b7c1f6b0d"


def sign_up(caller: Caller, body: Any = None, key: str | None = None) -> HttpResponse:
    headers = {"Idempotency_Key": key} if key is not None else {}
    return caller.post("/players", {} if body is None else body, **headers)


def profile_with(token: str) -> Json:
    """As it was answered; the streak is told by /me alone."""
    profile = ok(Caller(token=token).get("/me"))
    del profile["streak"]
    return profile


# --- One call --------------------------------------------------------------------------------


def test_nothing_has_to_be_told(anybody: Caller) -> None:
    answer = ok(sign_up(anybody), 201)
    player = Player.objects.get()
    assert answer == {
        "player": {
            "id": str(player.pk),
            "name": player.name,
            "country": None,
            "language": "en",
            "time_zone": "UTC",
            "today": "2026-12-01",
            "is_guest": True,
            "email": None,
            "email_pending": None,
            "claimed_at": None,
            "listed": False,
            "unlisted": False,
            "die": "plain",
            "dice_available": ["plain", "christmas"],
            "joined_at": "2026-12-01T12:00:00Z",
        },
        "token": answer["token"],
    }
    assert clean_name(player.name) == player.name
    assert profile_with(answer["token"]) == answer["player"]


def test_an_empty_body_is_no_body(anybody: Caller) -> None:
    ok(anybody.call("POST", "/players"), 201)


def test_name_zone_and_language_can_be_told(anybody: Caller) -> None:
    told = {"name": "  Åsa  ", "time_zone": "Pacific/Auckland", "language": "sv"}
    player = ok(sign_up(anybody, told), 201)["player"]
    assert player["name"] == "Åsa"
    assert player["time_zone"] == "Pacific/Auckland"
    assert player["language"] == "sv"
    assert player["today"] == "2026-12-02"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("sv-FI, en;q=0.5", "sv"), ("de-AT", "de"), ("fr", "en"), ("*", "en"), ("x" * 9000, "en")],
)
def test_the_language_is_the_readers_where_none_is_told(
    anybody: Caller, accepted: str, language: str
) -> None:
    answer = anybody.post("/players", {}, Accept_Language=accepted)
    assert ok(answer, 201)["player"]["language"] == language


def test_names_need_not_be_unique(anybody: Caller) -> None:
    first = ok(sign_up(anybody, {"name": "Anna"}), 201)
    second = ok(sign_up(anybody, {"name": "Anna"}), 201)
    assert first["player"]["id"] != second["player"]["id"]


def test_of_the_token_only_its_hash_is_stored(anybody: Caller) -> None:
    token = ok(sign_up(anybody), 201)["token"]
    assert len(bytes.fromhex(token)) == 32
    (stored,) = AuthToken.objects.values()
    assert stored["digest"] == hashlib.sha512(token.encode()).hexdigest()
    assert stored["expiry"] is None
    assert token not in str(stored)


def test_other_credentials_do_not_matter(owner: Caller) -> None:
    owner.token = "0" * 64
    answer = ok(sign_up(owner), 201)
    assert answer["player"]["name"] != "Owner"


def test_nobody_signs_up_as_more_than_a_guest(anybody: Caller) -> None:
    body = {"is_staff": True, "is_superuser": True, "email": "a@example.org", "claimed_at": "2026"}
    answer = ok(sign_up(anybody, body), 201)
    player = Player.objects.get()
    assert (player.is_staff, player.is_superuser, player.email) == (False, False, None)
    assert answer["player"]["is_guest"] is True


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("name", value) for value in (None, "", "A", "A" * 21, 5, True, ["Anna"], {})],
        *[("name", value) for value in ("<b>Anna</b>", "Anna\x00", "fuck", "Аnna", " " * 9999)],
        *[("time_zone", value) for value in (None, "", "Mars", "../UTC", 1, [], "UTC\x00")],
        *[("language", value) for value in (None, "", "fr", "EN", 1, ["en"], {"en": 1})],
    ],
)
def test_a_field_that_is_not_valid_is_named(anybody: Caller, field: str, value: Any) -> None:
    with nothing_changes():
        problem = refused(sign_up(anybody, {field: value}), 400, "invalid")
    assert list(problem["errors"]) == [field]
    assert all(isinstance(message, str) for message in problem["errors"][field])


@pytest.mark.parametrize("raw", [b"[]", b'"name"', b"null", b"1", b"{", b"{'name': 'Anna'}"])
def test_a_body_must_be_an_object(anybody: Caller, raw: bytes) -> None:
    with nothing_changes():
        refused(anybody.send("/players", raw), 400, "parse_error")


def test_a_form_is_no_json(anybody: Caller) -> None:
    form = "application/x-www-form-urlencoded"
    with nothing_changes():
        refused(anybody.send("/players", b"name=Anna", form), 415, "unsupported_media_type")


# --- The repeat ------------------------------------------------------------------------------


def test_a_repeat_answers_the_same_player_with_a_fresh_token(anybody: Caller) -> None:
    first = ok(sign_up(anybody, {"name": "Anna"}, KEY), 201)
    second = ok(sign_up(anybody, {"name": "Anna"}, KEY), 200)
    assert second["player"] == first["player"]
    assert second["token"] != first["token"]
    assert profile_with(first["token"]) == profile_with(second["token"]) == first["player"]
    assert Player.objects.count() == 1


def test_a_repeat_keeps_a_generated_name(anybody: Caller) -> None:
    first = ok(sign_up(anybody, {}, KEY), 201)
    assert ok(sign_up(anybody, {}, KEY), 200)["player"] == first["player"]


def test_the_key_itself_is_not_stored(anybody: Caller) -> None:
    ok(sign_up(anybody, {}, KEY), 201)
    assert Player.objects.get().signup_key == hashlib.sha256(KEY.encode()).hexdigest()


@pytest.mark.parametrize(
    "other", [{}, {"name": "Berta"}, {"name": "Anna", "language": "sv"}, {"time_zone": "UTC"}]
)
def test_a_key_with_another_request_is_refused(anybody: Caller, other: Json) -> None:
    ok(sign_up(anybody, {"name": "Anna"}, KEY), 201)
    with nothing_changes():
        refused(sign_up(anybody, other, KEY), 422, "idempotency_key_reused")


def test_a_key_hands_out_tokens_for_a_day_and_is_free_then(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    first = ok(sign_up(anybody, {}, KEY), 201)
    clock.move_to("2026-12-02T11:59:59.999999Z")
    assert ok(sign_up(anybody, {}, KEY), 200)["player"]["id"] == first["player"]["id"]
    clock.move_to("2026-12-02T12:00:00Z")
    third = ok(sign_up(anybody, {}, KEY), 201)
    assert third["player"]["id"] != first["player"]["id"]
    assert ok(sign_up(anybody, {}, KEY), 200)["player"]["id"] == third["player"]["id"]
    assert profile_with(first["token"])["id"] == first["player"]["id"]


def test_keys_that_are_a_day_old_are_forgotten(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    ok(sign_up(anybody, {}, KEY), 201)
    clock.move_to(NOON + ONE_DAY / 2)
    ok(sign_up(anybody, {}, KEY[::-1]), 201)
    clock.move_to(NOON + ONE_DAY)
    assert forget_sign_up_keys() == 1
    assert forget_sign_up_keys() == 0
    kept = hashlib.sha256(KEY[::-1].encode()).hexdigest()
    assert set(Player.objects.values_list("signup_key", flat=True)) == {None, kept}


@pytest.mark.parametrize("change", [{"claimed_at": NOON}, {"is_active": False}])
def test_a_key_opens_no_account_that_was_claimed_or_closed(anybody: Caller, change: Json) -> None:
    ok(sign_up(anybody, {}, KEY), 201)
    Player.objects.update(**change)
    with nothing_changes():
        refused(sign_up(anybody, {}, KEY), 422, "idempotency_key_reused")


@pytest.mark.parametrize(
    "key",
    [
        "",
        "short",
        "k" * 15,
        "k" * 256,
        "k" * 16 + " " + "k",
        "k" * 16 + "\x00",
        "nyckel-på-svenska",
    ],
)
def test_a_key_that_could_be_guessed_or_is_malformed_is_refused(anybody: Caller, key: str) -> None:
    with nothing_changes():
        problem = refused(sign_up(anybody, {}, key), 400, "invalid")
    assert list(problem["errors"]) == ["Idempotency-Key"]


@pytest.mark.parametrize("key", ["k" * 16, "k" * 255, '"8e03978e-40d5-43dd-bc93-6894a57f9324"'])
def test_keys_of_16_to_255_signs_are_taken(anybody: Caller, key: str) -> None:
    ok(sign_up(anybody, {}, key), 201)


@pytest.mark.django_db(transaction=True)
def test_the_same_sign_up_eight_times_at_once_makes_one_player(
    clock: time_machine.Traveller,
) -> None:
    answers = at_once([lambda: sign_up(Caller(), {"name": "Anna"}, KEY)] * 8)
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    player = Player.objects.get()
    tokens = {json.loads(answer.content)["token"] for answer in answers}
    assert [profile_with(token)["id"] for token in tokens] == [str(player.pk)] * 8


@pytest.mark.django_db(transaction=True)
def test_of_two_different_sign_ups_with_one_key_at_once_one_is_refused(
    clock: time_machine.Traveller,
) -> None:
    calls = [
        lambda: sign_up(Caller(), {"name": "Anna"}, KEY),
        lambda: sign_up(Caller(), {"name": "Berta"}, KEY),
    ]
    answers = at_once(calls)
    assert sorted(answer.status_code for answer in answers) == [201, 422]
    assert Player.objects.count() == 1
    assert AuthToken.objects.count() == 1


# --- The limit -------------------------------------------------------------------------------


@pytest.fixture
def three_an_hour(settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"guests-of-address": "3/3600"}


@pytest.mark.usefixtures("three_an_hour")
def test_an_address_signs_up_so_many_guests_an_hour(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    clock.move_to("2026-12-01T12:10:00Z")
    for _ in range(3):
        ok(sign_up(anybody), 201)
    with nothing_changes():
        answer = sign_up(anybody)
        refused(answer, 429, "too_many_guests")
    assert answer["Retry-After"] == "3000"
    ok(sign_up(Caller(address="192.0.2.2")), 201)
    clock.move_to("2026-12-01T13:00:00Z")
    ok(sign_up(anybody), 201)


@pytest.mark.usefixtures("three_an_hour")
def test_a_forged_address_does_not_help(anybody: Caller) -> None:
    for number in range(3):
        ok(anybody.post("/players", {}, X_Forwarded_For=f"203.0.113.{number}"), 201)
    forged = anybody.post("/players", {}, X_Forwarded_For="203.0.113.9")
    refused(forged, 429, "too_many_guests")


@pytest.mark.usefixtures("three_an_hour")
def test_behind_a_proxy_each_caller_has_its_own_limit(anybody: Caller, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    for number in range(3):
        ok(anybody.post("/players", {}, X_Forwarded_For=f"9.9.9.{number}, 203.0.113.1"), 201)
    refused(anybody.post("/players", {}, X_Forwarded_For="203.0.113.1"), 429, "too_many_guests")
    ok(anybody.post("/players", {}, X_Forwarded_For="203.0.113.2"), 201)


@pytest.mark.usefixtures("three_an_hour", "db", "clock")
def test_an_ipv6_network_is_one_caller() -> None:
    for number in range(3):
        ok(sign_up(Caller(address=f"2001:db8:1:2::{number}")), 201)
    refused(sign_up(Caller(address="2001:db8:1:2:ffff::")), 429, "too_many_guests")
    ok(sign_up(Caller(address="2001:db8:1:3::")), 201)


@pytest.mark.usefixtures("three_an_hour")
@pytest.mark.django_db(transaction=True)
def test_of_thirty_two_at_once_exactly_three_sign_up(clock: time_machine.Traveller) -> None:
    answers = at_once([lambda: sign_up(Caller())] * 32)
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 29
    assert Player.objects.count() == 3
