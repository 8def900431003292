"""The lock that whatever changes a player holds."""

from challenges.models import Player
from challenges.querysets import players
from config.errors import NotFound


def locked(player: Player) -> Player:
    """As the player is now. Raises NotFound where it was deleted meanwhile.

    The lock leaves the key alone: rows that point at the player can be stored meanwhile.
    """
    found = players().select_for_update(no_key=True).filter(pk=player.pk).first()
    if found is None:
        raise NotFound
    return found
