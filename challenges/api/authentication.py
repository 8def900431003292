"""Bearer tokens for apps, the session with CSRF for browsers."""

from typing import cast

from django.db.models import Q
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from challenges.api.throttling import count_refused
from challenges.models import Player
from challenges.services.accounts.devices import note_use
from config import clock


class BearerAuthentication(TokenAuthentication):
    """Knox's tokens, found by their hash in one query that brings the player along."""

    def authenticate(self, request: Request) -> tuple[Player, AuthToken] | None:
        """Refused credentials are counted, so that nobody tries tokens without end."""
        try:
            return cast("tuple[Player, AuthToken] | None", super().authenticate(request))
        except AuthenticationFailed:
            count_refused(request)
            raise

    def authenticate_credentials(self, token: bytes) -> tuple[Player, AuthToken]:
        try:
            digest = hash_token(token.decode("ascii"))
        except ValueError:  # not ASCII, or not the hexadecimal digits of a token
            raise AuthenticationFailed(_("Invalid token.")) from None
        moment = clock.now()
        unexpired = Q(expiry__isnull=True) | Q(expiry__gt=moment)
        tokens = AuthToken.objects.select_related("user", "device")
        found = tokens.filter(unexpired, digest=digest).first()
        if found is None or not found.user.is_active:
            raise AuthenticationFailed(_("Invalid token."))
        if hasattr(found, "device"):
            note_use(found.device, moment)
        return found.user, found


class SessionAuthentication(authentication.SessionAuthentication):
    """DRF's own; named here so that both ways in stand side by side."""

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerScheme(OpenApiAuthenticationExtension):
    target_class = BearerAuthentication
    name = "bearer"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):
    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "sessionid",
            "description": "For browsers; writes need the header X-CSRFToken too.",
        }
