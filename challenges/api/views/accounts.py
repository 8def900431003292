"""Claiming an account, signing in and out, and the way back to a forgotten password."""

from typing import Any

from django.contrib.auth import logout, update_session_auth_hash
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import schema
from challenges.api.account_serializers import (
    ConfirmInput,
    ConfirmOutput,
    CredentialsInput,
    NewPasswordInput,
    PasswordInput,
    ResetInput,
    SignInInput,
    SignInOutput,
    SignOutInput,
)
from challenges.api.inputs import checked
from challenges.api.serializers import ProfileOutput
from challenges.api.views.base import PublicView, caller_of, device_of, player_of, reader_of
from challenges.api.views.players import profile_of
from challenges.services.accounts.claims import change_email, claim_account, send_again
from challenges.services.accounts.device_names import device_name
from challenges.services.accounts.devices import sign_out
from challenges.services.accounts.emails import confirm_email
from challenges.services.accounts.passwords import (
    change_password,
    request_reset,
    reset_password,
)
from challenges.services.accounts.sign_in import sign_in, token_for
from challenges.services.players import known_language


class ClaimView(APIView):
    @extend_schema(
        operation_id="claim_account",
        request=CredentialsInput,
        responses=schema.answers({202: ProfileOutput}, 400, 401, 403, 404, 409, 415, 429, 503),
    )
    def post(self, request: Request) -> Response:
        """Give my guest an address and a password. A link in a mail confirms it.

        The answer does not tell whether somebody else has this address; the mail does.
        """
        fields = checked(CredentialsInput, request)
        claim_account(player=player_of(request), caller=caller_of(request), **fields)
        return Response(profile_of(player_of(request)), status=202)


class ResendView(APIView):
    @extend_schema(
        operation_id="resend_confirmation",
        request=None,
        responses=schema.answers({202: ProfileOutput}, 400, 401, 403, 409, 415, 429, 503),
    )
    def post(self, request: Request) -> Response:
        """Send the link again to the address that waits."""
        send_again(player=player_of(request), caller=caller_of(request))
        return Response(profile_of(player_of(request)), status=202)


class ConfirmView(PublicView):
    authentication_classes: list[Any] = []

    @extend_schema(
        operation_id="confirm_email",
        request=ConfirmInput,
        responses=schema.answers({200: ConfirmOutput}, 400, 409, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Confirm an address by the key of its link, from any device. May be repeated."""
        player = confirm_email(key=checked(ConfirmInput, request)["key"])
        return Response({"email": player.email})


class SignInView(PublicView):
    @extend_schema(
        operation_id="sign_in",
        request=SignInInput,
        responses=schema.answers({200: SignInOutput}, 400, 401, 403, 409, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """A token for this device.

        With a guest's credentials nothing is merged: a guest with games is left behind as it is,
        once the call says so.
        """
        fields = checked(SignInInput, request)
        name = fields.pop("device", None) or device_name(request.headers.get("User-Agent", ""))
        player = sign_in(guest=reader_of(request), caller=caller_of(request), **fields)
        token = token_for(player, name)
        return Response({"player": profile_of(player), "token": token})


class SignOutView(APIView):
    @extend_schema(
        operation_id="sign_out",
        request=SignOutInput,
        responses=schema.answers({204: None}, 400, 401, 403, 409, 415, 429),
    )
    def post(self, request: Request) -> Response:
        """End this device's token or session."""
        fields = checked(SignOutInput, request)
        sign_out(player=player_of(request), device=device_of(request), **fields)
        if request.auth is None:
            logout(request._request)
        return Response(status=204)


class ResetView(PublicView):
    authentication_classes: list[Any] = []

    @extend_schema(
        operation_id="request_reset",
        request=ResetInput,
        responses=schema.answers({204: None}, 400, 415, 429, 503),
    )
    def post(self, request: Request) -> Response:
        """Send a link for a new password. The same answer, whoever has the address."""
        request_reset(
            email=checked(ResetInput, request)["email"],
            language=known_language(get_language() or ""),
            caller=caller_of(request),
        )
        return Response(status=204)


class NewPasswordView(PublicView):
    authentication_classes: list[Any] = []

    @extend_schema(
        operation_id="reset_password",
        request=NewPasswordInput,
        responses=schema.answers({204: None}, 400, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Choose a new password by the key of a link. Every device is signed out."""
        reset_password(**checked(NewPasswordInput, request))
        return Response(status=204)


class PasswordView(APIView):
    @extend_schema(
        operation_id="change_password",
        request=PasswordInput,
        responses=schema.answers({204: None}, 400, 401, 403, 409, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Change my password. Every other device is signed out."""
        fields = checked(PasswordInput, request)
        device = device_of(request)
        player = change_password(player=player_of(request), device=device, **fields)
        if request.auth is None:
            update_session_auth_hash(request._request, player)
        return Response(status=204)


class EmailView(APIView):
    @extend_schema(
        operation_id="change_email",
        request=CredentialsInput,
        responses=schema.answers({202: ProfileOutput}, 400, 401, 403, 404, 409, 415, 422, 429, 503),
    )
    def post(self, request: Request) -> Response:
        """Change my address. The old one stays until a link has confirmed the new one."""
        fields = checked(CredentialsInput, request)
        change_email(player=player_of(request), caller=caller_of(request), **fields)
        return Response(profile_of(player_of(request)), status=202)
