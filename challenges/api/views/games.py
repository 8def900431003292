"""Starting games, moving in them, and proving them."""

import datetime
import uuid
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import representations, schema
from challenges.api.inputs import checked, idempotency_key
from challenges.api.pagination import page_of
from challenges.api.serializers import (
    GameListOutput,
    GameOutput,
    HintOutput,
    MoveInput,
    NewGameInput,
    ProofOutput,
)
from challenges.api.views.base import PublicView, player_of, reader_of
from challenges.querysets import games
from challenges.services.games import (
    find_game,
    make_move,
    start_computer_game,
    start_daily_game,
    start_solo_game,
)
from challenges.services.perfect_play.hints import hint_for
from challenges.services.proofs import proof_of
from challenges.services.refused_moves import MoveRefused
from challenges.services.states import GameState
from challenges.strategy.opponents import Level
from config import clock


class TellsOfGames(APIView):
    def answer_about(self, state: GameState) -> dict[str, Any]:
        return representations.game_json(state)


class DailyGameView(TellsOfGames):
    @extend_schema(
        operation_id="start_daily_game",
        request=None,
        responses=schema.answers(
            {200: GameOutput, 201: GameOutput}, 400, 401, 403, 404, 409, 415, 429, 503
        ),
    )
    def post(self, request: Request, date: datetime.date) -> Response:
        """Start my ranked game of a day, or resume it."""
        started = start_daily_game(player=player_of(request), date=date)
        status = 201 if started.created else 200
        return Response(self.answer_about(started.state), status=status)


class GamesView(TellsOfGames):
    @extend_schema(
        operation_id="list_games",
        responses=schema.answers({200: GameListOutput}, 400, 401, 429),
        parameters=[
            OpenApiParameter("cursor", schema.CURSOR, description="From next or previous.")
        ],
    )
    def get(self, request: Request) -> Response:
        """My games, the newest first."""
        page = page_of(request, games().of(player_of(request)).with_day(), of="games")
        moment = clock.now()
        results = [representations.game_summary_json(game, moment) for game in page.rows]
        return Response({"results": results, "next": page.next, "previous": page.previous})

    @extend_schema(
        operation_id="start_game",
        request=schema.NEW_GAME_REQUEST,
        responses=schema.answers(
            {200: GameOutput, 201: GameOutput}, 400, 401, 403, 404, 409, 415, 422, 429, 503
        ),
        parameters=[schema.IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> Response:
        """Start a game that does not count, on new dice or on those of a day."""
        fields = checked(NewGameInput, request)
        wanted = {
            "player": player_of(request),
            "rules": fields["rules"],
            "house_rules": fields["house_rules"],
            "date": fields.get("day"),
            "key": idempotency_key(request),
        }
        if opponent := fields.get("opponent"):
            started = start_computer_game(opponent=Level(opponent), **wanted)
        else:
            started = start_solo_game(**wanted)
        status = 201 if started.created else 200
        return Response(self.answer_about(started.state), status=status)


class GameView(TellsOfGames):
    @extend_schema(
        operation_id="get_game", responses=schema.answers({200: GameOutput}, 401, 404, 429, 503)
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """A game of mine."""
        state = find_game(player=player_of(request), game_id=game_id)
        return Response(self.answer_about(state))


class MovesView(TellsOfGames):
    @extend_schema(
        operation_id="make_move",
        request=schema.MOVE_REQUEST,
        responses=schema.answers({200: GameOutput}, 400, 401, 403, 404, 409, 415, 422, 429, 503),
    )
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Keep dice and throw the others, or write a row. May be sent again by its ply."""
        form = MoveInput(data=request.data)
        form.is_valid(raise_exception=True)
        try:
            state = make_move(
                player=player_of(request),
                game_id=game_id,
                ply=form.validated_data["ply"],
                move=form.move,
            )
        except MoveRefused as refusal:
            refusal.members["game"] = self.answer_about(refusal.state)
            raise
        return Response(self.answer_about(state))


class HintView(APIView):
    @extend_schema(
        operation_id="get_hint",
        responses=schema.answers({200: HintOutput}, 401, 404, 409, 429, 503),
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """The best move now, and what the others lose, where the game allows hints."""
        hint = hint_for(player=player_of(request), game_id=game_id)
        return Response(representations.hint_json(hint))


class ProofView(PublicView):
    @extend_schema(
        operation_id="get_proof",
        responses=schema.answers({200: ProofOutput}, 401, 404, 409, 429, 503),
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Seed, moves and throws, once the seed is public to the reader."""
        proof = proof_of(game_id=game_id, reader=reader_of(request))
        return Response(representations.proof_json(proof))
