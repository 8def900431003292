"""The reviews of a player, looked back on: for that player alone."""

from dataclasses import dataclass

from django.db.models import Avg, Count

from challenges.models import Player
from challenges.querysets import GameQuerySet, games, reviews


def reviewed_games(player: Player) -> GameQuerySet:
    """With their reviews, whose moves are left out."""
    return games().of(player).reviewed()


def reviewed_daily_games(player: Player) -> GameQuerySet:
    return reviewed_games(player).ranked()


@dataclass(frozen=True, slots=True)
class Averages:
    """Of all daily games that have been reviewed; luck and loss in points a game."""

    games: int
    accuracy: float
    luck: float
    loss: float


def averages_of(player: Player) -> Averages | None:
    """None where no daily game has been reviewed."""
    found = (
        reviews()
        .of(player)
        .ranked()
        .aggregate(games=Count("pk"), accuracy=Avg("accuracy"), luck=Avg("luck"), loss=Avg("loss"))
    )
    return Averages(**found) if found["games"] else None
