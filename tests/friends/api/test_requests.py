"""GET, POST and DELETE /friends/requests: asking, and answering no."""

import pytest
import time_machine
from pytest_django import Settings

from friends.models import FriendRequest, Friendship
from friends.services import friendships
from tests.cast import (
    NOON,
    NOWHERE,
    ONE_DAY,
    Browser,
    Caller,
    Person,
    at_once,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.accounts import done
from tests.friends.api.company import befriend, one, public

pytestmark = pytest.mark.django_db

PATH = "/friends/requests"


def about(other: Person) -> str:
    return f"{PATH}/{other.player.pk}"


def test_who_is_asked_sees_it_and_who_asked_does(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    assert ok(stranger.post(PATH, one(owner))) == {"friendship": "asked"}
    clock.move_to(NOON + ONE_DAY)
    ok(friend.post(PATH, one(owner)))
    assert ok(owner.get(PATH)) == {"asks": [public(stranger), public(friend)], "asked": []}
    assert ok(friend.get(PATH)) == {"asks": [], "asked": [public(owner)]}


def test_a_repeat_changes_nothing(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    ok(friend.post(PATH, one(owner)))
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        assert ok(friend.post(PATH, one(owner))) == {"friendship": "asked"}


def test_who_asks_somebody_who_asked_is_their_friend(owner: Person, friend: Person) -> None:
    ok(friend.post(PATH, one(owner)))
    assert ok(owner.post(PATH, one(friend))) == {"friendship": "friends"}
    assert ok(owner.get(PATH)) == ok(friend.get(PATH)) == {"asks": [], "asked": []}
    with nothing_changes():
        assert ok(friend.post(PATH, one(owner))) == {"friendship": "friends"}


def test_one_that_is_declined_looks_to_its_sender_as_if_it_waited(
    owner: Person, friend: Person
) -> None:
    ok(friend.post(PATH, one(owner)))
    before = ok(friend.get(PATH))
    done(owner.delete(about(friend)))
    assert ok(owner.get(PATH)) == {"asks": [], "asked": []}
    assert ok(friend.get(PATH)) == before
    with nothing_changes():
        assert ok(friend.post(PATH, one(owner))) == {"friendship": "asked"}
        done(owner.delete(about(friend)))


def test_one_that_is_taken_back_is_gone_for_both_and_can_be_sent_again(
    owner: Person, friend: Person
) -> None:
    ok(friend.post(PATH, one(owner)))
    done(friend.delete(about(owner)))
    assert ok(owner.get(PATH)) == ok(friend.get(PATH)) == {"asks": [], "asked": []}
    with nothing_changes():
        done(friend.delete(about(owner)))
    ok(friend.post(PATH, one(owner)))
    assert ok(owner.get(PATH))["asks"] == [public(friend)]


def test_a_browser_asks_with_its_csrf_token_only(owner: Person, friend: Person) -> None:
    browser = Browser(player=friend.player, sends_csrf=False)
    with nothing_changes():
        refused(browser.post(PATH, one(owner)), 403, "permission_denied")
    ok(Browser(player=friend.player).post(PATH, one(owner)))


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize("player", [None, "", 7, "Owner", NOWHERE.replace("-", ""), [NOWHERE]])
def test_what_is_malformed_is_refused(owner: Person, player: object) -> None:
    with nothing_changes():
        problem = refused(owner.post(PATH, {"player": player}), 400, "invalid")
        refused(owner.post(PATH, {}), 400, "invalid")
    assert list(problem["errors"]) == ["player"]


def test_without_credentials_nobody_is_asked(owner: Person, anybody: Caller) -> None:
    with nothing_changes():
        refused(anybody.get(PATH), 401, "not_authenticated")
        refused(anybody.post(PATH, one(owner)), 401, "not_authenticated")
        refused(anybody.delete(about(owner)), 401, "not_authenticated")


def test_nobody_and_oneself_cannot_be_asked(owner: Person) -> None:
    with nothing_changes():
        refused(owner.post(PATH, {"player": NOWHERE}), 404, "not_found")
        refused(owner.delete(f"{PATH}/{NOWHERE}"), 404, "not_found")
        refused(owner.post(PATH, one(owner)), 422, "yourself")
        refused(owner.delete(about(owner)), 422, "yourself")


@pytest.mark.parametrize("who", ["owner", "friend"])
def test_a_block_is_answered_like_nobody(owner: Person, friend: Person, who: str) -> None:
    blocker, blocked = (owner, friend) if who == "owner" else (friend, owner)
    done(blocker.post("/friends/blocks", one(blocked)))
    friend.answers.clear()
    with nothing_changes():
        refused(friend.post(PATH, one(owner)), 404, "not_found")
        refused(friend.post(PATH, {"player": NOWHERE}), 404, "not_found")
    assert friend.answers[0].content == friend.answers[1].content


def test_a_stranger_takes_nothing_back(owner: Person, friend: Person, stranger: Person) -> None:
    ok(friend.post(PATH, one(owner)))
    with nothing_changes():
        done(stranger.delete(about(owner)))
        done(stranger.delete(about(friend)))


def test_more_than_the_limit_are_refused_and_repeats_are_not_counted(
    owner: Person, friend: Person, stranger: Person, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "friend-requests-of-player": "2/86400"}
    for _ in range(3):
        ok(friend.post(PATH, one(owner)))
    befriend(stranger, owner)
    ok(friend.post(PATH, one(stranger)))
    third = {"player": NOWHERE}
    with nothing_changes():
        answer = friend.post(PATH, third)
        refused(answer, 429, "too_many_requests")
    assert answer["Retry-After"] == "43200"


def test_more_than_can_wait_are_refused(
    owner: Person, friend: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friendships, "MOST_WAITING", 1)
    ok(friend.post(PATH, one(owner)))
    with nothing_changes():
        refused(friend.post(PATH, one(stranger)), 409, "requests_full")
        refused(stranger.post(PATH, one(owner)), 409, "requests_full")


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_once_are_friends_once(owner: Person, friend: Person) -> None:
    mine, theirs = Caller(token=owner.token), Caller(token=friend.token)
    answers = at_once([lambda: mine.post(PATH, one(friend)), lambda: theirs.post(PATH, one(owner))])
    assert sorted(ok(answer)["friendship"] for answer in answers) == ["asked", "friends"]
    assert (Friendship.objects.count(), FriendRequest.objects.count()) == (2, 0)


@pytest.mark.django_db(transaction=True)
def test_eight_devices_ask_at_once_by_one_request(owner: Person, friend: Person) -> None:
    token = friend.token
    answers = at_once([lambda: Caller(token=token).post(PATH, one(owner))] * 8)
    assert [ok(answer) for answer in answers] == [{"friendship": "asked"}] * 8
    assert FriendRequest.objects.count() == 1
