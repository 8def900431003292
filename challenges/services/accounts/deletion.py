"""Deleting an account: the person is forgotten, the games stay and can be replayed."""

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils.translation import gettext as _

from challenges import signals
from challenges.models import Device, Player, Report
from challenges.querysets import irregularities
from challenges.services.accounts.devices import end_devices, has_just_signed_in
from challenges.services.accounts.mails import send_notice
from challenges.services.accounts.passwords import check_own_password
from challenges.services.accounts.problems import PasswordNeeded
from challenges.services.operations import forget_names
from config import clock
from config.errors import InvalidInput

NAME = "Deleted player"


def delete_account(
    *, player: Player, password: str | None, confirm: bool, device: Device | None
) -> None:
    """For good. A repeat changes nothing.

    Raises InvalidInput for a guest who does not confirm; for others PasswordNeeded,
    WrongPassword or TooManyTries, where neither a password nor a recent sign-in vouches for them.
    """
    _check_is_meant(player, password, confirm, device)
    email, language = player.email, player.language
    with transaction.atomic(durable=True):
        player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        is_new = player.deleted_at is None
        if is_new:
            _anonymise(player)
            end_devices(player)
    if is_new and email:
        send_notice("account_deleted", to=email, language=language)


def _check_is_meant(
    player: Player, password: str | None, confirm: bool, device: Device | None
) -> None:
    if player.is_guest:
        if not confirm:
            raise InvalidInput({"confirm": [_("Say that you want to delete the account.")]})
    elif password is not None:
        check_own_password(player, password)
    elif not has_just_signed_in(device):
        raise PasswordNeeded


def _anonymise(player: Player) -> None:
    fields = _nobody(player)
    for field, value in fields.items():
        setattr(player, field, value)
    player.save(update_fields=list(fields))
    player.groups.clear()
    player.user_permissions.clear()
    EmailAddress.objects.filter(user=player).delete()
    # They repeat the name; those that the player made say nothing of the player any more.
    Report.objects.filter(player=player).delete()
    irregularities().of(player).delete()
    forget_names(player)
    signals.player_visibility_changed.send(Player, player=player)


def _nobody(player: Player) -> dict[str, object]:
    return {
        "name": NAME,
        "email": None,
        "country": "",
        "language": "en",
        "time_zone": "UTC",
        "earliest_today": None,
        "die": Player.Die.PLAIN,
        "unlisted_at": None,
        "password": make_password(None),
        "session_generation": player.session_generation + 1,
        "signup_key": None,
        "signup_request": "",
        "last_login": None,
        "is_active": False,
        "is_staff": False,
        "is_superuser": False,
        "deleted_at": clock.now(),
    }
