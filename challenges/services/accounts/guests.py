"""What is left behind where a guest's device signs in or out: nothing is merged or lost unasked."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from challenges.models import Game, Player
from challenges.querysets import games
from config.errors import Problem


@dataclass(frozen=True, slots=True)
class LeftBehind:
    player: Player
    games: int
    ranked_games: int


class GuestLeftBehind(Problem):
    """`guest` says what this device would lose; games never move between accounts."""

    status = 409
    code = "guest_left_behind"
    title = gettext_lazy("A guest with games would be left behind")

    def __init__(self, found: LeftBehind) -> None:
        guest = {
            "id": str(found.player.pk),
            "name": found.player.name,
            "games": found.games,
            "ranked_games": found.ranked_games,
        }
        detail = _("This device plays as the guest %(name)s, whose games stay with the guest.")
        super().__init__(detail % {"name": found.player.name}, members={"guest": guest})
        self.errors = {"leave_guest": [_("Say that the guest may be left behind.")]}


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
