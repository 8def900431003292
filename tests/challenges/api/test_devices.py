"""GET /account/devices and DELETE /account/devices/{id}."""

import pytest
import time_machine
from django.contrib.sessions.models import Session
from knox.models import AuthToken

from challenges.models import Device
from challenges.services.accounts.devices import forget_browsers
from tests.cast import (
    NOWHERE,
    ONE_DAY,
    Browser,
    Caller,
    Json,
    Person,
    Queries,
    at_once,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.accounts import done, is_signed_in, sign_in

pytestmark = pytest.mark.django_db


def devices(caller: Caller) -> list[Json]:
    found: list[Json] = ok(caller.get("/account/devices"))["devices"]
    return found


def test_apps_and_browsers_are_listed_and_which_one_asks(member: Person) -> None:
    phone, browser = Caller(), Browser(player=member.player)
    phone.token = ok(sign_in(phone, device="My phone"))["token"]
    found = {(entry["kind"], entry["name"]): entry for entry in devices(phone)}
    assert set(found) == {("app", ""), ("app", "My phone"), ("browser", "")}
    mine = found["app", "My phone"]
    assert mine == {
        "id": mine["id"],
        "name": "My phone",
        "kind": "app",
        "signed_in_at": "2026-12-01T12:00:00Z",
        "last_used_on": "2026-12-01",
        "is_this_one": True,
    }
    assert [entry["kind"] for entry in devices(browser) if entry["is_this_one"]] == ["browser"]


def test_use_is_noted_by_the_day(member: Person, clock: time_machine.Traveller) -> None:
    browser = Browser(player=member.player)
    clock.shift(ONE_DAY)
    assert {entry["last_used_on"] for entry in devices(member)} == {"2026-12-01", "2026-12-02"}
    devices(browser)
    assert {entry["last_used_on"] for entry in devices(member)} == {"2026-12-02"}


def test_a_call_by_token_is_one_query_but_for_the_first_of_a_day(
    member: Person, clock: time_machine.Traveller
) -> None:
    counts = []
    for shift in (0, 1, 0):
        clock.shift(shift * ONE_DAY)
        with Queries() as queries:
            member.get("/rules")
        counts.append(len(queries.statements))
    assert counts == [1, 2, 1]


def test_the_queries_of_the_list(member: Person) -> None:
    for _ in range(3):
        sign_in(Caller())
    with Queries() as queries:
        assert len(devices(member)) == 4
    assert len(queries.statements) == 2


def test_a_device_is_ended_by_another(member: Person) -> None:
    phone, browser = Caller(), Browser(player=member.player)
    phone.token = ok(sign_in(phone, device="My phone"))["token"]
    for entry in devices(member):
        if not entry["is_this_one"]:
            done(member.delete(f"/account/devices/{entry['id']}"))
    assert not is_signed_in(phone)
    assert not is_signed_in(browser)
    assert is_signed_in(member)
    assert Session.objects.count() == 0
    assert AuthToken.objects.count() == 1


def test_ending_it_again_finds_nothing(member: Person) -> None:
    sign_in(Caller(), device="My phone")
    device_id = Device.objects.get(name="My phone").pk
    done(member.delete(f"/account/devices/{device_id}"))
    refused(member.delete(f"/account/devices/{device_id}"), 404, "not_found")


def test_others_devices_are_not_found(member: Person, stranger: Person) -> None:
    device_id = Device.objects.get(player=member.player).pk
    with nothing_changes():
        refused(stranger.delete(f"/account/devices/{device_id}"), 404, "not_found")
        refused(member.delete(f"/account/devices/{NOWHERE}"), 404, "not_found")
        refused(Caller().delete(f"/account/devices/{device_id}"), 401, "not_authenticated")
    assert len(devices(stranger)) == 1
    refused(Caller().get("/account/devices"), 401, "not_authenticated")


def test_a_guests_last_device_is_not_ended(owner: Person, today: object) -> None:
    owner.start_daily()
    (device,) = devices(owner)
    with nothing_changes():
        refused(owner.delete(f"/account/devices/{device['id']}"), 409, "guest_left_behind")


def test_a_browser_whose_session_is_over_is_not_listed(
    member: Person, clock: time_machine.Traveller
) -> None:
    Browser(player=member.player)
    clock.shift(401 * ONE_DAY)
    assert [entry["kind"] for entry in devices(member)] == ["app"]
    forget_browsers()
    assert Device.objects.count() == 1


def test_a_session_that_only_the_cache_still_holds_ends_within_a_day(
    member: Person, clock: time_machine.Traveller
) -> None:
    browser = Browser(player=member.player)
    Session.objects.all().delete()  # as if the cache had not been reached
    clock.shift(ONE_DAY)
    browser.get("/me")
    assert not is_signed_in(browser)


@pytest.mark.django_db(transaction=True)
def test_a_device_ended_twice_at_once_is_ended(member: Person) -> None:
    sign_in(Caller(), device="My phone")
    device_id = Device.objects.get(name="My phone").pk
    callers = [Caller(token=member.token) for _ in range(3)]
    answers = at_once(
        [lambda caller=caller: caller.delete(f"/account/devices/{device_id}") for caller in callers]
    )
    assert {answer.status_code for answer in answers} <= {204, 404}
    assert not Device.objects.filter(pk=device_id).exists()


@pytest.mark.django_db(transaction=True)
def test_a_browsers_calls_at_once_note_one_device(
    member: Person, clock: time_machine.Traveller
) -> None:
    browser = Browser(player=member.player)
    Device.objects.filter(session_key__isnull=False).delete()
    clock.shift(ONE_DAY)
    cookie = browser.client.cookies["sessionid"].value
    callers = [Caller() for _ in range(4)]
    for caller in callers:
        caller.client.cookies["sessionid"] = cookie
    answers = at_once([lambda caller=caller: caller.get("/me") for caller in callers])
    assert [answer.status_code for answer in answers] == [200] * 4
    assert Device.objects.filter(session_key=cookie).count() == 1
