"""Players: their tokens and profiles."""

import datetime
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from knox.models import AuthToken

from challenges.models import Device, Player
from challenges.services.days import today_of
from challenges.services.locks import locked
from config import clock


def issue_token(player: Player, device: str = "") -> str:
    """A fresh bearer token that does not expire, for a device; only its hash is stored."""
    moment = clock.now()
    with transaction.atomic():
        instance, token = AuthToken.objects.create(player, expiry=None)
        Device.objects.create(
            player=player,
            token=instance,
            name=device,
            signed_in_at=moment,
            last_used_on=moment.astimezone(datetime.UTC).date(),
        )
    return str(token)


def update_profile(*, player: Player, changes: Mapping[str, Any]) -> Player:
    """Set name, country, language, time_zone or any of them, already checked for their form.

    A time zone that would make today an earlier date cannot: the date reached so far is kept as
    the earliest that today can be. Raises NotFound where the player was deleted meanwhile.
    """
    with transaction.atomic():
        player = locked(player)
        fields = dict(changes)
        if fields.get("time_zone", player.time_zone) != player.time_zone:
            fields["earliest_today"] = today_of(player, clock.now())
        for field, value in fields.items():
            setattr(player, field, value)
        player.save(update_fields=list(fields))
    return player


def known_language(code: str) -> str:
    """The nearest language that the service speaks: `de-AT` is `de`, others are English."""
    spoken = dict(settings.LANGUAGES)
    base = code.lower().split("-")[0]
    return base if base in spoken else settings.LANGUAGE_CODE
