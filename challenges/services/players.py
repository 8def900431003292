"""Players: their tokens and profiles."""

import datetime
import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _
from knox.models import AuthToken

from challenges import signals
from challenges.models import Device, Player
from challenges.querysets import players
from challenges.services.days import today_of
from challenges.services.locks import locked
from challenges.services.looks import look_of
from config import clock
from config.errors import InvalidInput, NotFound


def find_player(*, player_id: uuid.UUID, reader: Player | None) -> Player:
    """As others may see them. Raises NotFound."""
    player = players().filter(pk=player_id).first()
    if player is None:
        raise NotFound
    signals.player_looked_up.send(Player, player=player, reader=reader)
    return player


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
    """Set name, country, language, time_zone, listed, die or any of them, checked for their form.

    A time zone that would make today an earlier date cannot: the date reached so far is kept as
    the earliest that today can be. A guest may say beforehand whether to be listed. Raises
    InvalidInput for a die that is not the player's to throw with now, and NotFound where the
    player was deleted meanwhile.
    """
    with transaction.atomic():
        player, moment = locked(player), clock.now()
        fields = _fields_of(player, changes, moment)
        for field, value in fields.items():
            setattr(player, field, value)
        if "die" in fields:
            _check_die(player, moment)
        player.save(update_fields=list(fields))
        if "unlisted_at" in fields:
            signals.player_visibility_changed.send(Player, player=player)
    return player


def _fields_of(
    player: Player, changes: Mapping[str, Any], moment: datetime.datetime
) -> dict[str, Any]:
    """What of the player's row the changes change."""
    fields = dict(changes)
    if fields.get("time_zone", player.time_zone) != player.time_zone:
        fields["earliest_today"] = today_of(player, moment)
    is_to_be_listed = fields.pop("listed", not player.is_unlisted)
    if is_to_be_listed == player.is_unlisted:
        fields["unlisted_at"] = None if is_to_be_listed else moment
    return fields


def _check_die(player: Player, moment: datetime.datetime) -> None:
    """On the player's today, which the same change may have moved."""
    if look_of(player, moment) != player.die:
        text = _("This die is for December, and for those who have played all 24 doors of a year.")
        raise InvalidInput({"die": [text]})


def known_language(code: str) -> str:
    """The nearest language that the service speaks: `de-AT` is `de`, others are English."""
    spoken = dict(settings.LANGUAGES)
    base = code.lower().split("-")[0]
    return base if base in spoken else settings.LANGUAGE_CODE
