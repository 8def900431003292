"""Becoming friends, staying it, and blocks; whatever two do at once."""

import uuid
from collections.abc import Callable

import pytest
import time_machine
from pytest_django import Settings

from config.errors import NotFound
from friends.models import FriendRequest, Friendship
from friends.services import friendships, problems
from friends.services.friendships import (
    Relation,
    accept,
    ask,
    block,
    blocked_by,
    decline,
    drop_request,
    friends_of,
    requests_of,
    requests_to,
    take_back,
    unblock,
    unfriend,
)
from friends.services.records import Record
from tests.cast import NOON, NOWHERE, ONE_DAY, Person, at_once, make_person, nothing_changes
from tests.friends.people import (
    all_ask,
    ask_all,
    befriend_all,
    block_all,
    blocked,
    crowd,
    make_friends,
    pairs,
    relation,
    waiting,
)
from tests.friends.table import challenge_with, finish_solo, take_and_finish

pytestmark = pytest.mark.django_db

BOTH = {("Owner", "Friend"), ("Friend", "Owner")}


def asks(person: Person, other: Person) -> Relation:
    return ask(player=person.now(), other_id=other.player.pk)


# --- Asking and accepting --------------------------------------------------------------------


def test_a_request_waits_for_who_was_asked(owner: Person, friend: Person) -> None:
    assert asks(owner, friend) is Relation.ASKED
    assert (waiting(), pairs()) == ({("Owner", "Friend")}, set())
    assert (relation(owner, friend), relation(friend, owner)) == (Relation.ASKED, Relation.ASKS)
    assert requests_of(owner.player) == [friend.player]
    assert requests_to(friend.player) == [owner.player]


def test_who_was_asked_accepts_and_both_are_friends(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    asks(owner, friend)
    clock.move_to(NOON + ONE_DAY)
    accept(player=friend.player, other_id=owner.player.pk)
    assert pairs() == BOTH
    assert set(Friendship.objects.values_list("since", flat=True)) == {NOON + ONE_DAY}
    assert not FriendRequest.objects.exists()
    assert (relation(owner, friend), relation(friend, owner)) == (Relation.FRIENDS,) * 2


def test_accepting_or_asking_again_changes_nothing(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    with nothing_changes():
        assert asks(owner, friend) is Relation.ASKED
    accept(player=friend.player, other_id=owner.player.pk)
    with nothing_changes():
        accept(player=friend.player, other_id=owner.player.pk)
        accept(player=owner.player, other_id=friend.player.pk)
        assert asks(friend, owner) is Relation.FRIENDS


def test_two_who_ask_each_other_are_friends(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    assert asks(friend, owner) is Relation.FRIENDS
    assert (pairs(), waiting()) == (BOTH, set())


@pytest.mark.parametrize(
    "call", [ask, accept, decline, take_back, drop_request, unfriend, block, unblock]
)
def test_nobody_does_it_with_themselves_or_with_nobody(
    owner: Person, call: Callable[..., object]
) -> None:
    with nothing_changes(), pytest.raises(problems.Yourself):
        call(player=owner.player, other_id=owner.player.pk)
    with nothing_changes(), pytest.raises(NotFound):
        call(player=owner.player, other_id=uuid.UUID(NOWHERE))


def test_a_request_that_was_not_sent_cannot_be_accepted(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    with nothing_changes(), pytest.raises(problems.RequestNotFound):
        accept(player=owner.player, other_id=friend.player.pk)


# --- Declining and taking back ---------------------------------------------------------------


def test_who_was_declined_does_not_learn_it_and_is_not_heard_again(
    owner: Person, friend: Person
) -> None:
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    assert requests_of(owner.player) == [friend.player]
    assert relation(owner, friend) is Relation.ASKED
    for _ in range(2):
        take_back(player=owner.player, other_id=friend.player.pk)
        assert requests_of(owner.player) == []
        assert asks(owner, friend) is Relation.ASKED
        assert requests_of(owner.player) == [friend.player]
        assert (requests_to(friend.player), waiting()) == ([], set())
        assert relation(friend, owner) is Relation.NONE


def test_a_request_that_was_declined_cannot_be_accepted(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    with nothing_changes(), pytest.raises(problems.RequestNotFound):
        accept(player=friend.player, other_id=owner.player.pk)


def test_who_declined_may_ask_later(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    assert asks(friend, owner) is Relation.ASKED
    assert requests_to(owner.player) == [friend.player]
    accept(player=owner.player, other_id=friend.player.pk)
    assert (pairs(), FriendRequest.objects.count()) == (BOTH, 0)


def test_what_is_taken_back_no_longer_waits_and_may_be_asked_again(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    asks(owner, friend)
    take_back(player=owner.player, other_id=friend.player.pk)
    assert (waiting(), requests_of(owner.player)) == (set(), [])
    with pytest.raises(problems.RequestNotFound):
        accept(player=friend.player, other_id=owner.player.pk)
    clock.move_to(NOON + ONE_DAY)
    asks(owner, friend)
    assert waiting() == {("Owner", "Friend")}
    assert FriendRequest.objects.get().sent_at == NOON + ONE_DAY


def test_taking_back_leaves_the_others_request_and_declining_leaves_the_own(
    owner: Person, friend: Person, stranger: Person
) -> None:
    """Both are there when a request was declined, and who declined asks later."""
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    asks(friend, owner)
    take_back(player=owner.player, other_id=friend.player.pk)
    assert waiting() == {("Friend", "Owner")}
    asks(stranger, owner)
    decline(player=owner.player, other_id=stranger.player.pk)
    with nothing_changes():
        decline(player=stranger.player, other_id=owner.player.pk)
    assert requests_of(stranger.player) == [owner.player]


def test_dropping_does_both(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    drop_request(player=friend.player, other_id=owner.player.pk)
    assert FriendRequest.objects.get().declined_at == NOON
    drop_request(player=owner.player, other_id=friend.player.pk)
    assert FriendRequest.objects.get().withdrawn_at == NOON


@pytest.mark.parametrize("call", [decline, take_back, drop_request, unfriend, unblock])
def test_where_there_is_nothing_to_end_nothing_changes(
    owner: Person, friend: Person, call: Callable[..., object]
) -> None:
    with nothing_changes():
        call(player=owner.player, other_id=friend.player.pk)


def test_a_repeat_keeps_the_time_of_the_first(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    take_back(player=owner.player, other_id=friend.player.pk)
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        decline(player=friend.player, other_id=owner.player.pk)
        take_back(player=owner.player, other_id=friend.player.pk)


# --- Friends ---------------------------------------------------------------------------------


def test_friends_stand_by_name_with_what_came_of_the_same_dice(
    owner: Person, friend: Person, stranger: Person
) -> None:
    anna = make_person("anna")
    for other in (stranger, friend, anna):
        make_friends(owner, other)
    # All three throw the same and write the same.
    take_and_finish(friend, challenge_with(owner, finish_solo(owner)))
    found = [(one.player.name, one.record) for one in friends_of(owner.player)]
    tied = Record(won=0, tied=1, lost=0)
    assert found == [("anna", Record()), ("Friend", tied), ("Stranger", Record())]


def test_a_friendship_ends_for_both_and_may_begin_again(owner: Person, friend: Person) -> None:
    make_friends(owner, friend)
    unfriend(player=friend.player, other_id=owner.player.pk)
    assert pairs() == set()
    with nothing_changes():
        unfriend(player=owner.player, other_id=friend.player.pk)
    make_friends(friend, owner)
    assert pairs() == BOTH


# --- Most of each ----------------------------------------------------------------------------


def test_nobody_has_more_friends_than_the_most(
    owner: Person, friend: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 3)
    befriend_all(owner, crowd(2))
    asks(stranger, owner)
    asks(owner, friend)
    accept(player=owner.player, other_id=stranger.player.pk)
    for call in (ask, accept):
        with nothing_changes(), pytest.raises(problems.TooManyFriends) as refusal:
            call(player=friend.player, other_id=owner.player.pk)
        assert refusal.value.detail == "Nobody has more than 3 friends here."
    unfriend(player=owner.player, other_id=stranger.player.pk)
    accept(player=friend.player, other_id=owner.player.pk)
    assert pairs() >= BOTH


def test_the_most_of_each() -> None:
    most = (friendships.MOST_FRIENDS, friendships.MOST_WAITING, friendships.MOST_BLOCKS)
    assert most == (200, 100, 1000)


def test_nobody_has_more_requests_out_than_the_most(owner: Person, friend: Person) -> None:
    ask_all(owner, crowd(99))
    assert asks(owner, friend) is Relation.ASKED
    another = make_person("Another")
    with nothing_changes(), pytest.raises(problems.RequestsFull):
        asks(owner, another)
    with nothing_changes():
        assert asks(owner, friend) is Relation.ASKED
    take_back(player=owner.player, other_id=friend.player.pk)
    assert asks(owner, another) is Relation.ASKED


def test_requests_that_were_declined_count_as_out_so_that_nobody_learns_it(
    owner: Person, friend: Person
) -> None:
    ask_all(owner, crowd(100))
    FriendRequest.objects.update(declined_at=NOON)
    with nothing_changes(), pytest.raises(problems.RequestsFull):
        asks(owner, friend)


def test_nobody_has_more_requests_waiting_than_the_most(owner: Person, friend: Person) -> None:
    askers = crowd(100)
    all_ask(askers, owner)
    with nothing_changes(), pytest.raises(problems.RequestsFull):
        asks(friend, owner)
    decline(player=owner.player, other_id=askers[0].pk)
    assert asks(friend, owner) is Relation.ASKED


def test_nobody_blocks_more_than_the_most(owner: Person, friend: Person) -> None:
    others = crowd(1000)
    block_all(owner, others)
    with nothing_changes(), pytest.raises(problems.TooManyBlocks) as refusal:
        block(player=owner.player, other_id=friend.player.pk)
    assert refusal.value.detail == "Nobody can block more than 1000 players."
    with nothing_changes():
        assert block(player=owner.player, other_id=others[0].pk) is False
    unblock(player=owner.player, other_id=others[0].pk)
    assert block(player=owner.player, other_id=friend.player.pk) is True


def test_who_asks_very_many_has_to_wait(
    owner: Person, friend: Person, settings: Settings, clock: time_machine.Traveller
) -> None:
    settings.LIMITS = {**settings.LIMITS, "friend-requests-of-player": "2/3600"}
    others = [make_person(f"Number {number}") for number in range(3)]
    for _ in range(3):
        asks(owner, others[0])  # what nobody hears of is not counted
    asks(owner, others[1])
    with nothing_changes(), pytest.raises(problems.TooManyRequests) as refusal:
        asks(owner, others[2])
    assert refusal.value.retry_after == 3600
    assert asks(friend, others[2]) is Relation.ASKED
    clock.move_to(NOON + ONE_DAY)
    assert asks(owner, others[2]) is Relation.ASKED


@pytest.mark.parametrize("is_declined", [True, False])
def test_what_is_taken_back_and_sent_again_counts_whether_it_was_declined_or_not(
    owner: Person, friend: Person, settings: Settings, is_declined: bool
) -> None:
    """Else who asks again until they have to wait learns which it was."""
    settings.LIMITS = {**settings.LIMITS, "friend-requests-of-player": "2/3600"}
    asks(owner, friend)
    if is_declined:
        decline(player=friend.player, other_id=owner.player.pk)
    take_back(player=owner.player, other_id=friend.player.pk)
    asks(owner, friend)
    take_back(player=owner.player, other_id=friend.player.pk)
    with nothing_changes(), pytest.raises(problems.TooManyRequests):
        asks(owner, friend)


# --- Blocks ----------------------------------------------------------------------------------


def test_a_block_ends_everything_between_the_two(
    owner: Person, friend: Person, stranger: Person
) -> None:
    make_friends(owner, friend)
    asks(owner, stranger)
    assert block(player=owner.player, other_id=friend.player.pk) is True
    assert block(player=owner.player, other_id=stranger.player.pk) is True
    assert (pairs(), waiting(), FriendRequest.objects.count()) == (set(), set(), 0)
    assert blocked() == {("Owner", "Friend"), ("Owner", "Stranger")}
    assert {one.name for one in blocked_by(owner.player)} == {"Friend", "Stranger"}
    assert blocked_by(friend.player) == []


def test_a_repeat_of_a_block_keeps_the_time_of_the_first(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    block(player=owner.player, other_id=friend.player.pk)
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        assert block(player=owner.player, other_id=friend.player.pk) is False


@pytest.mark.parametrize("is_blocker", [True, False])
def test_neither_side_of_a_block_asks_the_other(
    owner: Person, friend: Person, is_blocker: bool
) -> None:
    block(player=owner.player, other_id=friend.player.pk)
    one, other = (owner, friend) if is_blocker else (friend, owner)
    with nothing_changes():
        with pytest.raises(NotFound):
            asks(one, other)
        with pytest.raises(problems.RequestNotFound):
            accept(player=one.player, other_id=other.player.pk)


def test_each_ends_their_own_block(owner: Person, friend: Person) -> None:
    block(player=owner.player, other_id=friend.player.pk)
    block(player=friend.player, other_id=owner.player.pk)
    unblock(player=owner.player, other_id=friend.player.pk)
    assert blocked() == {("Friend", "Owner")}
    with nothing_changes(), pytest.raises(NotFound):
        asks(owner, friend)
    unblock(player=friend.player, other_id=owner.player.pk)
    assert asks(owner, friend) is Relation.ASKED


def test_who_was_declined_and_blocked_may_ask_once_more_after_the_block(
    owner: Person, friend: Person
) -> None:
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    block(player=friend.player, other_id=owner.player.pk)
    unblock(player=friend.player, other_id=owner.player.pk)
    asks(owner, friend)
    assert waiting() == {("Owner", "Friend")}


@pytest.mark.parametrize("is_taken_back", [True, False])
def test_who_was_declined_is_not_heard_again_by_blocking_for_a_moment(
    owner: Person, friend: Person, is_taken_back: bool
) -> None:
    asks(owner, friend)
    decline(player=friend.player, other_id=owner.player.pk)
    if is_taken_back:
        take_back(player=owner.player, other_id=friend.player.pk)
    block(player=owner.player, other_id=friend.player.pk)
    assert (requests_of(owner.player), relation(owner, friend)) == ([], Relation.NONE)
    unblock(player=owner.player, other_id=friend.player.pk)
    assert (requests_of(owner.player), relation(owner, friend)) == ([], Relation.NONE)
    assert asks(owner, friend) is Relation.ASKED
    assert requests_of(owner.player) == [friend.player]
    assert (requests_to(friend.player), waiting()) == ([], set())


# --- At once ---------------------------------------------------------------------------------


def tried(call: Callable[[], object]) -> Callable[[], object]:
    """What came of a call: its refusal as a value."""

    def run() -> object:
        try:
            return call()
        except (problems.RequestNotFound, NotFound) as refusal:
            return type(refusal)

    return run


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_once_are_friends_once(owner: Person, friend: Person) -> None:
    calls = [lambda: asks(owner, friend), lambda: asks(friend, owner)]
    found = at_once(calls * 3)
    assert found.count(Relation.ASKED) >= 1
    assert Relation.FRIENDS in found
    assert (pairs(), FriendRequest.objects.count()) == (BOTH, 0)


@pytest.mark.django_db(transaction=True)
def test_one_who_asks_on_many_devices_at_once_asks_once(owner: Person, friend: Person) -> None:
    assert at_once([lambda: asks(owner, friend)] * 4) == [Relation.ASKED] * 4
    assert waiting() == {("Owner", "Friend")}


@pytest.mark.django_db(transaction=True)
def test_a_block_against_accepting_leaves_the_block_alone(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    at_once(
        [
            tried(lambda: accept(player=friend.player, other_id=owner.player.pk)),
            tried(lambda: block(player=owner.player, other_id=friend.player.pk)),
        ]
    )
    assert (pairs(), waiting(), blocked()) == (set(), set(), {("Owner", "Friend")})


@pytest.mark.django_db(transaction=True)
def test_a_block_against_asking_leaves_the_block_alone(owner: Person, friend: Person) -> None:
    at_once(
        [
            tried(lambda: asks(friend, owner)),
            tried(lambda: block(player=owner.player, other_id=friend.player.pk)),
            tried(lambda: block(player=friend.player, other_id=owner.player.pk)),
        ]
    )
    assert (pairs(), FriendRequest.objects.count()) == (set(), 0)
    assert blocked() == BOTH


@pytest.mark.django_db(transaction=True)
def test_taking_back_against_accepting_is_one_or_the_other(owner: Person, friend: Person) -> None:
    asks(owner, friend)
    accepted, _ = at_once(
        [
            tried(lambda: accept(player=friend.player, other_id=owner.player.pk)),
            tried(lambda: take_back(player=owner.player, other_id=friend.player.pk)),
        ]
    )
    if accepted is problems.RequestNotFound:
        assert (pairs(), requests_of(owner.player)) == (set(), [])
    else:
        assert (pairs(), FriendRequest.objects.count()) == (BOTH, 0)


@pytest.mark.django_db(transaction=True)
def test_the_last_place_among_friends_goes_to_one(
    owner: Person, friend: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 1)
    asks(friend, owner)
    asks(stranger, owner)

    def accepts(other: Person) -> Callable[[], object]:
        def call() -> object:
            try:
                return accept(player=owner.player, other_id=other.player.pk)
            except problems.TooManyFriends as refusal:
                return type(refusal)

        return call

    found = at_once([accepts(friend), accepts(stranger)])
    assert sorted(map(str, found)) == sorted(map(str, [None, problems.TooManyFriends]))
    assert Friendship.objects.count() == 2
