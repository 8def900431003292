"""What is left of a player's friends when the account is deleted, and what is told before.

And who of the two sides of a block finds the other: neither, on no door.
"""

import pytest
import time_machine

from friends.models import Attempt, Block, Challenge, FriendRequest, Friendship, Invitation
from friends.services.challenges import find_challenge, withdraw
from friends.services.codes import shown
from friends.services.friendships import ask, block, decline, take_back, unblock
from friends.services.invitations import invite
from tests.cast import NOON, NOWHERE, ONE_DAY, Caller, Person, make_person, ok, refused
from tests.challenges.web.visitors import Visitor
from tests.friends.people import make_friends
from tests.friends.table import ADDRESS, challenge_with, finish_solo, take, take_and_finish

pytestmark = pytest.mark.django_db

AT_NOON = "2026-12-01T12:00:00+00:00"


# --- Leaving ---------------------------------------------------------------------------------


def test_nothing_is_left_between_a_deleted_player_and_others(
    owner: Person, friend: Person, stranger: Person
) -> None:
    asked, asker, blocker, hidden = (make_person(f"Person {number}") for number in range(4))
    make_friends(owner, friend)
    make_friends(stranger, friend)
    ask(player=owner.player, other_id=asked.player.pk)
    ask(player=asker.player, other_id=owner.player.pk)
    decline(player=owner.player, other_id=asker.player.pk)
    ask(player=asker.player, other_id=stranger.player.pk)
    block(player=owner.player, other_id=hidden.player.pk)
    block(player=blocker.player, other_id=owner.player.pk)
    block(player=blocker.player, other_id=stranger.player.pk)
    invite(player=owner.player)
    kept = invite(player=friend.player)[0]

    owner.delete("/me", {"confirm": True})

    assert set(Friendship.objects.values_list("player__name", "friend__name")) == {
        ("Stranger", "Friend"),
        ("Friend", "Stranger"),
    }
    assert list(FriendRequest.objects.values_list("sender", "receiver")) == [
        (asker.player.pk, stranger.player.pk)
    ]
    assert list(Block.objects.values_list("player", "blocked")) == [
        (blocker.player.pk, stranger.player.pk)
    ]
    assert list(Invitation.objects.all()) == [kept]


def test_challenges_and_what_came_of_them_stay_without_the_name(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    take_and_finish(friend, challenge)
    before = [list(model.objects.values()) for model in (Challenge, Attempt)]

    owner.delete("/me", {"confirm": True})

    assert [list(model.objects.values()) for model in (Challenge, Attempt)] == before
    seen = find_challenge(code=challenge.code, reader=stranger.player, address=ADDRESS)
    assert seen.maker is None
    assert take(stranger, challenge).seed_label == challenge.game.seed_label


# --- Exporting -------------------------------------------------------------------------------


def test_who_has_none_of_it_is_told_so(owner: Person) -> None:
    assert ok(owner.get("/me/export"))["more"] == {
        "challenges": [],
        "challenges_taken": [],
        "friends": [],
        "friend_requests": [],
        "blocks": [],
        "invitation": None,
        "standings": [],
    }


def test_everything_held_is_exported(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    asked, hidden = make_person("Asked"), make_person("Hidden")
    make_friends(owner, friend)
    ask(player=owner.player, other_id=asked.player.pk)
    decline(player=asked.player, other_id=owner.player.pk)
    block(player=owner.player, other_id=hidden.player.pk)
    code = invite(player=owner.player)[0].code
    game = finish_solo(owner)
    made, others = challenge_with(owner, game), challenge_with(stranger, finish_solo(stranger))
    taken = take(owner, others)
    clock.move_to(NOON + ONE_DAY)
    withdraw(player=owner.player, code=made.code, address=ADDRESS)

    assert ok(owner.get("/me/export"))["more"] == {
        "challenges": [
            {
                "code": shown(made.code),
                "game": str(game.pk),
                "kind": "blind",
                "hints": False,
                "made_at": AT_NOON,
                "withdrawn_at": "2026-12-02T12:00:00+00:00",
            }
        ],
        "challenges_taken": [
            {"code": shown(others.code), "game": str(taken.pk), "accepted_at": AT_NOON}
        ],
        "friends": [{"player": str(friend.player.pk), "since": AT_NOON}],
        # As its sender sees it, who does not learn that it was declined.
        "friend_requests": [{"player": str(asked.player.pk), "sent_at": AT_NOON}],
        "blocks": [{"player": str(hidden.player.pk), "blocked_at": AT_NOON}],
        "invitation": shown(code),
        "standings": [],
    }


def test_what_others_did_to_a_player_is_not_exported(owner: Person, friend: Person) -> None:
    ask(player=owner.player, other_id=friend.player.pk)
    take_back(player=owner.player, other_id=friend.player.pk)
    ask(player=friend.player, other_id=owner.player.pk)
    block(player=friend.player, other_id=owner.player.pk)
    assert str(friend.player.pk) not in owner.get("/me/export").content.decode()


# --- Finding one another ---------------------------------------------------------------------


def statuses(reader: Person | None, other: Person) -> tuple[int, int]:
    """Of the API and of the page, about the other one."""
    caller = reader or Caller()
    page = Visitor(reader).open(f"/players/{other.player.pk}")
    return caller.get(f"/players/{other.player.pk}").status_code, page.status


def test_neither_side_of_a_block_finds_the_other_and_everybody_else_does(
    owner: Person, friend: Person, stranger: Person
) -> None:
    block(player=owner.player, other_id=friend.player.pk)
    assert statuses(owner, friend) == statuses(friend, owner) == (404, 404)
    for reader in (None, stranger):
        assert statuses(reader, owner) == statuses(reader, friend) == (200, 200)
    assert statuses(owner, owner) == statuses(friend, friend) == (200, 200)
    unblock(player=owner.player, other_id=friend.player.pk)
    assert statuses(owner, friend) == statuses(friend, owner) == (200, 200)


def test_who_is_blocked_is_answered_as_about_somebody_who_does_not_exist(
    owner: Person, friend: Person
) -> None:
    block(player=owner.player, other_id=friend.player.pk)
    for reader, other in ((owner, friend), (friend, owner)):
        answers = [reader.get(f"/players/{who}") for who in (other.player.pk, NOWHERE)]
        bodies = [refused(answer, 404, "not_found") for answer in answers]
        assert bodies[0] == bodies[1]
