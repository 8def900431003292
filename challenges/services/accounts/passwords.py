"""Passwords: checked, changed, and reset by mail."""

import uuid

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction

from challenges.models import Device, Player
from challenges.querysets import players, waiting_addresses
from challenges.services.accounts.callers import Caller
from challenges.services.accounts.devices import end_devices
from challenges.services.accounts.emails import normal_email, owner_of
from challenges.services.accounts.mails import link, send_mail, send_notice
from challenges.services.accounts.problems import KeyNotValid, NotClaimed, WrongPassword
from challenges.services.accounts.tries import count_mail, count_password
from config.errors import InvalidInput


def check_new_password(
    text: str, *, player: Player, email: str | None, field: str = "password"
) -> None:
    """Raises InvalidInput for a password that is too easy."""
    try:
        validate_password(text, Player(name=player.name, email=email))
    except ValidationError as error:
        raise InvalidInput({field: error.messages}) from error


def check_own_password(player: Player, text: str) -> None:
    """Of somebody who is signed in. Raises WrongPassword or TooManyTries."""
    count_password(player)
    if not check_password(text, player.password):
        raise WrongPassword


# --- Changing --------------------------------------------------------------------------------


def change_password(
    *, player: Player, password: str, new_password: str, device: Device | None
) -> Player:
    """Every device but this one is signed out.

    Raises NotClaimed, WrongPassword, TooManyTries or InvalidInput.
    """
    if player.is_guest:
        raise NotClaimed
    check_new_password(new_password, player=player, email=player.email, field="new_password")
    check_own_password(player, password)
    new = make_password(new_password)
    with transaction.atomic(durable=True):
        known = (
            players().select_for_update(no_key=True).filter(pk=player.pk, password=player.password)
        )
        changed = known.first()
        if changed is None:  # changed or deleted at the same time
            raise WrongPassword
        _set_password(changed, new)
        end_devices(changed, keep=device)
    _tell(changed)
    return changed


def _set_password(player: Player, password_hash: str) -> None:
    """An address that waits is dropped: whoever knew the old password may have given it.

    No guest comes here, so no claim is lost.
    """
    waiting_addresses(player).delete()
    player.password, player.session_generation = password_hash, player.session_generation + 1
    player.save(update_fields=["password", "session_generation"])


def _tell(player: Player) -> None:
    if player.email:
        reset = link("forgotten")
        send_notice("password_changed", to=player.email, language=player.language, reset=reset)


# --- Resetting -------------------------------------------------------------------------------


def request_reset(*, email: str, language: str, caller: Caller) -> None:
    """Send a link, or word that nobody has this address: either way there is one mail.

    Raises TooManyTries or MailNotSent.
    """
    email = normal_email(email)
    count_mail(email, caller)
    player = owner_of(email)
    if player is None:
        send_mail("unknown_address", to=email, language=language, start=link("today"))
        return
    key = f"{player.pk.hex}-{default_token_generator.make_token(player)}"
    send_mail("reset", to=email, language=player.language, link=link("reset", key))


def reset_password(*, key: str, password: str) -> Player:
    """A key works once. Every device is signed out.

    Raises KeyNotValid or InvalidInput.
    """
    player = find_by_reset_key(key)
    check_new_password(password, player=player, email=player.email)
    new = make_password(password)  # before the lock: it is slow on purpose
    with transaction.atomic(durable=True):
        known = players().select_for_update(no_key=True).filter(pk=player.pk)
        player = _checked(known.first(), key)
        _set_password(player, new)
        end_devices(player)
    _tell(player)
    return player


def find_by_reset_key(key: str) -> Player:
    """Raises KeyNotValid."""
    try:
        player_id = uuid.UUID(hex=key.partition("-")[0])
    except ValueError as error:
        raise KeyNotValid from error
    return _checked(players().filter(pk=player_id).first(), key)


def _checked(player: Player | None, key: str) -> Player:
    token = key.partition("-")[2]
    if player is None or not default_token_generator.check_token(player, token):
        raise KeyNotValid
    return player
