"""Claiming an account by e-mail and password, and moving it to another address.

Nothing here tells whether somebody has an address: what is stored for the one who asks, what is
answered and how many mails are sent is the same, only what the mail says is not.
"""

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from challenges.models import Player
from challenges.services.accounts.callers import Caller
from challenges.services.accounts.emails import (
    let_wait,
    normal_email,
    send_confirmation,
    waiting_email,
)
from challenges.services.accounts.mails import link, send_notice
from challenges.services.accounts.passwords import check_new_password, check_own_password
from challenges.services.accounts.problems import (
    AlreadyClaimed,
    NotClaimed,
    NothingToConfirm,
    WrongPassword,
)
from challenges.services.accounts.tries import count_mail
from challenges.services.locks import locked
from config.errors import InvalidInput


def claim_account(*, player: Player, email: str, password: str, caller: Caller) -> None:
    """Keep address and password, and send a link. Until it is confirmed the player is a guest.

    May be repeated, also with another address or password. Raises AlreadyClaimed, InvalidInput
    for a password that is too easy, TooManyTries, and MailNotSent with all that was given kept.
    """
    if not player.is_guest:
        raise AlreadyClaimed
    email = normal_email(email)
    check_new_password(password, player=player, email=email)
    count_mail(email, caller)
    password_hash = make_password(password)  # before the lock: it is slow on purpose
    with transaction.atomic(durable=True):
        player = locked(player)
        if not player.is_guest:
            raise AlreadyClaimed
        let_wait(player, email)
        player.password = password_hash
        player.save(update_fields=["password"])
    send_confirmation(player, email)


def change_email(*, player: Player, email: str, password: str, caller: Caller) -> None:
    """Send a link to a new address; the old one stays until the new one is confirmed, and is told.

    Raises NotClaimed, InvalidInput, WrongPassword, TooManyTries or MailNotSent.
    """
    if player.is_guest:
        raise NotClaimed
    email = normal_email(email)
    if email == player.email:
        raise InvalidInput({"email": [_("This is your address already.")]})
    check_own_password(player, password)
    count_mail(email, caller)
    with transaction.atomic(durable=True):
        known = player.password
        player = locked(player)
        if player.password != known:  # changed at the same time
            raise WrongPassword
        let_wait(player, email)
    _tell(player, email)
    send_confirmation(player, email)


def _tell(player: Player, email: str) -> None:
    """While the change can still be stopped."""
    if player.email:
        context = {"email": email, "reset": link("forgotten")}
        send_notice("address_change", to=player.email, language=player.language, **context)


def send_again(*, player: Player, caller: Caller) -> str:
    """Send the link once more; where to. Raises NothingToConfirm, TooManyTries or MailNotSent."""
    email = waiting_email(player)
    if email is None:
        raise NothingToConfirm
    count_mail(email, caller)
    send_confirmation(player, email)
    return email
