"""Signing up: a guest with one call, which may be repeated by its key."""

import datetime
import hashlib
import json
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from challenges.models import Player
from challenges.querysets import waiting_addresses
from challenges.services.limits import Limit, take
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


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
