"""What is read of challenges and friends, as chainable querysets."""

import uuid
from collections.abc import Collection
from typing import Any, TypeVar

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from challenges.models import Game, Player
from challenges.querysets import GameQuerySet, NewestFirst
from friends.models import Attempt, Block, Challenge, FriendRequest, Friendship, Invitation

Rows = TypeVar("Rows", bound=QuerySet[Any])


class ChallengeQuerySet(NewestFirst[Challenge]):
    time, key = "made_at", "code"

    def with_game(self) -> "ChallengeQuerySet":
        return self.select_related("game__day", "maker")

    def open(self) -> "ChallengeQuerySet":
        """Those that somebody new may still take."""
        return self.filter(withdrawn_at__isnull=True)

    def of(self, maker: Player) -> "ChallengeQuerySet":
        return self.filter(maker=maker)

    def counted(self) -> "ChallengeQuerySet":
        """With how often each was `taken`, and `finished` by who took it."""
        of_each = attempts().filter(challenge=OuterRef("pk")).order_by()
        return self.annotate(taken=_number_of(of_each), finished=_number_of(of_each.finished()))

    def visible_to(self, reader: Player | None) -> "ChallengeQuerySet":
        """Those that are open; withdrawn ones for who made or took them; blocked ones for nobody.

        All by one query, so that what is not visible costs the same, whyever it is not.
        """
        if reader is None:
            return self.open()
        is_taken = Exists(Attempt.objects.filter(challenge=OuterRef("pk"), player=reader))
        visible = self.filter(Q(withdrawn_at__isnull=True) | Q(maker=reader) | is_taken)
        return _without_blocks(visible, reader, "maker")


class AttemptQuerySet(NewestFirst[Attempt]):
    time, key = "accepted_at", "challenge_id"

    def of(self, player: Player) -> "AttemptQuerySet":
        return self.filter(player=player)

    def with_game(self) -> "AttemptQuerySet":
        return self.select_related("game__day")

    def with_challenge(self) -> "AttemptQuerySet":
        return self.select_related("game__day", "challenge__game__day", "challenge__maker")

    def not_blocked_for(self, reader: Player) -> "AttemptQuerySet":
        return _without_blocks(self, reader, "challenge__maker")

    def of_others_not_blocked_for(self, maker: Player) -> "AttemptQuerySet":
        return _without_blocks(self, maker, "player")

    def finished(self) -> "AttemptQuerySet":
        return self.filter(game__status=Game.Status.FINISHED)


class FriendshipQuerySet(QuerySet[Friendship]):
    def of(self, player: Player) -> "FriendshipQuerySet":
        return self.filter(player=player)

    def between(self, player: Player, other: Player) -> "FriendshipQuerySet":
        """Both rows of the pair."""
        return self.filter(Q(player=player, friend=other) | Q(player=other, friend=player))


class FriendRequestQuerySet(QuerySet[FriendRequest]):
    def from_to(self, sender: Player, receiver: Player) -> "FriendRequestQuerySet":
        return self.filter(sender=sender, receiver=receiver)

    def between(self, player: Player, other: Player) -> "FriendRequestQuerySet":
        return self.filter(Q(sender=player, receiver=other) | Q(sender=other, receiver=player))

    def shown_to_sender(self, sender: Player) -> "FriendRequestQuerySet":
        """One that was declined looks like one that waits."""
        return self.filter(sender=sender, withdrawn_at__isnull=True)

    def waiting_for(self, receiver: Player) -> "FriendRequestQuerySet":
        return self.waiting().filter(receiver=receiver)

    def waiting(self) -> "FriendRequestQuerySet":
        return self.filter(declined_at__isnull=True, withdrawn_at__isnull=True)

    def last_declined_first(self) -> "FriendRequestQuerySet":
        """Served by the index `declined_request_by_time`."""
        return self.filter(declined_at__isnull=False).order_by("-declined_at")


class BlockQuerySet(QuerySet[Block]):
    def of(self, player: Player) -> "BlockQuerySet":
        return self.filter(player=player)

    def between(self, player: Player, other: Player) -> "BlockQuerySet":
        """Whoever of the two blocked the other."""
        return self.filter(Q(player=player, blocked=other) | Q(player=other, blocked=player))

    def newest_first(self) -> "BlockQuerySet":
        """Served by the index `block_by_time`."""
        return self.order_by("-blocked_at")


class InvitationQuerySet(QuerySet[Invitation]):
    def visible_to(self, reader: Player | None) -> "InvitationQuerySet":
        """By one query, so that one that is blocked costs what one costs that is not there."""
        return _without_blocks(self, reader, "player") if reader else self


def challenges() -> ChallengeQuerySet:
    return ChallengeQuerySet(Challenge)


def attempts() -> AttemptQuerySet:
    return AttemptQuerySet(Attempt)


def friendships() -> FriendshipQuerySet:
    return FriendshipQuerySet(Friendship)


def requests() -> FriendRequestQuerySet:
    return FriendRequestQuerySet(FriendRequest)


def blocks() -> BlockQuerySet:
    return BlockQuerySet(Block)


def _number_of(of_each: AttemptQuerySet) -> Coalesce:
    counted = of_each.values("challenge").annotate(count=Count("game")).values("count")
    return Coalesce(Subquery(counted), 0)


def invitations() -> InvitationQuerySet:
    return InvitationQuerySet(Invitation).select_related("player")


def not_blocked_for(reader: Player, query: GameQuerySet) -> GameQuerySet:
    """Games without those of players who blocked the reader or are blocked by them."""
    return _without_blocks(query, reader, "player")


def _without_blocks(query: Rows, reader: Player, field: str) -> Rows:
    """The reader's blocks are read once, however many rows there are to be held against them."""
    own = blocks().filter(player=reader).values("blocked")
    others = blocks().filter(blocked=reader).values("player")
    return query.exclude(**{f"{field}__in": own}).exclude(**{f"{field}__in": others})


def meetings(player: Player, others: Collection[uuid.UUID]) -> list[tuple[uuid.UUID, int, int]]:
    """Whom the player met on the same dice, with both totals: theirs first, then the other's.

    A pair of games is one meeting, however many challenges lead from one to the other.
    """
    finished = attempts().finished()
    taken = (
        finished.of(player)
        .filter(challenge__maker__in=others)
        .annotate(
            other=F("challenge__maker"),
            own_game=F("game"),
            other_game=F("challenge__game"),
            own_total=F("game__total"),
            other_total=F("challenge__game__total"),
        )
    )
    given = finished.filter(challenge__maker=player, player__in=others).annotate(
        other=F("player"),
        own_game=F("challenge__game"),
        other_game=F("game"),
        own_total=F("challenge__game__total"),
        other_total=F("game__total"),
    )
    names = ("other", "own_game", "other_game", "own_total", "other_total")
    found = {row for query in (taken, given) for row in query.values_list(*names)}
    return [(other, own, others_total) for other, _, _, own, others_total in found]
