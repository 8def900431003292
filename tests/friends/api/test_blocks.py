"""GET, POST and DELETE /friends/blocks: whom I want to have nothing to do with."""

import pytest
import time_machine

from friends.models import Block, FriendRequest, Friendship
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

PATH = "/friends/blocks"


def about(other: Person) -> str:
    return f"{PATH}/{other.player.pk}"


def test_whom_i_blocked_is_listed_the_last_first(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    done(owner.post(PATH, one(friend)))
    clock.move_to(NOON + ONE_DAY)
    done(owner.post(PATH, one(stranger)))
    assert ok(owner.get(PATH)) == {"players": [public(stranger), public(friend)]}
    assert ok(friend.get(PATH)) == {"players": []}


def test_a_repeat_changes_nothing(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    done(owner.post(PATH, one(friend)))
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        done(owner.post(PATH, one(friend)))


def test_it_ends_what_there_is_and_hides_the_two_from_one_another(
    owner: Person, friend: Person, anybody: Caller
) -> None:
    befriend(owner, friend)
    done(owner.post(PATH, one(friend)))
    assert (Friendship.objects.count(), FriendRequest.objects.count()) == (0, 0)
    for reader, other in ((owner, friend), (friend, owner)):
        refused(reader.get(f"/players/{other.player.pk}"), 404, "not_found")
        ok(reader.get(f"/players/{reader.player.pk}"))
        ok(anybody.get(f"/players/{other.player.pk}"))


def test_who_is_blocked_may_block_in_turn(owner: Person, friend: Person) -> None:
    done(owner.post(PATH, one(friend)))
    done(friend.post(PATH, one(owner)))
    done(owner.delete(about(friend)))
    refused(owner.get(f"/players/{friend.player.pk}"), 404, "not_found")


def test_it_is_lifted_and_a_repeat_changes_nothing(owner: Person, friend: Person) -> None:
    done(owner.post(PATH, one(friend)))
    done(owner.delete(about(friend)))
    assert ok(owner.get(PATH)) == {"players": []}
    ok(friend.get(f"/players/{owner.player.pk}"))
    with nothing_changes():
        done(owner.delete(about(friend)))


def test_only_who_blocked_lifts_it(owner: Person, friend: Person) -> None:
    done(owner.post(PATH, one(friend)))
    with nothing_changes():
        done(friend.delete(about(owner)))


def test_a_browser_blocks_with_its_csrf_token_only(owner: Person, friend: Person) -> None:
    browser = Browser(player=owner.player, sends_csrf=False)
    with nothing_changes():
        refused(browser.post(PATH, one(friend)), 403, "permission_denied")
    done(Browser(player=owner.player).post(PATH, one(friend)))


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [{}, {"player": None}, {"player": "Friend"}, {"player": 7}])
def test_what_is_malformed_is_refused(owner: Person, sent: object) -> None:
    with nothing_changes():
        problem = refused(owner.post(PATH, sent), 400, "invalid")
    assert list(problem["errors"]) == ["player"]


def test_without_credentials_nobody_is_blocked(owner: Person, anybody: Caller) -> None:
    with nothing_changes():
        refused(anybody.get(PATH), 401, "not_authenticated")
        refused(anybody.post(PATH, one(owner)), 401, "not_authenticated")
        refused(anybody.delete(about(owner)), 401, "not_authenticated")


def test_nobody_and_oneself_cannot_be_blocked(owner: Person) -> None:
    with nothing_changes():
        refused(owner.post(PATH, {"player": NOWHERE}), 404, "not_found")
        refused(owner.delete(f"{PATH}/{NOWHERE}"), 404, "not_found")
        refused(owner.post(PATH, one(owner)), 422, "yourself")
        refused(owner.delete(about(owner)), 422, "yourself")


def test_nobody_blocks_more_than_are_allowed(
    owner: Person, friend: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friendships, "MOST_BLOCKS", 1)
    done(owner.post(PATH, one(friend)))
    with nothing_changes():
        refused(owner.post(PATH, one(stranger)), 409, "too_many_blocks")
        done(owner.post(PATH, one(friend)))


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_blocking_and_accepting_at_once_leave_no_friendship(owner: Person, friend: Person) -> None:
    ok(owner.post("/friends/requests", one(friend)))
    mine, theirs = Caller(token=owner.token), Caller(token=friend.token)
    blocked, accepted = at_once(
        [lambda: mine.post(PATH, one(friend)), lambda: theirs.post("/friends", one(owner))]
    )
    done(blocked)
    assert accepted.status_code in (200, 404)
    assert (Friendship.objects.count(), FriendRequest.objects.count()) == (0, 0)
    assert Block.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_eight_devices_block_at_once(owner: Person, friend: Person) -> None:
    token = owner.token
    for answer in at_once([lambda: Caller(token=token).post(PATH, one(friend))] * 8):
        done(answer)
    assert Block.objects.count() == 1
