"""Who reads a page: the player of the session, or somebody without an account."""

import datetime
from zoneinfo import ZoneInfo

from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import get_language

from challenges.models import Player
from challenges.services.accounts.callers import Caller
from challenges.services.addresses import client_address
from challenges.services.days import find_zone, today_in, today_of
from challenges.services.players import known_language
from challenges.services.sign_up import sign_up_guest
from config.errors import NotFound

TIME_ZONE_COOKIE = "time_zone"
UTC = ZoneInfo("UTC")


def reader_of(request: HttpRequest) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


def player_of(request: HttpRequest) -> Player:
    """Whose page it is. Raises NotFound for somebody without an account: nothing is theirs."""
    player = reader_of(request)
    if player is None:
        raise NotFound
    return player


def caller_of(request: HttpRequest) -> Caller:
    return Caller(client_address(request.META))


def zone_of(request: HttpRequest) -> ZoneInfo:
    """The player's; else what the address or the browser's cookie says, if it is one; else UTC."""
    if reader := reader_of(request):
        return reader.zone
    said = (request.GET.get("time_zone"), request.COOKIES.get(TIME_ZONE_COOKIE))
    return next((zone for name in said if name and (zone := find_zone(name))), UTC)


def today_for(request: HttpRequest, moment: datetime.datetime) -> datetime.date:
    reader = reader_of(request)
    return today_of(reader, moment) if reader else today_in(zone_of(request), moment)


def player_or_guest(request: HttpRequest, *, key: str, time_zone: str) -> Player:
    """The player of the session; else a new guest, who is one however often the key comes.

    Raises TooManyGuests or KeyReused.
    """
    if player := reader_of(request):
        return player
    player, _is_new = sign_up_guest(**guest_details(request, key=key, time_zone=time_zone))
    login(request, player)
    return player


def guest_details(request: HttpRequest, *, key: str, time_zone: str) -> dict[str, str]:
    """What a new guest is signed up with."""
    return {
        "address": client_address(request.META),
        "time_zone": time_zone,
        "language": known_language(get_language() or ""),
        "key": key,
    }
