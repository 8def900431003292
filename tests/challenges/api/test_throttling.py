"""How many calls a player and an address have."""

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from challenges.models import Day
from challenges.services.players import issue_token
from tests.cast import Browser, Caller, Person, at_once, make_person, nothing_changes, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def few_calls(settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"calls-of-player": "4/60", "calls-of-address": "3/60"}


def test_a_player_has_so_many_calls_a_minute(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    clock.move_to("2026-12-01T12:00:20Z")
    game = owner.start_daily()
    for _ in range(3):
        ok(owner.get("/me"))
    with nothing_changes():
        answer = owner.move(game, 0, row="chance")
        refused(answer, 429, "throttled")
    assert answer["Retry-After"] == "40"
    ok(friend.get("/me"))
    clock.move_to("2026-12-01T12:01:00Z")
    ok(owner.move(game, 0, row="chance"))


def test_all_devices_of_a_player_count_together(owner: Person) -> None:
    devices = [
        owner,
        Caller(token=issue_token(owner.player), address="192.0.2.9"),
        Browser(player=owner.player, address="2001:db8::1"),
    ]
    for device in (*devices, owner):
        ok(device.get("/me"))
    for device in devices:
        refused(device.get("/me"), 429, "throttled")


def test_readers_without_an_account_count_by_address(anybody: Caller) -> None:
    for path in ("/rules", "/rules/maxi", "/rules/classic"):
        ok(anybody.get(path))
    answer = anybody.get("/rules")
    refused(answer, 429, "throttled")
    assert answer["Retry-After"] == "60"
    ok(Caller(address="192.0.2.2").get("/rules"))


def test_players_behind_one_address_have_their_own_calls(owner: Person, anybody: Caller) -> None:
    for _ in range(3):
        ok(anybody.get("/rules"))
    ok(owner.get("/rules"))


def test_addresses_that_do_not_exist_are_counted_too(anybody: Caller) -> None:
    for _ in range(3):
        refused(anybody.get("/nothing"), 404, "not_found")
    refused(anybody.get("/nothing"), 429, "throttled")


@pytest.mark.django_db(transaction=True)
def test_of_thirty_two_calls_at_once_exactly_four_pass(clock: time_machine.Traveller) -> None:
    token = make_person("Owner").token
    answers = at_once([lambda: Caller(token=token).get("/me")] * 32)
    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [429] * 28


def test_calls_without_credentials_are_counted_where_they_are_refused(anybody: Caller) -> None:
    for _ in range(3):
        refused(anybody.get("/games"), 401, "not_authenticated")
    answer = anybody.get("/games")
    refused(answer, 429, "throttled")
    assert answer["Retry-After"] == "60"


def test_bad_tokens_are_counted_where_they_are_refused(today: Day) -> None:
    thief = Caller(token="0" * 64, address="192.0.2.7")
    for path in ("/me", "/rules", "/days/today"):
        refused(thief.get(path), 401, "authentication_failed")
    refused(thief.get("/me"), 429, "throttled")
    ok(Caller(address="192.0.2.8").get("/rules"))


def test_pages_are_counted_too(owner: Person, today: Day) -> None:
    browser = Browser(player=owner.player)
    for _ in range(4):
        assert browser.client.get("/").status_code == 200
    answer = browser.client.get("/")
    assert answer.status_code == 429
    assert answer["Retry-After"] == "60"
    assert "That was too fast." in answer.content.decode()


def test_strangers_pages_are_counted_by_address(today: Day) -> None:
    for _ in range(3):
        assert Client(REMOTE_ADDR="192.0.2.3").get("/").status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.3").get("/").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.4").get("/").status_code == 200
    for _ in range(9):
        assert Client(REMOTE_ADDR="192.0.2.3").get("/healthz").status_code == 200
