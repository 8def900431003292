"""Sign-up and profiles."""

import uuid
from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import representations, schema
from challenges.api.account_representations import export_json
from challenges.api.account_serializers import DeleteMeInput, ExportOutput
from challenges.api.inputs import checked, idempotency_key
from challenges.api.serializers import (
    PlayerOutput,
    ProfileInput,
    ProfileOutput,
    ReportOutput,
    SignUpInput,
    SignUpOutput,
)
from challenges.api.views.base import PublicView, device_of, player_of, reader_of
from challenges.models import Player
from challenges.services.accounts.deletion import delete_account
from challenges.services.accounts.device_names import device_name
from challenges.services.accounts.emails import waiting_email
from challenges.services.accounts.exports import export_player
from challenges.services.addresses import client_address
from challenges.services.players import (
    find_player,
    issue_token,
    known_language,
    update_profile,
)
from challenges.services.reports import report_name
from challenges.services.sign_up import sign_up_guest
from config import clock


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
            "token": issue_token(player, device_name(request.headers.get("User-Agent", ""))),
        }
        return Response(body, status=201 if created else 200)


class MeView(APIView):
    @extend_schema(operation_id="get_me", responses=schema.answers({200: ProfileOutput}, 401, 429))
    def get(self, request: Request) -> Response:
        """My profile and settings."""
        return Response(self.answer_about(player_of(request)))

    def answer_about(self, player: Player) -> dict[str, Any]:
        return profile_of(player)

    @extend_schema(
        operation_id="change_me",
        request=ProfileInput,
        responses=schema.answers({200: ProfileOutput}, 400, 401, 403, 404, 415, 429),
    )
    def patch(self, request: Request) -> Response:
        """Change some of my settings."""
        changes = checked(ProfileInput, request)
        player = update_profile(player=player_of(request), changes=changes)
        return Response(self.answer_about(player))

    @extend_schema(
        operation_id="delete_me",
        request=DeleteMeInput,
        responses=schema.answers({204: None}, 400, 401, 403, 415, 422, 429),
    )
    def delete(self, request: Request) -> Response:
        """Delete my account for good. My games stay, without my name.

        A guest sends `confirm`, others their password unless they have just signed in.
        """
        fields = checked(DeleteMeInput, request)
        delete_account(player=player_of(request), device=device_of(request), **fields)
        return Response(status=204)


class ExportView(APIView):
    @extend_schema(
        operation_id="export_me", responses=schema.answers({200: ExportOutput}, 401, 429)
    )
    def get(self, request: Request) -> Response:
        """Everything held about me, to download. Of an open day nothing but what I threw."""
        export = export_player(player_of(request))
        headers = {"Content-Disposition": 'attachment; filename="daily-dice.json"'}
        return Response(export_json(export, clock.now()), headers=headers)


def profile_of(player: Player) -> dict[str, Any]:
    waiting = waiting_email(player)
    return representations.profile_json(player, clock.now(), waiting_email=waiting)


class PlayerView(PublicView):
    @extend_schema(
        operation_id="get_player", responses=schema.answers({200: PlayerOutput}, 401, 404, 429)
    )
    def get(self, request: Request, player_id: uuid.UUID) -> Response:
        """What anybody may know of a player. Who deleted the account is not found."""
        player = find_player(player_id=player_id, reader=reader_of(request))
        return Response(self.answer_about(player))

    def answer_about(self, player: Player) -> dict[str, Any]:
        return representations.player_json(player)


class ReportView(APIView):
    @extend_schema(
        operation_id="report_player",
        request=None,
        responses=schema.answers({200: ReportOutput}, 401, 403, 404, 415, 422, 429),
    )
    def post(self, request: Request, player_id: uuid.UUID) -> Response:
        """Tell the operators that a player's name is offensive. A repeat changes nothing."""
        report = report_name(reporter=player_of(request), player_id=player_id)
        return Response(representations.report_json(report))
