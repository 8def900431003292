"""What the boards do when the games announce something, inside its transaction."""

from typing import Any

from django.dispatch import receiver

from challenges import signals
from challenges.models import Day, Game, Player
from leaderboards.models import Rebuild
from leaderboards.services.exports import exported_standings
from leaderboards.services.rebuilds import ask_for
from leaderboards.services.standings import place_result, place_skills, rebuild_players


@receiver(signals.game_finished, sender=Game)
def place(game: Game, **kwargs: Any) -> None:
    if game.is_ranked:
        place_result(game=game)


@receiver(signals.games_reviewed, sender=Game)
def place_by_skill(games: list[Game], **kwargs: Any) -> None:
    place_skills(games=[game for game in games if game.is_ranked])


@receiver(signals.player_visibility_changed, sender=Player)
def list_or_unlist(player: Player, **kwargs: Any) -> None:
    rebuild_players(player_ids=[player.pk])


@receiver(signals.day_excused, sender=Day)
def make_streaks_due(day: Day, **kwargs: Any) -> None:
    ask_for(kind=Rebuild.Kind.STREAKS, subject=str(day.date))


@receiver(signals.player_exported, sender=Player)
def add_standings(player: Player, parts: dict[str, Any], **kwargs: Any) -> None:
    parts["standings"] = exported_standings(player)
