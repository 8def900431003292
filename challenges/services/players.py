"""Players: guests who sign up with one call, and their profiles."""

import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.cached_db import SessionStore
from django.db import IntegrityError, transaction
from knox.models import AuthToken

from challenges.models import Device, Player
from challenges.querysets import waiting_addresses
from challenges.services.days import today_of
from challenges.services.limits import Limit, take
from challenges.services.locks import locked
from challenges.services.names import generate_name
from challenges.services.problems import KeyReused, TooManyGuests
from config import clock

# A sign-up may be repeated by its key for so long. The key then hands out a token, so it must
# not do so forever.
SIGN_UP_REPEATS_FOR = datetime.timedelta(hours=24)


def sign_up_guest(
    *,
    address: str,
    name: str | None = None,
    time_zone: str = "UTC",
    language: str = "en",
    key: str | None = None,
) -> tuple[Player, bool]:
    """A new guest, or the same one where the key repeats a sign-up; and if it is new.

    Raises TooManyGuests, and KeyReused where the key came with other details.
    """
    _count_sign_up(address)
    fields = {"name": name, "time_zone": time_zone, "language": language}
    if key is None:
        return _create_guest(fields), True
    key_hash, request = _digest(key), _digest(json.dumps(fields, sort_keys=True))
    if player := _signed_up_with(key_hash, request):
        return player, False
    try:
        with transaction.atomic():
            return _create_guest(fields, signup_key=key_hash, signup_request=request), True
    except IntegrityError:
        # The same sign-up, at the same time, was faster.
        if player := _signed_up_with(key_hash, request):
            return player, False
        raise


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


def _create_guest(fields: Mapping[str, Any], **signup: str) -> Player:
    details = {**fields, "name": fields["name"] or generate_name()}
    return Player.objects.create(**details, **signup, joined_at=clock.now())


def _count_sign_up(address: str) -> None:
    if wait := take(Limit.named("guests-of-address"), address):
        raise TooManyGuests(wait)


def _signed_up_with(key_hash: str, request: str) -> Player | None:
    """The guest of a key; a key that is too old to hand out tokens is freed for a new one."""
    player = Player.objects.filter(signup_key=key_hash).first()
    if player is None:
        return None
    if player.joined_at <= clock.now() - SIGN_UP_REPEATS_FOR:
        Player.objects.filter(id=player.id).update(signup_key=None)
        return None
    if player.signup_request != request or not player.is_active or _has_given_email(player):
        raise KeyReused
    return player


def _has_given_email(player: Player) -> bool:
    """From then on only a password opens the account anew."""
    return not player.is_guest or waiting_addresses(player).exists()


def forget_sign_up_keys() -> int:
    """Drop the keys that are too old to repeat a sign-up; how many."""
    old = Player.objects.filter(
        signup_key__isnull=False, joined_at__lte=clock.now() - SIGN_UP_REPEATS_FOR
    )
    return old.update(signup_key=None)


def forget_sessions() -> None:
    """Drop the browser sessions that have expired."""
    SessionStore.clear_expired()


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


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
