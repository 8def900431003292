"""The end of a ranked game: where it stands, and what else it changed."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from challenges.models import Game
from challenges.web.readers import player_of
from challenges.web.tables import Table
from challenges.web.views import games
from config import clock
from leaderboards.ranking import Board
from leaderboards.services.places import Chosen, PlaceNow, boards_of, places_now
from leaderboards.web.tables import MyPlace, my_place
from leaderboards.web.texts import changed_label


@dataclass(frozen=True, slots=True)
class Change:
    chosen: Chosen
    place: MyPlace
    label: str

    @property
    def board(self) -> Board:
        return self.chosen.board

    @property
    def period(self) -> str:
        return self.chosen.period


class GameView(games.GameView):
    template = "leaderboards/game.html"

    def more(self, request: HttpRequest, table: Table) -> dict[str, Any]:
        game = table.state.row
        if game.day is None or not (game.is_ranked and table.is_finished):
            return {}
        boards = boards_of(game.day, clock.now())
        day, *others = places_now(boards, player_of(request))
        return {"mine": _place(day), "changed": _changed(others, game)}


def _place(now: PlaceNow) -> MyPlace | None:
    if now.mine is None:
        return None
    return my_place(now.chosen.board, now.mine, players=now.players)


def _changed(places: list[PlaceNow], game: Game) -> list[Change]:
    """What was reached with this game and has not been changed by a later one."""
    reached = [now for now in places if _is_of(now, game)]
    boards = {now.chosen.board for now in reached}
    is_longest = {Board.STREAK, Board.LONGEST_STREAK} <= boards
    return [
        Change(now.chosen, place, changed_label(place.board, is_longest=is_longest))
        for now in reached
        if (place := _place(now)) and _is_worth_a_line(place)
    ]


def _is_of(now: PlaceNow, game: Game) -> bool:
    return now.mine is not None and now.mine.place.reached_at == game.finished_at


def _is_worth_a_line(place: MyPlace) -> bool:
    """The longest streak is told with the streak, and a single day is none to speak of."""
    if place.board is Board.LONGEST_STREAK:
        return False
    return place.board is not Board.STREAK or place.value > 1
