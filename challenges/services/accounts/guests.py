"""What is left behind where a guest's device signs in or out: nothing is merged or lost unasked."""

from dataclasses import dataclass

from django.db.models import Count, Q

from challenges.models import Game, Player
from challenges.querysets import games
from challenges.services.problems import GuestLeftBehind


@dataclass(frozen=True, slots=True)
class LeftBehind:
    player: Player
    games: int
    ranked_games: int


def left_behind(player: Player | None) -> LeftBehind | None:
    """What a guest with games would lose from this device; None for all others."""
    if player is None or not player.is_guest:
        return None
    ranked = Count("pk", filter=Q(mode=Game.Mode.DAILY))
    counted = games().of(player).order_by().aggregate(games=Count("pk"), ranked_games=ranked)
    return LeftBehind(player, **counted) if counted["games"] else None


def check_may_leave(player: Player | None) -> None:
    """Raises GuestLeftBehind."""
    if found := left_behind(player):
        raise GuestLeftBehind(found)
