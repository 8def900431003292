"""Taking a challenge against whatever else may happen to it, to its maker and to who takes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import time_machine

from challenges.models import Day, Game
from challenges.services.accounts.deletion import delete_account
from config.errors import NotFound, Problem
from friends.models import Attempt, Challenge
from friends.services import friendships, problems
from friends.services.friendships import block
from friends.services.invitations import accept_invitation, invite
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, Person, at_once, make_person
from tests.friends.people import pairs
from tests.friends.table import ADDRESS, challenge_with, finish_daily, finish_solo, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def solo(owner: Person) -> Challenge:
    return challenge_with(owner, finish_solo(owner))


def tried(call: Callable[[], object]) -> Callable[[], object]:
    """What came of a call: its refusal as a value."""

    def run() -> object:
        try:
            return call()
        except Problem as refusal:
            return type(refusal)

    return run


def of(person: Person) -> list[Game]:
    return list(Game.objects.filter(player=person.player))


def delete(person: Person) -> None:
    delete_account(player=person.now(), password=None, confirm=True, device=None)


def test_against_a_block_it_is_taken_whole_or_not_at_all(
    owner: Person, friend: Person, solo: Challenge
) -> None:
    *taken, _ = at_once(
        [
            *[tried(lambda: take(friend, solo))] * 2,
            lambda: block(player=owner.player, other_id=friend.player.pk),
        ]
    )
    games = [game for game in taken if isinstance(game, Game)]
    assert {one for one in taken if one not in games} <= {problems.ChallengeNotFound}
    assert of(friend) == games[:1] == [each.game for each in Attempt.objects.all()]
    assert tried(lambda: take(friend, solo))() is problems.ChallengeNotFound


def test_against_the_deletion_of_who_takes_it_it_is_taken_whole_or_not_at_all(
    friend: Person, solo: Challenge
) -> None:
    taken, _ = at_once([tried(lambda: take(friend, solo)), lambda: delete(friend)])
    if isinstance(taken, Game):
        assert of(friend) == [taken] == [each.game for each in Attempt.objects.all()]
    else:
        assert taken is NotFound
        assert (of(friend), Attempt.objects.count()) == ([], 0)


def test_against_the_deletion_of_its_maker_it_is_taken(
    owner: Person, friend: Person, solo: Challenge
) -> None:
    taken, _ = at_once([lambda: take(friend, solo), lambda: delete(owner)])
    assert of(friend) == [taken]
    assert take(friend, solo) == taken


def test_against_the_closing_of_its_day_one_unranked_game_is_started(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    expired = take(friend, challenge)
    clock.move_to(CLOSES)
    *taken, _ = at_once([*[lambda: take(friend, challenge)] * 3, close_due_days])
    assert len(set(taken)) == 1
    assert sorted((game.mode, game.status) for game in of(friend)) == [
        ("daily", "expired"),
        ("friend", "playing"),
    ]
    assert Attempt.objects.get().game != expired


def test_of_all_who_follow_an_invitation_at_once_as_many_are_friends_as_there_may_be(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(friendships, "MOST_FRIENDS", 2)
    code = invite(player=owner.player)[0].code
    guests = [make_person(f"Guest {number}") for number in range(5)]

    def follow(guest: Person) -> Callable[[], object]:
        return tried(lambda: accept_invitation(player=guest.player, code=code, address=ADDRESS).pk)

    found = at_once([follow(guest) for guest in guests])
    assert sorted(map(str, found)) == sorted(
        map(str, [owner.player.pk] * 2 + [problems.TooManyFriends] * 3)
    )
    assert len(pairs()) == 4
