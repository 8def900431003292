"""Passing games on, taking what was passed on, and comparing."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import schema
from challenges.api.inputs import checked
from challenges.api.pagination import page_of
from challenges.api.representations import game_json
from challenges.api.serializers import GameOutput
from challenges.api.throttling import HasAccount
from challenges.api.views.base import player_of, reader_of
from challenges.services.addresses import client_address
from config.errors import InvalidInput
from friends.api.representations import challenge_json, results_json
from friends.api.schema import CODE
from friends.api.serializers import (
    ChallengeInput,
    ChallengeListOutput,
    ChallengeOutput,
    ResultListOutput,
)
from friends.services.challenges import find_challenge, pass_on, see, take_challenge, withdraw
from friends.services.codes import read_code
from friends.services.lists import made_by, see_made, see_taken, taken_by
from friends.services.results import results_of

MADE, TAKEN = "made", "taken"


class ChallengesView(APIView):
    @extend_schema(
        operation_id="list_friend_challenges",
        responses=schema.answers({200: ChallengeListOutput}, 400, 401, 429),
        parameters=[
            OpenApiParameter(
                "which",
                {"type": "string", "enum": [MADE, TAKEN], "default": MADE},
                description="Those that I made, or those that I took.",
            ),
            OpenApiParameter("cursor", schema.CURSOR, description="From next or previous."),
        ],
    )
    def get(self, request: Request) -> Response:
        """My challenges, the newest first."""
        which, player = request.query_params.get("which", MADE), player_of(request)
        if which == MADE:
            made = page_of(request, made_by(player), of="challenges-made")
            found, ends = see_made(player, made.rows), (made.next, made.previous)
        elif which == TAKEN:
            taken = page_of(request, taken_by(player), of="challenges-taken")
            found, ends = see_taken(player, taken.rows), (taken.next, taken.previous)
        else:
            raise InvalidInput({"which": [_("Only `made` and `taken` can be asked for.")]})
        results = [challenge_json(seen) for seen in found]
        return Response({"results": results, "next": ends[0], "previous": ends[1]})

    @extend_schema(
        operation_id="make_friend_challenge",
        request=ChallengeInput,
        responses=schema.answers(
            {200: ChallengeOutput, 201: ChallengeOutput}, 400, 401, 403, 404, 409, 415, 429
        ),
    )
    def post(self, request: Request) -> Response:
        """Pass a finished game of mine on. The same game in the same way has the same code."""
        fields, player = checked(ChallengeInput, request), player_of(request)
        made, is_new = pass_on(
            player=player,
            game_id=fields["game"],
            kind=fields["kind"],
            allows_hints=fields["hints"],
        )
        return Response(challenge_json(see(made, player, None)), status=201 if is_new else 200)


class ChallengeView(APIView):
    @extend_schema(
        operation_id="get_friend_challenge",
        responses=schema.answers({200: ChallengeOutput}, 400, 401, 404, 429),
        parameters=[CODE],
    )
    def get(self, request: Request, code: str) -> Response:
        """Who passed on what. Nothing begins by looking."""
        seen = find_challenge(
            code=read_code(code),
            reader=reader_of(request),
            address=client_address(request.META),
        )
        return Response(challenge_json(seen))

    @extend_schema(
        operation_id="withdraw_friend_challenge",
        request=None,
        responses=schema.answers({204: None}, 400, 401, 403, 404, 429),
        parameters=[CODE],
    )
    def delete(self, request: Request, code: str) -> Response:
        """Withdraw mine: nobody new can take it. Who has taken it goes on."""
        withdraw(
            player=player_of(request),
            code=read_code(code),
            address=client_address(request.META),
        )
        return Response(status=204)

    def get_permissions(self) -> list[Any]:
        """To look needs no account."""
        return [HasAccount()] if self.request.method == "DELETE" else [AllowAny()]


class FriendGameView(APIView):
    @extend_schema(
        operation_id="start_friend_game",
        request=None,
        responses=schema.answers(
            {200: GameOutput, 201: GameOutput}, 400, 401, 403, 404, 409, 415, 429, 503
        ),
        parameters=[CODE],
    )
    def post(self, request: Request, code: str) -> Response:
        """Start my game on the same dice, or resume it.

        While the day of the dice is open, that is my ranked game of the day.
        """
        started = take_challenge(
            player=player_of(request),
            code=read_code(code),
            address=client_address(request.META),
        )
        return Response(game_json(started.state), status=201 if started.created else 200)


class ResultsView(APIView):
    @extend_schema(
        operation_id="get_friend_results",
        responses=schema.answers({200: ResultListOutput}, 400, 401, 404, 409, 429),
        parameters=[CODE],
    )
    def get(self, request: Request, code: str) -> Response:
        """Who challenged me and whom I challenged on these dice, once I have finished."""
        results = results_of(
            player=player_of(request),
            code=read_code(code),
            address=client_address(request.META),
        )
        return Response(results_json(results))
