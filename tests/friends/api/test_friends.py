"""GET, POST and DELETE /friends: friends, becoming and ending it."""

import pytest
import time_machine
from pytest_django import Settings

from friends.models import Friendship
from friends.services import friendships
from tests.cast import (
    NOON,
    NOWHERE,
    ONE_DAY,
    Browser,
    Caller,
    Person,
    at_once,
    make_person,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.accounts import done
from tests.friends.api.company import befriend, one, passed_on, play, public

pytestmark = pytest.mark.django_db

NOTHING_PLAYED = {"played": 0, "won": 0, "tied": 0, "lost": 0}


def ask(person: Person, other: Person) -> None:
    ok(person.post("/friends/requests", one(other)))


def invitation_of(person: Person) -> str:
    return str(ok(person.post("/friends/invitation"), 200, 201)["code"])


# --- The list --------------------------------------------------------------------------------


def test_friends_are_listed_by_name_with_what_both_played(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    other = make_person("anna")
    befriend(owner, friend)
    clock.move_to(NOON + ONE_DAY)
    befriend(other, owner)
    play(friend, passed_on(owner))
    assert ok(owner.get("/friends")) == {
        "friends": [
            {
                "player": public(other),
                "since": "2026-12-02T12:00:00Z",
                "record": NOTHING_PLAYED,
            },
            {
                "player": public(friend),
                "since": "2026-12-01T12:00:00Z",
                "record": {"played": 1, "won": 0, "tied": 1, "lost": 0},
            },
        ]
    }


def test_the_record_is_told_from_either_side(owner: Person, friend: Person) -> None:
    befriend(owner, friend)
    challenge = passed_on(owner)
    theirs = play(friend, challenge)
    type(theirs).objects.filter(pk=theirs.pk).update(total=challenge.game.total + 1)
    records = [ok(person.get("/friends"))["friends"][0]["record"] for person in (owner, friend)]
    assert records == [
        {"played": 1, "won": 0, "tied": 0, "lost": 1},
        {"played": 1, "won": 1, "tied": 0, "lost": 0},
    ]


def test_without_friends_the_list_is_empty(owner: Person, friend: Person) -> None:
    ask(friend, owner)
    assert ok(owner.get("/friends")) == {"friends": []}


def test_a_deleted_friend_is_none(owner: Person, friend: Person) -> None:
    befriend(owner, friend)
    done(friend.delete("/me", {"confirm": True}))
    assert ok(owner.get("/friends")) == {"friends": []}


# --- Becoming friends ------------------------------------------------------------------------


def test_a_request_is_accepted_and_a_repeat_answers_the_same(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    ask(friend, owner)
    new = ok(owner.post("/friends", one(friend)))
    assert new == {
        "player": public(friend),
        "since": "2026-12-01T12:00:00Z",
        "record": NOTHING_PLAYED,
    }
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        assert ok(owner.post("/friends", one(friend))) == new
    assert ok(friend.get("/friends"))["friends"] == [new | {"player": public(owner)}]


def test_an_invitation_is_accepted_in_any_spelling_and_a_repeat_answers_the_same(
    owner: Person, friend: Person
) -> None:
    code = invitation_of(owner)
    new = ok(friend.post("/friends", {"invitation": code}))
    assert new["player"] == public(owner)
    with nothing_changes():
        assert ok(friend.post("/friends", {"invitation": code.lower().replace("-", "")})) == new
        assert ok(friend.post("/friends", one(owner))) == new
    assert ok(owner.get("/friends"))["friends"][0]["player"] == public(friend)


def test_a_browser_accepts_with_its_csrf_token_only(owner: Person, friend: Person) -> None:
    ask(friend, owner)
    browser = Browser(player=owner.player, sends_csrf=False)
    with nothing_changes():
        refused(browser.post("/friends", one(friend)), 403, "permission_denied")
    ok(Browser(player=owner.player).post("/friends", one(friend)))


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({}, {"non_field_errors"}),
        ({"player": NOWHERE, "invitation": "K7QM-2XRD"}, {"non_field_errors"}),
        ({"player": "owner"}, {"player"}),
        ({"player": None}, {"player"}),
        ({"player": 7}, {"player"}),
        ({"invitation": 77777777}, {"invitation"}),
        ({"invitation": ""}, {"invitation"}),
        ({"invitation": "7" * 65}, {"invitation"}),
    ],
)
def test_what_is_malformed_is_refused(owner: Person, sent: object, fields: set[str]) -> None:
    with nothing_changes():
        problem = refused(owner.post("/friends", sent), 400, "invalid")
    assert set(problem["errors"]) == fields


def test_what_is_no_code_is_refused(owner: Person) -> None:
    with nothing_changes():
        refused(owner.post("/friends", {"invitation": "K7QM-2XRU"}), 400, "malformed_code")


def test_without_credentials_there_are_no_friends(owner: Person, anybody: Caller) -> None:
    code = invitation_of(owner)
    with nothing_changes():
        refused(anybody.get("/friends"), 401, "not_authenticated")
        refused(anybody.post("/friends", {"invitation": code}), 401, "not_authenticated")
        refused(anybody.delete(f"/friends/{owner.player.pk}"), 401, "not_authenticated")


def test_who_has_not_asked_is_not_accepted(owner: Person, friend: Person) -> None:
    ask(owner, friend)
    with nothing_changes():
        refused(owner.post("/friends", one(friend)), 404, "request_not_found")
        refused(owner.post("/friends", {"player": NOWHERE}), 404, "not_found")


def test_a_request_that_was_declined_or_taken_back_is_gone(
    owner: Person, friend: Person, stranger: Person
) -> None:
    for person in (friend, stranger):
        ask(person, owner)
    done(owner.delete(f"/friends/requests/{friend.player.pk}"))
    done(stranger.delete(f"/friends/requests/{owner.player.pk}"))
    for person in (friend, stranger):
        with nothing_changes():
            refused(owner.post("/friends", one(person)), 404, "request_not_found")


def test_unknown_ended_and_blocked_invitations_are_refused_alike(
    owner: Person, friend: Person, stranger: Person
) -> None:
    ended, blocked = invitation_of(owner), invitation_of(stranger)
    done(owner.delete("/friends/invitation"))
    done(stranger.post("/friends/blocks", one(friend)))
    for code in ("K7QM-2XRD", ended, blocked):
        with nothing_changes():
            refused(friend.post("/friends", {"invitation": code}), 404, "invitation_not_found")
    assert len({answer.content for answer in friend.answers}) == 1


def test_nobody_befriends_themselves(owner: Person) -> None:
    code = invitation_of(owner)
    with nothing_changes():
        refused(owner.post("/friends", one(owner)), 422, "yourself")
        refused(owner.post("/friends", {"invitation": code}), 422, "yourself")


def test_nobody_has_more_friends_than_are_allowed(
    owner: Person, friend: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 1)
    befriend(owner, friend)
    ask(stranger, owner)
    with nothing_changes():
        problem = refused(owner.post("/friends", one(stranger)), 409, "too_many_friends")
    assert problem["detail"] == "Nobody has more than 1 friends here."
    code = invitation_of(friend)
    with nothing_changes():
        sent = {"invitation": code}
        refused(stranger.post("/friends", sent), 409, "too_many_friends")


def test_wrong_codes_are_counted(owner: Person, friend: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "1/3600"}
    code = invitation_of(owner)
    sent = {"invitation": "K7QM-2XRD"}
    refused(friend.post("/friends", sent), 404, "invitation_not_found")
    with nothing_changes():
        answer = friend.post("/friends", {"invitation": code})
        refused(answer, 429, "too_many_codes")
    assert answer["Retry-After"] == "3600"


# --- Ending it -------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["owner", "friend"])
def test_either_ends_it_for_both_and_a_repeat_changes_nothing(
    owner: Person, friend: Person, who: str
) -> None:
    befriend(owner, friend)
    first, second = (owner, friend) if who == "owner" else (friend, owner)
    done(first.delete(f"/friends/{second.player.pk}"))
    assert [ok(person.get("/friends"))["friends"] for person in (owner, friend)] == [[], []]
    with nothing_changes():
        done(first.delete(f"/friends/{second.player.pk}"))
        done(second.delete(f"/friends/{first.player.pk}"))


def test_a_strangers_friends_stay(owner: Person, friend: Person, stranger: Person) -> None:
    befriend(owner, friend)
    with nothing_changes():
        done(stranger.delete(f"/friends/{owner.player.pk}"))


def test_nobody_and_oneself_cannot_be_left(owner: Person) -> None:
    with nothing_changes():
        refused(owner.delete(f"/friends/{NOWHERE}"), 404, "not_found")
        refused(owner.delete("/friends/me"), 404, "not_found")
        refused(owner.delete(f"/friends/{owner.player.pk}"), 422, "yourself")


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_eight_devices_accept_at_once_and_all_get_the_same_friend(
    owner: Person, friend: Person
) -> None:
    ask(friend, owner)
    code, token = invitation_of(friend), owner.token
    sent: list[dict[str, str]] = [one(friend), {"invitation": code}]
    answers = at_once(
        [lambda body=body: Caller(token=token).post("/friends", body) for body in sent * 4]
    )
    assert [ok(answer) for answer in answers] == [ok(answers[0])] * 8
    assert Friendship.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_accepting_and_ending_at_once_leave_both_rows_or_none(
    owner: Person, friend: Person
) -> None:
    befriend(owner, friend)
    code = invitation_of(friend)
    mine, theirs = Caller(token=owner.token), Caller(token=friend.token)
    accepted, ended = at_once(
        [
            lambda: mine.post("/friends", {"invitation": code}),
            lambda: theirs.delete(f"/friends/{owner.player.pk}"),
        ]
    )
    assert accepted.status_code in (200, 404)
    done(ended)
    assert Friendship.objects.count() in (0, 2)
