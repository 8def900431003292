"""Signing in to a claimed account, from an app or a browser."""

from django.contrib.auth.hashers import make_password
from django.db import transaction

from challenges.models import Player
from challenges.querysets import players
from challenges.services.accounts.callers import Caller
from challenges.services.accounts.emails import normal_email, owner_of
from challenges.services.accounts.guests import check_may_leave
from challenges.services.accounts.problems import WrongCredentials
from challenges.services.accounts.tries import count_sign_in
from challenges.services.players import issue_token
from challenges.services.staff import count_attempt, forget_attempts


def player_with(*, email: str, password: str, caller: Caller) -> Player | None:
    """Whose address and password these are; as slow for an address that nobody has.

    An account of staff that is blocked at the admin site is nobody's here, the right password
    included. Attempts are counted for that whoever has the address, or the admin site would tell.
    """
    email = normal_email(email)
    player = owner_of(email)
    login = player.login if player else email
    is_blocked = count_attempt(login, caller.address) > 0
    if player is None or (player.is_staff and is_blocked):
        make_password(password)
        return None
    if not player.check_password(password):
        return None
    forget_attempts(login, caller.address)
    return player


def sign_in(
    *, email: str, password: str, guest: Player | None, leave_guest: bool, caller: Caller
) -> Player:
    """The player whose credentials these are; `guest` is who the device has been until now.

    Raises TooManyTries, WrongCredentials, and GuestLeftBehind where the guest has games and the
    caller does not say that it may be left.
    """
    count_sign_in(normal_email(email), caller)
    player = player_with(email=email, password=password, caller=caller)
    if player is None:
        raise WrongCredentials
    if not leave_guest:
        check_may_leave(guest)
    return player


def token_for(player: Player, device: str) -> str:
    """A token after a sign-in. Raises WrongCredentials where the password is no longer that."""
    with transaction.atomic():
        known = (
            players().select_for_update(no_key=True).filter(pk=player.pk, password=player.password)
        )
        if known.first() is None:
            raise WrongCredentials
        return issue_token(player, device)
