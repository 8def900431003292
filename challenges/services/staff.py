"""Signing in to the admin site, by login or e-mail address, with a limit on failures."""

import hashlib

from django.contrib.auth import authenticate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from challenges.models import Player
from challenges.services.accounts.emails import normal_email, owner_of
from challenges.services.limits import Limit, forget, give_back, take


class SignInRefused(Exception):
    """The message is for whoever tried, and the same whatever was wrong.

    `wait` is how many seconds nothing will be looked at, 0 if it will be at once.
    """

    def __init__(self, message: str, wait: int = 0) -> None:
        super().__init__(message)
        self.wait = wait


def sign_in_staff(*, name: str, password: str, address: str) -> Player:
    """Who that is, together with the backend that knew them. Raises SignInRefused.

    An attempt is counted before its password is looked at, so that many at once cannot try more
    passwords than the limit allows; one that succeeds is uncounted. Nothing is looked at during a
    block, and an account that does not exist is blocked like one that does.
    """
    login = _login_of(name)
    of_address = Limit.named("staff-failures-of-address"), address
    # An address that is blocked counts for no account any more, or it could block them all.
    if wait := take(*of_address) or count_attempt(login, address):
        raise SignInRefused(_blocked_for(wait), wait)
    player = authenticate(username=login, password=password)
    if not isinstance(player, Player) or not player.is_staff:
        raise SignInRefused(_("No staff account has this login or e-mail address and password."))
    forget_attempts(login, address)
    give_back(*of_address)
    return player


def count_attempt(login: str, address: str) -> int:
    """At an account, or at what might be one; for how many seconds nothing is to be looked at.

    Wherever it is made: a session from any form opens the admin site.
    """
    here, everywhere = _limits(login, address)
    # What is blocked here is not counted everywhere, or one address could block the account.
    return take(*here) or take(*everywhere)


def forget_attempts(login: str, address: str) -> None:
    """After one that succeeded."""
    here, everywhere = _limits(login, address)
    forget(*here)
    give_back(*everywhere)


def _limits(login: str, address: str) -> tuple[tuple[Limit, str], tuple[Limit, str]]:
    """Of an account from this address, and from all; the cache need not know logins."""
    account = hashlib.sha256(login.lower().encode()).hexdigest()
    here = Limit.named("staff-failures-of-account-from-address"), f"{account}:{address}"
    return here, (Limit.named("staff-failures-of-account"), account)


def _login_of(name: str) -> str:
    """Its account's where it is an e-mail address, else the text itself."""
    owner = owner_of(normal_email(name))
    return owner.login if owner else name.strip()


def _blocked_for(wait: int) -> str:
    minutes = -(-wait // 60)
    return ngettext(
        "Signing in failed too often. Try again in %(minutes)d minute.",
        "Signing in failed too often. Try again in %(minutes)d minutes.",
        minutes,
    ) % {"minutes": minutes}
