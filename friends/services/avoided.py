"""Whom others want nothing to do with, for operators.

What is counted are the newest blocks and the newest requests that were declined, so many of each:
what it costs does not grow with all that there ever were.
"""

import datetime
import uuid
from dataclasses import dataclass

from friends.querysets import blocks, requests

MOST_EXAMINED = 2000


@dataclass(slots=True)
class Avoided:
    player_id: uuid.UUID
    blocks: int = 0
    declined: int = 0
    """Requests of theirs."""
    last_blocked_at: datetime.datetime | None = None


def avoided_players() -> list[Avoided]:
    """Those blocked most often first, then those declined most often."""
    found: dict[uuid.UUID, Avoided] = {}
    newest = blocks().newest_first().values_list("blocked", "blocked_at")
    for player_id, moment in newest[:MOST_EXAMINED]:
        one = found.setdefault(player_id, Avoided(player_id))
        one.blocks += 1
        one.last_blocked_at = one.last_blocked_at or moment
    senders = requests().last_declined_first().values_list("sender", flat=True)
    for player_id in senders[:MOST_EXAMINED]:
        found.setdefault(player_id, Avoided(player_id)).declined += 1
    return sorted(found.values(), key=lambda one: (-one.blocks, -one.declined, one.player_id))
