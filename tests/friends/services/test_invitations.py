"""An invitation: one link, many friends, until it is ended."""

from collections.abc import Callable

import pytest
from pytest_django import Settings

from config.errors import NotFound
from friends.models import Invitation
from friends.services import friendships, problems
from friends.services.friendships import ask, block, decline
from friends.services.invitations import (
    accept_invitation,
    end_invitation,
    find_invitation,
    invite,
    own_invitation,
)
from tests.cast import NOON, Caller, Person, at_once, nothing_changes
from tests.friends.people import befriend_all, blocked, crowd, make_friends, pairs, waiting
from tests.friends.table import ADDRESS

pytestmark = pytest.mark.django_db

BOTH = {("Owner", "Friend"), ("Friend", "Owner")}


def code_of(person: Person) -> str:
    return invite(player=person.now())[0].code


def follow(person: Person, code: str) -> str:
    """The name of the new friend."""
    return accept_invitation(player=person.now(), code=code, address=ADDRESS).name


def test_there_is_one_until_it_is_ended(owner: Person) -> None:
    assert own_invitation(owner.player) is None
    made, is_new = invite(player=owner.player)
    with nothing_changes():
        again, is_new_again = invite(player=owner.player)
    assert (is_new, is_new_again, again.code, made.made_at) == (True, False, made.code, NOON)
    end_invitation(player=owner.player)
    with nothing_changes():
        end_invitation(player=owner.player)
    assert code_of(owner) != made.code


def test_who_follows_it_is_a_friend_at_once(
    owner: Person, friend: Person, stranger: Person
) -> None:
    code = code_of(owner)
    assert follow(friend, code) == "Owner"
    assert pairs() == BOTH
    assert follow(stranger, code) == "Owner"
    assert len(pairs()) == 4


def test_following_it_again_changes_nothing(owner: Person, friend: Person) -> None:
    code = code_of(owner)
    follow(friend, code)
    with nothing_changes():
        assert follow(friend, code) == "Owner"


def test_it_answers_requests_of_both_even_one_that_was_declined(
    owner: Person, friend: Person
) -> None:
    ask(player=friend.player, other_id=owner.player.pk)
    decline(player=owner.player, other_id=friend.player.pk)
    ask(player=owner.player, other_id=friend.player.pk)
    follow(friend, code_of(owner))
    assert (pairs(), waiting()) == (BOTH, set())


def test_anybody_may_look_at_it_and_looking_changes_nothing(
    owner: Person, friend: Person, anybody: Caller
) -> None:
    code = code_of(owner)
    with nothing_changes():
        for reader in (None, friend.player, owner.player):
            found = find_invitation(code=code, reader=reader, address=anybody.address)
            assert found.player == owner.player


def test_the_own_one_is_refused(owner: Person) -> None:
    code = code_of(owner)
    with nothing_changes(), pytest.raises(problems.Yourself):
        follow(owner, code)


def test_unknown_ended_blocked_and_deleted_are_refused_alike(
    owner: Person, friend: Person, stranger: Person
) -> None:
    ended, of_blocker = code_of(owner), code_of(stranger)
    end_invitation(player=owner.player)
    of_blocked = code_of(owner)
    block(player=stranger.player, other_id=friend.player.pk)
    block(player=friend.player, other_id=owner.player.pk)
    told = set()
    for code in ("K7QM2XRD", ended, of_blocker, of_blocked):
        for call in (accept_invitation, find_invitation):
            who = {"player" if call is accept_invitation else "reader": friend.player}
            with nothing_changes(), pytest.raises(problems.InvitationNotFound) as refusal:
                call(code=code, address=ADDRESS, **who)  # type: ignore[operator]
            told.add((refusal.value.code, refusal.value.detail, refusal.value.retry_after))
    assert len(told) == 1


@pytest.mark.parametrize("is_full", ["owner", "friend"])
def test_it_makes_nobody_more_friends_than_the_most(
    owner: Person, friend: Person, monkeypatch: pytest.MonkeyPatch, is_full: str
) -> None:
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 2)
    befriend_all(owner if is_full == "owner" else friend, crowd(2))
    code = code_of(owner)
    with nothing_changes(), pytest.raises(problems.TooManyFriends):
        follow(friend, code)


def test_who_has_all_friends_there_may_be_still_follows_that_of_a_friend(
    owner: Person, friend: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_friends(owner, friend)
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 1)
    assert follow(friend, code_of(owner)) == "Owner"


def test_wrong_codes_are_counted_for_the_address_and_right_ones_are_not(
    owner: Person, friend: Person, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "3/3600"}
    code = code_of(owner)
    for _ in range(5):
        follow(friend, code)
        with pytest.raises(problems.Yourself):
            follow(owner, code)
    for _ in range(3):
        with pytest.raises(problems.InvitationNotFound):
            follow(friend, "K7QM2XRD")
    for wrong_or_right in ("K7QM2XRD", code):
        with nothing_changes(), pytest.raises(problems.TooManyCodes) as refusal:
            follow(friend, wrong_or_right)
        assert refusal.value.retry_after == 3600


def test_who_is_deleted_makes_none(owner: Person) -> None:
    owner.delete("/me", {"confirm": True})
    with nothing_changes(), pytest.raises(NotFound):
        invite(player=owner.player)


# --- At once ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_two_devices_at_once_make_one(owner: Person) -> None:
    assert len(set(at_once([lambda: code_of(owner)] * 4))) == 1
    assert Invitation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_who_follows_it_on_two_devices_at_once_is_a_friend_once(
    owner: Person, friend: Person
) -> None:
    code = code_of(owner)
    assert at_once([lambda: follow(friend, code)] * 4) == ["Owner"] * 4
    assert pairs() == BOTH


def tried(call: Callable[[], object]) -> Callable[[], object]:
    def run() -> object:
        try:
            return call()
        except problems.InvitationNotFound as refusal:
            return type(refusal)

    return run


@pytest.mark.django_db(transaction=True)
def test_ending_it_against_following_it_is_one_or_the_other(owner: Person, friend: Person) -> None:
    code = code_of(owner)
    followed, _ = at_once(
        [tried(lambda: follow(friend, code)), lambda: end_invitation(player=owner.player)]
    )
    assert not Invitation.objects.exists()
    assert (followed, pairs()) in [("Owner", BOTH), (problems.InvitationNotFound, set())]
    with nothing_changes(), pytest.raises(problems.InvitationNotFound):
        follow(friend, code)


@pytest.mark.django_db(transaction=True)
def test_a_block_against_following_it_leaves_the_block_alone(owner: Person, friend: Person) -> None:
    code = code_of(owner)
    at_once(
        [
            tried(lambda: follow(friend, code)),
            lambda: block(player=owner.player, other_id=friend.player.pk),
        ]
    )
    assert (pairs(), blocked()) == (set(), {("Owner", "Friend")})
