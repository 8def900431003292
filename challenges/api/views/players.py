"""Sign-up and profiles."""

import uuid
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import representations, schema
from challenges.api.inputs import checked, idempotency_key
from challenges.api.serializers import (
    PlayerOutput,
    ProfileInput,
    ProfileOutput,
    SignUpInput,
    SignUpOutput,
)
from challenges.api.views.base import PublicView, player_of
from challenges.querysets import players
from challenges.services.addresses import client_address
from challenges.services.players import (
    issue_token,
    known_language,
    sign_up_guest,
    update_profile,
)
from config import clock
from config.errors import NotFound


class SignUpView(PublicView):
    authentication_classes: list[Any] = []

    @extend_schema(
        operation_id="sign_up",
        request=SignUpInput,
        responses=schema.answers({200: SignUpOutput, 201: SignUpOutput}, 400, 415, 422, 429),
        parameters=[schema.IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> Response:
        """Sign up as a guest."""
        fields = checked(SignUpInput, request)
        fields.setdefault("language", known_language(get_language() or ""))
        player, created = sign_up_guest(
            address=client_address(request.META), key=idempotency_key(request), **fields
        )
        body = {
            "player": representations.profile_json(player, clock.now()),
            "token": issue_token(player),
        }
        return Response(body, status=201 if created else 200)


class MeView(APIView):
    @extend_schema(operation_id="get_me", responses=schema.answers({200: ProfileOutput}, 401, 429))
    def get(self, request: Request) -> Response:
        """My profile and settings."""
        return Response(representations.profile_json(player_of(request), clock.now()))

    @extend_schema(
        operation_id="change_me",
        request=ProfileInput,
        responses=schema.answers({200: ProfileOutput}, 400, 401, 403, 415, 429),
    )
    def patch(self, request: Request) -> Response:
        """Change some of my settings."""
        changes = checked(ProfileInput, request)
        player = update_profile(player=player_of(request), changes=changes)
        return Response(representations.profile_json(player, clock.now()))


class PlayerView(PublicView):
    @extend_schema(
        operation_id="get_player", responses=schema.answers({200: PlayerOutput}, 401, 404, 429)
    )
    def get(self, request: Request, player_id: uuid.UUID) -> Response:
        """What anybody may know of a player."""
        player = players().filter(pk=player_id).first()
        if player is None:
            raise NotFound
        return Response(representations.player_json(player))
