"""What operators do to players: hide and show, rename, sign out, settle reports.

Each call locks its player, changes what is not so yet, and records who did it; a repeat changes
and records nothing. The lock leaves the key alone, so that two operators who act on each other
while their records point at both do not wait for one another.
"""

import uuid

from django.db import transaction

from challenges import signals
from challenges.models import Player
from challenges.querysets import all_players, reports, waiting_addresses
from challenges.services.accounts.devices import end_devices
from challenges.services.names import clean_name, generate_name
from challenges.services.operations import RENAMED, record
from config import clock
from config.errors import NotFound


def hide_player(*, operator: Player, player_id: uuid.UUID) -> Player:
    """Keep a player off the boards; open reports are handled by it. Raises NotFound."""
    with transaction.atomic():
        player = _locked(player_id)
        handled = _handle(player)
        if player.hidden_at is None:
            player.hidden_at = clock.now()
            player.save(update_fields=["hidden_at"])
            signals.player_visibility_changed.send(Player, player=player)
            record(operator=operator, subject=player, message=f"Hidden.{_also(handled)}")
        elif handled:
            _record_handled(operator, player, handled)
    return player


def show_player(*, operator: Player, player_id: uuid.UUID) -> Player:
    """Undo hiding. Raises NotFound."""
    with transaction.atomic():
        player = _locked(player_id)
        if player.hidden_at is not None:
            player.hidden_at = None
            player.save(update_fields=["hidden_at"])
            signals.player_visibility_changed.send(Player, player=player)
            record(operator=operator, subject=player, message="Shown again.")
    return player


def rename_player(
    *, operator: Player, player_id: uuid.UUID, seen: str, name: str | None = None
) -> Player:
    """Give a player another name, a generated one if none is given; reports are handled by it.

    `seen` is the name that the operator wants to be gone: where the player has another one by
    now, that one stays. Raises NotFound and NameRefused.
    """
    new = generate_name() if name is None else clean_name(name)
    with transaction.atomic():
        player = _locked(player_id)
        if player.name != seen or player.name == new:
            return player
        player.name = new
        player.save(update_fields=["name"])
        message = f"{RENAMED} from {seen} to {new}.{_also(_handle(player))}"
        record(operator=operator, subject=player, message=message)
    return player


def dismiss_reports(*, operator: Player, player_id: uuid.UUID) -> Player:
    """Handle all open reports of a player, who stays as they are. Raises NotFound."""
    with transaction.atomic():
        player = _locked(player_id)
        if handled := _handle(player):
            _record_handled(operator, player, handled)
    return player


def revoke_credentials(*, operator: Player, player_id: uuid.UUID) -> Player:
    """End every session and token of a player, and the key that a sign-up repeats by.

    A change of address that somebody else asked for ends as well; a guest's claim stays, for
    there is no other way back in. Raises NotFound.
    """
    with transaction.atomic():
        player = _locked(player_id)
        end_devices(player)
        if not player.is_guest:
            waiting_addresses(player).delete()
        player.session_generation += 1
        player.signup_key = None
        player.save(update_fields=["session_generation", "signup_key"])
        record(operator=operator, subject=player, message="Signed out everywhere.")
    return player


def _locked(player_id: uuid.UUID) -> Player:
    player = all_players().existing().filter(pk=player_id).select_for_update(no_key=True).first()
    if player is None:
        raise NotFound
    return player


def _handle(player: Player) -> int:
    return reports().of(player).open().update(handled_at=clock.now())


def _also(handled: int) -> str:
    return f" Reports handled: {handled}." if handled else ""


def _record_handled(operator: Player, player: Player, handled: int) -> None:
    record(operator=operator, subject=player, message=f"Reports handled: {handled}.")
