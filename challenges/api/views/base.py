"""What the views of all resources build on."""

import datetime
from typing import Any, cast

from django.utils.translation import gettext as _
from knox.models import AuthToken
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from challenges.api.inputs import reader_zone
from challenges.models import Device, Player
from challenges.services.accounts.callers import Caller
from challenges.services.accounts.devices import device_of_session
from challenges.services.addresses import client_address
from challenges.services.days import today_in, today_of
from config.errors import NotFound


class PublicView(APIView):
    """Can be read without an account; who has one is recognised all the same."""

    permission_classes = [AllowAny]


def player_of(request: Request) -> Player:
    """Who calls an address that needs an account."""
    return cast("Player", request.user)


def reader_of(request: Request) -> Player | None:
    """Who reads what can be read without an account, if they have one."""
    return request.user if isinstance(request.user, Player) else None


def today_for(request: Request, moment: datetime.datetime) -> datetime.date:
    """The date that it is for whoever reads, by `?time_zone=` without an account."""
    reader, zone = reader_of(request), reader_zone(request)
    return today_of(reader, moment) if reader else today_in(zone, moment)


def caller_of(request: Request) -> Caller:
    return Caller(client_address(request.META))


def device_of(request: Request) -> Device | None:
    """The device that calls; None for a browser whose session was never noted."""
    if isinstance(request.auth, AuthToken):
        return getattr(request.auth, "device", None)
    return device_of_session(player_of(request), request.session.session_key)


class UnknownView(PublicView):
    """What no other address matches."""

    schema = None

    @property
    def default_response_headers(self) -> dict[str, str]:
        """No Allow: what does not exist allows nothing."""
        return {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound(_("The API has no such address."))
