"""The locks that no row stands for, and the one that whatever changes a player holds.

All of them last until the transaction ends. SQLite needs none of the first kind: a transaction of
this service takes its one write lock when it begins.
"""

from enum import IntEnum

from django.db import connection

from challenges.models import Player
from challenges.querysets import players
from config.errors import NotFound


class Lock(IntEnum):
    """Numbers of PostgreSQL's advisory locks, the same for all processes of a deployment."""

    CALENDAR = 7201
    """Which days are excused: read by whatever computes a streak, changed by an operator."""
    COUNTS = 7202
    """The folded counts of the boards: one at a time changes them."""


def take(lock: Lock) -> None:
    """Wait until nobody else holds it, shared or not."""
    _ask("SELECT pg_advisory_xact_lock(%s)", lock)


def share(lock: Lock) -> None:
    """Wait until nobody holds it for itself."""
    _ask("SELECT pg_advisory_xact_lock_shared(%s)", lock)


def try_to_take(lock: Lock) -> bool:
    """False, without waiting, where somebody else holds it."""
    return bool(_ask("SELECT pg_try_advisory_xact_lock(%s)", lock))


def _ask(statement: str, lock: Lock) -> object:
    if not connection.in_atomic_block:
        raise RuntimeError("A lock lasts as long as its transaction: begin one first.")
    if connection.vendor != "postgresql":
        return True
    with connection.cursor() as cursor:
        cursor.execute(statement, [lock.value])
        row = cursor.fetchone()
    return row[0] if row else None


def locked(player: Player) -> Player:
    """As the player is now. Raises NotFound where it was deleted meanwhile.

    The lock leaves the key alone: rows that point at the player can be stored meanwhile.
    """
    found = players().select_for_update(no_key=True).filter(pk=player.pk).first()
    if found is None:
        raise NotFound
    return found
