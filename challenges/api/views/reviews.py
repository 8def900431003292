"""Finished games against perfect play."""

import uuid

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import schema
from challenges.api.pagination import page_of
from challenges.api.review_representations import review_json, reviewed_game_json
from challenges.api.review_serializers import ReviewListOutput, ReviewOutput
from challenges.api.views.base import player_of
from challenges.services.perfect_play.history import reviewed_games
from challenges.services.perfect_play.reviews import review_of


class ReviewView(APIView):
    @extend_schema(
        operation_id="get_review",
        responses=schema.answers({200: ReviewOutput}, 401, 404, 409, 429, 503),
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """How much of a finished game of mine was skill, and how much luck."""
        state, review = review_of(player=player_of(request), game_id=game_id)
        return Response(review_json(state, review))


class ReviewsView(APIView):
    @extend_schema(
        operation_id="list_reviews",
        responses=schema.answers({200: ReviewListOutput}, 400, 401, 429),
        parameters=[
            OpenApiParameter("cursor", schema.CURSOR, description="From next or previous.")
        ],
    )
    def get(self, request: Request) -> Response:
        """My games that have been reviewed, those started last first."""
        page = page_of(request, reviewed_games(player_of(request)), of="reviews")
        results = [reviewed_game_json(game) for game in page.rows]
        return Response({"results": results, "next": page.next, "previous": page.previous})
