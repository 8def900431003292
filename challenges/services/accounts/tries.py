"""How often passwords may be tried and mails be asked for.

What is counted, and what is answered, is the same for addresses that nobody has. What an account
allows is counted for each network address apart, so that who knows somebody's address cannot lock
them out; over all of them much more is allowed.
"""

import hashlib

from challenges.models import Player
from challenges.services.accounts.callers import Caller
from challenges.services.accounts.problems import TooManyTries
from challenges.services.limits import Limit, take


def count_mail(email: str, caller: Caller) -> None:
    """Raises TooManyTries."""
    _count("mails-of-address", caller.address)
    _count_for("mails-to-account", email, caller)


def count_sign_in(email: str, caller: Caller) -> None:
    """Raises TooManyTries."""
    _count("sign-ins-of-address", caller.address)
    _count_for("sign-ins-to-account", email, caller)


def count_password(player: Player) -> None:
    """Of somebody who is signed in. Raises TooManyTries."""
    _count("passwords-of-player", str(player.pk))


def count_export(player: Player) -> None:
    """Raises TooManyTries."""
    _count("exports-of-player", str(player.pk))


def _count_for(name: str, email: str, caller: Caller) -> None:
    """What is refused to one network address counts for no other."""
    account = _digest(email)
    _count(f"{name}-from-address", f"{account}:{caller.address}")
    _count(name, account)


def _count(name: str, who: str) -> None:
    if wait := take(Limit.named(name), who):
        raise TooManyTries(wait)


def _digest(email: str) -> str:
    """The cache need not know addresses."""
    return hashlib.sha256(email.encode()).hexdigest()
