"""What the boards add to the answers about days, games, players and me."""

import datetime
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_view

from challenges.api import schema
from challenges.api.views import days, games, players
from challenges.api.views.base import player_of
from challenges.models import Day, Game, Player
from challenges.services.states import GameState
from config import clock
from leaderboards.api.representations import (
    day_figures_json,
    place_json,
    player_figures_json,
    streak_json,
)
from leaderboards.api.serializers import (
    DayWithFiguresListOutput,
    DayWithFiguresOutput,
    MeOutput,
    PublicPlayerOutput,
    RankedGameOutput,
)
from leaderboards.services.figures import figures_of_days, figures_of_player
from leaderboards.services.places import boards_of, places_now
from leaderboards.services.streaks import my_streak

Json = dict[str, Any]

# --- Days ------------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(responses=schema.answers({200: DayWithFiguresOutput}, 401, 404, 429))
)
class DayView(days.DayView):
    def answer_about(self, day: Day, my_game: Game | None) -> Json:
        return _with_figures(super().answer_about(day, my_game), day)


@extend_schema_view(
    get=extend_schema(responses=schema.answers({200: DayWithFiguresOutput}, 400, 401, 404, 429))
)
class TodayView(days.TodayView):
    def answer_about(self, day: Day, my_game: Game | None) -> Json:
        return _with_figures(super().answer_about(day, my_game), day)


def _with_figures(answer: Json, day: Day) -> Json:
    found = figures_of_days([day]).get(day.date)
    return {**answer, "figures": day_figures_json(found)}


@extend_schema_view(
    get=extend_schema(responses=schema.answers({200: DayWithFiguresListOutput}, 400, 401, 429))
)
class DaysView(days.DaysView):
    def answers_about(self, found: list[Day], mine: Mapping[datetime.date, Game]) -> list[Json]:
        figures = figures_of_days(found)
        answers = zip(found, super().answers_about(found, mine), strict=True)
        return [
            {**answer, "figures": day_figures_json(figures.get(day.date))}
            for day, answer in answers
        ]


# --- Games -----------------------------------------------------------------------------------


class TellsOfStandings(games.TellsOfGames):
    def answer_about(self, state: GameState) -> Json:
        return {
            **super().answer_about(state),
            "standings": _standings(state, player_of(self.request)),
        }


def _standings(state: GameState, player: Player) -> list[Json] | None:
    game = state.row
    if not game.is_ranked or state.status != Game.Status.FINISHED or game.day is None:
        return None
    boards = boards_of(game.day, clock.now())
    return [place_json(now) for now in places_now(boards, player)]


_STARTED = {200: RankedGameOutput, 201: RankedGameOutput}


@extend_schema_view(
    post=extend_schema(responses=schema.answers(_STARTED, 400, 401, 403, 404, 409, 415, 429, 503))
)
class DailyGameView(TellsOfStandings, games.DailyGameView): ...


@extend_schema_view(
    post=extend_schema(
        responses=schema.answers(_STARTED, 400, 401, 403, 404, 409, 415, 422, 429, 503)
    )
)
class GamesView(TellsOfStandings, games.GamesView): ...


@extend_schema_view(
    get=extend_schema(responses=schema.answers({200: RankedGameOutput}, 401, 404, 429, 503))
)
class GameView(TellsOfStandings, games.GameView): ...


@extend_schema_view(
    post=extend_schema(
        responses=schema.answers(
            {200: RankedGameOutput}, 400, 401, 403, 404, 409, 415, 422, 429, 503
        )
    )
)
class MovesView(TellsOfStandings, games.MovesView): ...


# --- Players ---------------------------------------------------------------------------------


@extend_schema_view(
    get=extend_schema(responses=schema.answers({200: MeOutput}, 401, 429)),
    patch=extend_schema(responses=schema.answers({200: MeOutput}, 400, 401, 403, 404, 415, 429)),
)
class MeView(players.MeView):
    def answer_about(self, player: Player) -> Json:
        streak = my_streak(player, clock.now())
        return {**super().answer_about(player), "streak": streak_json(streak)}


@extend_schema_view(
    get=extend_schema(responses=schema.answers({200: PublicPlayerOutput}, 401, 404, 429))
)
class PlayerView(players.PlayerView):
    def answer_about(self, player: Player) -> Json:
        figures = figures_of_player(player, clock.now())
        return {**super().answer_about(player), "figures": player_figures_json(figures)}
