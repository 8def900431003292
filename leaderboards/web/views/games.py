"""The end of a ranked game: where it stands, and what else it changed."""

from typing import Any

from django.http import HttpRequest

from challenges.models import Game
from challenges.web.readers import player_of
from challenges.web.tables import Table
from challenges.web.views import games
from config import clock
from leaderboards.ranking import Board
from leaderboards.services.places import Standing, boards_of, standings_now
from leaderboards.web.tables import MyPlace, my_place


class GameView(games.GameView):
    template = "leaderboards/game.html"

    def more(self, request: HttpRequest, table: Table) -> dict[str, Any]:
        game = table.state.row
        if game.day_id is None or not (game.is_ranked and table.is_finished):
            return {}
        boards = boards_of(game.day_id, clock.now())
        day, *others = standings_now(boards, player_of(request))
        return {"mine": _place(day), "changed": _changed(others, game)}


def _place(standing: Standing) -> MyPlace | None:
    if standing.mine is None:
        return None
    return my_place(standing.chosen.board, standing.mine, players=standing.players)


def _changed(standings: list[Standing], game: Game) -> list[tuple[Standing, MyPlace]]:
    """The places that were reached with this game and that no later one has changed."""
    return [
        (standing, place)
        for standing in standings
        if (place := _place(standing)) and _is_of(standing, game) and not _is_no_row(place)
    ]


def _is_of(standing: Standing, game: Game) -> bool:
    return standing.mine is not None and standing.mine.place.reached_at == game.finished_at


def _is_no_row(place: MyPlace) -> bool:
    """A single day is no streak to speak of."""
    return place.board in (Board.STREAK, Board.LONGEST_STREAK) and place.value == 1
