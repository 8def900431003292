"""E-mail addresses: the one that waits to be confirmed, and what confirming it does.

The confirmed address is on its player; beside it allauth's EmailAddress keeps both kinds. A link
holds a signed key, and can be opened on any device: who can read the mailbox may confirm.
"""

from allauth.account import app_settings
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.core import signing
from django.db import IntegrityError, transaction

from challenges import signals
from challenges.models import Player
from challenges.querysets import players, waiting_addresses
from challenges.services.accounts.mails import link, send_mail, send_notice
from challenges.services.accounts.problems import AddressTaken, KeyNotValid
from config import clock

KEY_LIVES = app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS * 24 * 3600  # seconds


def normal_email(text: str) -> str:
    return text.strip().lower()


def owner_of(email: str) -> Player | None:
    return players().filter(email=email).first()


def waiting_email(player: Player) -> str | None:
    """What the player has given and not confirmed yet."""
    return waiting_addresses(player).values_list("email", flat=True).first()


def let_wait(player: Player, email: str) -> None:
    """Inside a transaction that holds the player's lock.

    Links to an address that was given before stop working; those to the same one go on.
    """
    waiting_addresses(player).exclude(email=email).delete()
    EmailAddress.objects.get_or_create(user=player, email=email)


def send_confirmation(player: Player, email: str) -> None:
    """To an address that somebody has already goes another mail, so that asking tells nothing.

    Raises MailNotSent.
    """
    if owner := owner_of(email):
        pages = {"sign_in": link("sign-in"), "reset": link("forgotten")}
        send_mail("address_in_use", to=email, language=owner.language, **pages)
        return
    if key := confirmation_key(player, email):
        page = link("confirm", key)
        send_mail("confirm", to=email, language=player.language, link=page)


def confirmation_key(player: Player, email: str) -> str:
    """What confirms an address that waits; empty where it does not."""
    address = waiting_addresses(player).filter(email=email).first()
    return str(EmailConfirmationHMAC.create(address).key) if address else ""


def confirm_email(*, key: str) -> Player:
    """Make the address of a key its player's. A repeat changes nothing.

    Raises KeyNotValid, and AddressTaken where somebody else was first.
    """
    address_id = _address_id(key)
    try:
        with transaction.atomic(durable=True):
            player, before = _confirm(address_id)
    except IntegrityError as error:
        if _is_taken(address_id):
            raise AddressTaken from error
        raise
    if before and before != player.email:
        send_notice("address_changed", to=before, language=player.language, email=player.email)
    return player


def find_waiting(*, key: str) -> EmailAddress:
    """The address of a key that can still be confirmed, or was. Raises KeyNotValid."""
    found = EmailAddress.objects.select_related("user").filter(pk=_address_id(key)).first()
    if found is None or not found.user.is_active:
        raise KeyNotValid
    return found


def _confirm(address_id: int) -> tuple[Player, str | None]:
    """The player, and the address that was confirmed before."""
    of_address = EmailAddress.objects.filter(pk=address_id).values("user_id")
    player = players().select_for_update(no_key=True).filter(pk__in=of_address).first()
    address = EmailAddress.objects.filter(pk=address_id, user=player).first()
    if player is None or address is None:
        raise KeyNotValid
    before = player.email
    if not address.verified:
        _make_the_players(player, address)
    return player, before


def _make_the_players(player: Player, address: EmailAddress) -> None:
    EmailAddress.objects.filter(user=player).exclude(pk=address.pk).delete()
    address.verified = address.primary = True
    address.save(update_fields=["verified", "primary"])
    was_guest, player.email = player.is_guest, address.email
    player.claimed_at = player.claimed_at or clock.now()
    player.save(update_fields=["email", "claimed_at"])
    if was_guest:
        signals.player_visibility_changed.send(Player, player=player)


def _is_taken(address_id: int) -> bool:
    address = EmailAddress.objects.filter(pk=address_id).first()
    if address is None:
        return False
    return Player.objects.filter(email=address.email).exclude(pk=address.user_id).exists()


def _address_id(key: str) -> int:
    try:
        return int(signing.loads(key, max_age=KEY_LIVES, salt=app_settings.SALT))
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise KeyNotValid from error
