"""What friends do when challenges announces something, inside its transaction."""

from typing import Any

from django.dispatch import receiver

from challenges import signals
from challenges.models import Player
from friends.services.exports import exported_parts
from friends.services.friendships import check_not_blocked, forget_friends
from friends.services.invitations import end_invitation


@receiver(signals.player_visibility_changed, sender=Player)
def forget(player: Player, **kwargs: Any) -> None:
    """Challenges stay: they can be played without the name."""
    if player.deleted_at:
        forget_friends(player)
        end_invitation(player=player)


@receiver(signals.player_looked_up, sender=Player)
def hide_from_one_another(player: Player, reader: Player | None, **kwargs: Any) -> None:
    check_not_blocked(player=player, reader=reader)


@receiver(signals.player_exported, sender=Player)
def add_parts(player: Player, parts: dict[str, Any], **kwargs: Any) -> None:
    parts |= exported_parts(player)
