"""What friends do when challenges announces something, inside its transaction."""

from typing import Any

from django.dispatch import receiver

from challenges import signals
from challenges.models import Game, Player
from challenges.web.panels import Panel, Panels
from friends.services.beside_games import challenge_of, passed_on
from friends.services.exports import exported_parts
from friends.services.friendships import check_not_blocked, forget_friends, relations_of
from friends.services.invitations import end_invitation
from friends.services.records import records_of

PANEL_STYLES = ("css/friends/panels.css",)
PEOPLE_STYLES = ("css/friends/people.css",)


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


@receiver(signals.game_shown, sender=Game)
def add_panels(game: Game, reader: Player, panels: Panels, **kwargs: Any) -> None:
    """The challenge that the game is played for; at its end, the ways to pass it on."""
    seen = challenge_of(player=reader, game=game)
    if game.status == Game.Status.FINISHED:
        if seen:
            panels.score.append(Panel("friends/panels/compare.html", {"seen": seen}, PANEL_STYLES))
        context = {"passed_on": passed_on(game)}
        panels.end.append(Panel("friends/panels/over.html", context, PANEL_STYLES))
    elif seen:
        panels.above.append(Panel("friends/panels/playing.html", {"seen": seen}, PANEL_STYLES))


@receiver(signals.player_shown, sender=Player)
def add_panels_of_player(
    player: Player, reader: Player | None, panels: Panels, **kwargs: Any
) -> None:
    """What the two are to one another, and how they did; at the end, the block."""
    if reader is None or reader.pk == player.pk:
        return
    context = {
        "relation": relations_of(reader, [player.pk])[player.pk].value,
        "record": records_of(reader, [player.pk])[player.pk],
    }
    panels.above.append(Panel("friends/panels/person.html", context, PEOPLE_STYLES))
    panels.end.append(Panel("friends/panels/block.html"))
