"""Two players at once, locked, so that whatever changes between them comes one after the other."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from challenges.models import Player
from challenges.querysets import players
from config.errors import NotFound
from friends.querysets import blocks, friendships
from friends.services.problems import Yourself


@dataclass(frozen=True, slots=True)
class Pair:
    player: Player
    other: Player

    @property
    def are_friends(self) -> bool:
        return friendships().of(self.player).filter(friend=self.other).exists()

    @property
    def are_blocked(self) -> bool:
        """By either of them."""
        return blocks().between(self.player, self.other).exists()


@contextmanager
def locked_pair(player: Player, other_id: uuid.UUID) -> Iterator[Pair]:
    """A transaction with both locked. Raises Yourself or NotFound."""
    if player.pk == other_id:
        raise Yourself
    with transaction.atomic():
        # In the order of their ids, as everywhere.
        both = players().filter(pk__in=[player.pk, other_id]).order_by("pk")
        found = {one.pk: one for one in both.select_for_update(no_key=True)}
        if len(found) < len((player.pk, other_id)):
            raise NotFound
        yield Pair(found[player.pk], found[other_id])
