"""What players are to one another, as the database has it, and crowds of them."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from challenges.models import Player
from friends.models import Block, FriendRequest, Friendship
from friends.services.friendships import Relation, accept, ask, relations_of
from tests.cast import NOON, Person


def make_friends(one: Person, other: Person) -> None:
    ask(player=one.now(), other_id=other.player.pk)
    accept(player=other.now(), other_id=one.player.pk)


def relation(person: Person, other: Person) -> Relation:
    """What the other one is to the person."""
    return relations_of(person.player, [other.player.pk])[other.player.pk]


def pairs() -> set[tuple[str, str]]:
    return set(Friendship.objects.values_list("player__name", "friend__name"))


def waiting() -> set[tuple[str, str]]:
    """Requests as those who got them see them."""
    found = FriendRequest.objects.filter(declined_at=None, withdrawn_at=None)
    return set(found.values_list("sender__name", "receiver__name"))


def blocked() -> set[tuple[str, str]]:
    return set(Block.objects.values_list("player__name", "blocked__name"))


def crowd(count: int, name: str = "Somebody") -> list[Player]:
    return Player.objects.bulk_create(
        Player(name=f"{name} {number}", joined_at=NOON) for number in range(count)
    )


def befriend_all(person: Person, others: Iterable[Player]) -> None:
    Friendship.objects.bulk_create(
        Friendship(player_id=one, friend_id=two, since=NOON)
        for other in others
        for one, two in both_ways(person.player.pk, other.pk)
    )


def both_ways(one: uuid.UUID, two: uuid.UUID) -> list[tuple[uuid.UUID, uuid.UUID]]:
    return [(one, two), (two, one)]


def all_ask(others: Iterable[Player], person: Person) -> None:
    FriendRequest.objects.bulk_create(
        FriendRequest(sender=other, receiver=person.player, sent_at=NOON) for other in others
    )


def ask_all(person: Person, others: Iterable[Player]) -> None:
    FriendRequest.objects.bulk_create(
        FriendRequest(sender=person.player, receiver=other, sent_at=NOON) for other in others
    )


def block_all(person: Person, others: Iterable[Player]) -> None:
    Block.objects.bulk_create(
        Block(player=person.player, blocked=other, blocked_at=NOON) for other in others
    )


def all_block(others: Iterable[Player], person: Person) -> None:
    Block.objects.bulk_create(
        Block(player=other, blocked=person.player, blocked_at=NOON) for other in others
    )
