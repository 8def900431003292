"""Records: how two players did against one another."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass

from challenges.models import Player
from friends.querysets import meetings


@dataclass(frozen=True, slots=True)
class Record:
    """How often a player and a friend finished the same dice, one challenged by the other."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.tied + self.lost


def records_of(player: Player, others: Collection[uuid.UUID]) -> dict[uuid.UUID, Record]:
    """With each of the others, as the player sees it."""
    met = {other: [0, 0, 0] for other in others}
    for other, own, others_total in meetings(player, others):
        met[other][(own == others_total) + 2 * (own < others_total)] += 1
    return {other: Record(*counts) for other, counts in met.items()}
