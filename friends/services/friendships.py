"""Friends: asking, answering, ending it, and blocks.

Everything between two players happens under the locks on both, so a block is never crossed by a
request. Who is blocked by somebody finds them as little as somebody who does not exist.
"""

import datetime
import time
import uuid
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum

from challenges.models import Player
from challenges.services.limits import Limit, give_back, take
from config import clock
from config.errors import NotFound
from friends.models import Block, FriendRequest, Friendship
from friends.querysets import FriendshipQuerySet, blocks, friendships, requests
from friends.services import problems
from friends.services.pairs import Pair, locked_pair
from friends.services.records import Record, records_of

MOST_FRIENDS = 200
MOST_WAITING = 100
"""Requests that one player has sent, or got, without an answer."""
MOST_BLOCKS = 1000


class Relation(Enum):
    """What another player is to somebody."""

    NONE = "none"
    ASKED = "asked"
    """By the player, without an answer."""
    ASKS = "asks"
    """Waits for the player's answer."""
    FRIENDS = "friends"


# --- Reading ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Friend:
    player: Player
    record: Record
    since: datetime.datetime


def friends_of(player: Player) -> list[Friend]:
    """By name, with what came of the dice that both played."""
    found = _friends(player, friendships().of(player))
    return sorted(found, key=lambda friend: (friend.player.name.casefold(), friend.player.pk))


def friend_of(*, player: Player, other_id: uuid.UUID) -> Friend:
    """Raises NotFound where the two are no friends."""
    for friend in _friends(player, friendships().of(player).filter(friend=other_id)):
        return friend
    raise NotFound


def _friends(player: Player, query: FriendshipQuerySet) -> Iterable[Friend]:
    rows = query.select_related("friend")
    records = records_of(player, [row.friend_id for row in rows])
    return [Friend(row.friend, records[row.friend_id], row.since) for row in rows]


def requests_to(player: Player) -> list[Player]:
    """Those who wait for the player's answer, the longest first."""
    rows = requests().waiting_for(player).select_related("sender").order_by("sent_at", "sender")
    return [row.sender for row in rows]


def requests_of(player: Player) -> list[Player]:
    """Those whom the player asked, the longest ago first."""
    rows = requests().shown_to_sender(player).select_related("receiver")
    return [row.receiver for row in rows.order_by("sent_at", "receiver")]


def blocked_by(player: Player) -> list[Player]:
    rows = blocks().of(player).select_related("blocked").order_by("-blocked_at", "blocked")
    return [row.blocked for row in rows]


def relations_of(player: Player, others: Collection[uuid.UUID]) -> dict[uuid.UUID, Relation]:
    found = dict.fromkeys(others, Relation.NONE)
    asked = requests().shown_to_sender(player).filter(receiver__in=others)
    asking = requests().waiting_for(player).filter(sender__in=others)
    friends = friendships().of(player).filter(friend__in=others)
    found |= dict.fromkeys(asked.values_list("receiver", flat=True), Relation.ASKED)
    found |= dict.fromkeys(asking.values_list("sender", flat=True), Relation.ASKS)
    found |= dict.fromkeys(friends.values_list("friend", flat=True), Relation.FRIENDS)
    return found


# --- Becoming friends, and ending it ---------------------------------------------------------


def ask(*, player: Player, other_id: uuid.UUID) -> Relation:
    """Ask somebody to be friends; who has asked the player is their friend by it.

    A repeat changes nothing. Raises Yourself, NotFound, TooManyRequests, RequestsFull or
    TooManyFriends.
    """
    limit, moment = Limit.named("friend-requests-of-player"), time.time()
    if wait := take(limit, str(player.pk)):
        raise problems.TooManyRequests(wait)
    with locked_pair(player, other_id) as pair:
        relation, is_new = _ask(pair)
    if not is_new:
        give_back(limit, str(player.pk), counted_at=moment)
    return relation


def _ask(pair: Pair) -> tuple[Relation, bool]:
    """What the two are now, and if it counts as another request."""
    if pair.are_blocked:
        raise NotFound
    if pair.are_friends:
        return Relation.FRIENDS, False
    if requests().waiting().from_to(pair.other, pair.player).exists():
        befriend(pair)
        return Relation.FRIENDS, False
    return Relation.ASKED, _send_request(pair)


def _send_request(pair: Pair) -> bool:
    """False where the other one has it already, or has declined it.

    One that was taken back counts anew, declined or not: its sender must not see the difference.
    """
    earlier = requests().from_to(pair.player, pair.other).first()
    if earlier and earlier.withdrawn_at is None:
        return False
    sent = requests().shown_to_sender(pair.player).count()
    if sent >= MOST_WAITING or requests().waiting_for(pair.other).count() >= MOST_WAITING:
        raise problems.RequestsFull
    if earlier is None:
        FriendRequest.objects.create(sender=pair.player, receiver=pair.other, sent_at=clock.now())
        return True
    requests().filter(pk=earlier.pk).update(withdrawn_at=None, sent_at=clock.now())
    return True


def accept(*, player: Player, other_id: uuid.UUID) -> None:
    """Become friends with somebody who asked; a repeat changes nothing.

    Raises Yourself, NotFound, RequestNotFound or TooManyFriends.
    """
    with locked_pair(player, other_id) as pair:
        if pair.are_friends:
            return
        if not requests().waiting().from_to(pair.other, pair.player).exists():
            raise problems.RequestNotFound
        befriend(pair)


def befriend(pair: Pair) -> None:
    """Raises TooManyFriends."""
    for one in (pair.player, pair.other):
        if friendships().of(one).count() >= MOST_FRIENDS:
            raise problems.TooManyFriends(MOST_FRIENDS)
    requests().between(pair.player, pair.other).delete()
    moment = clock.now()
    Friendship.objects.bulk_create(
        [
            Friendship(player=pair.player, friend=pair.other, since=moment),
            Friendship(player=pair.other, friend=pair.player, since=moment),
        ]
    )


def take_back(*, player: Player, other_id: uuid.UUID) -> None:
    """The player's request; where there is none, nothing. Raises Yourself or NotFound."""
    with locked_pair(player, other_id) as pair:
        _take_back(pair)


def decline(*, player: Player, other_id: uuid.UUID) -> None:
    """The other's request, for good; where none waits, nothing. Raises Yourself or NotFound."""
    with locked_pair(player, other_id) as pair:
        _decline(pair)


def drop_request(*, player: Player, other_id: uuid.UUID) -> None:
    """Take back the player's request, and decline the other's. Raises Yourself or NotFound."""
    with locked_pair(player, other_id) as pair:
        _take_back(pair)
        _decline(pair)


def _take_back(pair: Pair) -> None:
    sent = requests().from_to(pair.player, pair.other)
    sent.filter(withdrawn_at__isnull=True).update(withdrawn_at=clock.now())


def _decline(pair: Pair) -> None:
    got = requests().waiting().from_to(pair.other, pair.player)
    got.update(declined_at=clock.now())


def unfriend(*, player: Player, other_id: uuid.UUID) -> None:
    """For both. Raises Yourself or NotFound."""
    with locked_pair(player, other_id) as pair:
        friendships().between(pair.player, pair.other).delete()


# --- Blocks ----------------------------------------------------------------------------------


def block(*, player: Player, other_id: uuid.UUID) -> bool:
    """End everything between the two and let nothing begin; if it was not so yet.

    Raises Yourself, NotFound or TooManyBlocks.
    """
    with locked_pair(player, other_id) as pair:
        if blocks().of(pair.player).filter(blocked=pair.other).exists():
            return False
        if blocks().of(pair.player).count() >= MOST_BLOCKS:
            raise problems.TooManyBlocks(MOST_BLOCKS)
        friendships().between(pair.player, pair.other).delete()
        _end_requests(pair)
        Block.objects.create(player=pair.player, blocked=pair.other, blocked_at=clock.now())
    return True


def _end_requests(pair: Pair) -> None:
    """Of both. What the other one declined stays declined, or a short block would make it heard."""
    requests().from_to(pair.other, pair.player).delete()
    sent = requests().from_to(pair.player, pair.other)
    sent.filter(declined_at__isnull=True).delete()
    sent.filter(withdrawn_at__isnull=True).update(withdrawn_at=clock.now())


def unblock(*, player: Player, other_id: uuid.UUID) -> None:
    """Raises Yourself or NotFound."""
    with locked_pair(player, other_id) as pair:
        blocks().of(pair.player).filter(blocked=pair.other).delete()


def check_not_blocked(*, player: Player, reader: Player | None) -> None:
    """Raises NotFound where one of them blocked the other; nobody can block themselves."""
    if reader not in (None, player) and blocks().between(reader, player).exists():
        raise NotFound


def forget_friends(player: Player) -> None:
    """Of a player who is deleted, under the player's lock."""
    for rows in (
        friendships().filter(player=player),
        friendships().filter(friend=player),
        requests().filter(sender=player),
        requests().filter(receiver=player),
        blocks().filter(player=player),
        blocks().filter(blocked=player),
    ):
        rows.delete()
