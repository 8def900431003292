"""GET and PATCH /me: my profile and settings."""

from typing import Any

import pytest
import time_machine

from challenges.models import Player
from challenges.services.players import update_profile
from config.errors import NotFound
from tests.cast import Caller, Json, Person, at_once, nothing_changes, ok, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def profile(owner: Person) -> Json:
    return {
        "id": str(owner.player.pk),
        "name": "Owner",
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
        "streak": {"days": 0, "longest": 0, "state": "lost", "ends_at": None},
    }


def test_a_player_sees_its_profile(owner: Person, profile: Json) -> None:
    assert ok(owner.get("/me")) == profile


def test_without_credentials_there_is_no_me(anybody: Caller) -> None:
    answer = anybody.get("/me")
    refused(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({"name": " Åsa  Ek "}, {"name": "Åsa Ek"}),
        ({"country": "SE"}, {"country": "SE"}),
        ({"language": "sv"}, {"language": "sv"}),
        (
            {"time_zone": "Pacific/Auckland"},
            {"time_zone": "Pacific/Auckland", "today": "2026-12-02"},
        ),
        (
            {"time_zone": "America/Nuuk", "country": "GL"},
            {"time_zone": "America/Nuuk", "country": "GL"},
        ),
        ({"listed": False}, {"unlisted": True}),
        ({"listed": True}, {}),
        ({"die": "christmas"}, {"die": "christmas"}),
        ({"die": "plain"}, {}),
        ({}, {}),
    ],
)
def test_what_is_named_is_changed_and_nothing_else(
    owner: Person, friend: Person, profile: Json, change: Json, shown: Json
) -> None:
    friends_profile = ok(friend.get("/me"))
    assert ok(owner.patch("/me", change)) == profile | shown
    assert ok(owner.get("/me")) == profile | shown
    assert ok(friend.get("/me")) == friends_profile


def test_a_country_can_be_taken_back(owner: Person, profile: Json) -> None:
    ok(owner.patch("/me", {"country": "SE"}))
    assert ok(owner.patch("/me", {"country": None})) == profile


def test_the_same_change_again_changes_nothing(owner: Person) -> None:
    change = {"name": "Åsa", "time_zone": "Asia/Tokyo", "country": "JP", "language": "de"}
    change |= {"listed": False, "die": "christmas"}
    first = ok(owner.patch("/me", change))
    with nothing_changes():
        assert ok(owner.patch("/me", change)) == first


@pytest.mark.parametrize(
    "field",
    [
        *["id", "is_guest", "email", "joined_at", "today", "earliest_today", "claimed_at"],
        *["is_staff", "is_superuser", "is_active", "login", "password", "hidden_at", "deleted_at"],
        *["unlisted", "unlisted_at", "dice_available"],
    ],
)
def test_what_is_no_setting_cannot_be_set(owner: Person, profile: Json, field: str) -> None:
    with nothing_changes():
        assert ok(owner.patch("/me", {field: "2020-01-01"})) == profile


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *[("name", value) for value in (None, "", "A", "A" * 21, 5, True, ["Anna"], {})],
        *[("name", value) for value in ("<b>Anna</b>", "Anna\x00", "fuck", "Аnna", " " * 9999)],
        *[("country", value) for value in ("", "se", "SWE", "XX", "EU", "ZZ", 46, ["SE"], "SE ")],
        *[("time_zone", value) for value in (None, "", "Mars", "localtime", "Factory", 1, "\x00")],
        *[("language", value) for value in (None, "", "fr", "EN", "sv-SE", 1, ["en"])],
        *[("listed", value) for value in (None, "", "true", "no", 0, 1, [True], {})],
        *[("die", value) for value in (None, "", "gold", "Plain", 1, True, ["plain"], {})],
    ],
)
def test_a_field_that_is_not_valid_is_named_and_no_other_is_changed(
    owner: Person, field: str, value: Any
) -> None:
    others = {"name": "Åsa", "country": "SE", "time_zone": "Asia/Tokyo", "language": "sv"}
    others |= {"listed": False, "die": "christmas"}
    with nothing_changes():
        problem = refused(owner.patch("/me", others | {field: value}), 400, "invalid")
    assert list(problem["errors"]) == [field]


def test_all_fields_that_are_not_valid_are_named(owner: Person) -> None:
    change = {"name": "", "country": "XX", "time_zone": "Mars", "language": "xx"}
    with nothing_changes():
        problem = refused(owner.patch("/me", change), 400, "invalid")
    assert sorted(problem["errors"]) == ["country", "language", "name", "time_zone"]


def test_nobody_changes_settings_without_credentials(anybody: Caller, owner: Person) -> None:
    with nothing_changes():
        refused(anybody.patch("/me", {"name": "Åsa"}), 401, "not_authenticated")


def test_refusals_are_in_the_readers_language_or_english(owner: Person) -> None:
    answer = owner.call("PATCH", "/me", body={"name": ""}, headers={"Accept-Language": "sv"})
    refused(answer, 400, "invalid")
    assert answer["Content-Language"] == "sv"


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_profile_is_changed_by_patch_only(owner: Person, method: str) -> None:
    with nothing_changes():
        answer = owner.call(method, "/me", body={"name": "Åsa"})
        refused(answer, 405, "method_not_allowed")
    assert "PATCH" in answer["Allow"]


@pytest.mark.django_db(transaction=True)
def test_two_changes_at_once_are_both_kept(clock: time_machine.Traveller, owner: Person) -> None:
    for _ in range(5):
        fields = {"name": "Owner", "country": "", "language": "en", "time_zone": "UTC"}
        Player.objects.update(**fields, die="plain")
        changes = [
            {"name": "Åsa"},
            {"country": "SE"},
            {"language": "sv"},
            {"time_zone": "Asia/Tokyo"},
            {"die": "christmas"},
        ]
        callers = [Caller(token=owner.token) for _ in changes]
        at_once(
            [
                lambda caller=caller, change=change: ok(caller.patch("/me", change))
                for caller, change in zip(callers, changes, strict=True)
            ]
        )
        profile = ok(owner.get("/me"))
        assert {name: profile[name] for change in changes for name in change} == {
            name: value for change in changes for name, value in change.items()
        }


def test_a_change_that_waited_while_the_player_was_deleted_changes_nothing(owner: Person) -> None:
    before = owner.now()
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    with nothing_changes(), pytest.raises(NotFound):
        update_profile(player=before, changes={"name": "Back again", "country": "SE"})


@pytest.mark.django_db(transaction=True)
def test_a_change_and_a_deletion_at_once_leave_nothing_of_the_person(owner: Person) -> None:
    callers = [Caller(token=owner.token) for _ in range(2)]
    change = {"name": "Back again", "country": "SE"}
    changed, deleted = at_once(
        [
            lambda: callers[0].patch("/me", change),
            lambda: callers[1].delete("/me", {"confirm": True}),
        ]
    )
    assert changed.status_code in (200, 401, 404)
    assert deleted.status_code == 204
    assert (owner.now().name, owner.now().country) == ("Deleted player", "")
