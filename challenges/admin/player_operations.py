"""The buttons beside a player."""

import uuid
from typing import Any

from django.http import Http404, QueryDict
from django.utils.translation import gettext as _

from challenges.admin.operations import Operation, Refused
from challenges.models import Player
from challenges.services import moderation
from challenges.services.names import NameRefused
from config.errors import NotFound


def named(name: str) -> Operation:
    """Raises Http404."""
    if name not in OPERATIONS:
        raise Http404
    operation = OPERATIONS[name]

    def run(**arguments: Any) -> str:
        try:
            return operation(**arguments)
        except NotFound as error:
            raise Refused(_("There is no such player, or it was deleted.")) from error

    return run


def hide(*, posted: QueryDict, operator: Player, player_id: uuid.UUID) -> str:
    player = moderation.hide_player(operator=operator, player_id=player_id)
    return _("%(name)s is hidden from the boards.") % {"name": player.name}


def show(*, posted: QueryDict, operator: Player, player_id: uuid.UUID) -> str:
    player = moderation.show_player(operator=operator, player_id=player_id)
    return _("%(name)s is no longer hidden.") % {"name": player.name}


def generate_name(*, posted: QueryDict, operator: Player, player_id: uuid.UUID) -> str:
    seen = posted.get("seen", "")
    player = moderation.rename_player(operator=operator, player_id=player_id, seen=seen)
    return _("The player's name is %(name)s.") % {"name": player.name}


def rename(*, posted: QueryDict, operator: Player, player_id: uuid.UUID) -> str:
    seen, name = posted.get("seen", ""), posted.get("name", "")
    try:
        player = moderation.rename_player(
            operator=operator, player_id=player_id, seen=seen, name=name
        )
    except NameRefused as refusal:
        raise Refused(str(refusal)) from refusal
    return _("The player's name is %(name)s.") % {"name": player.name}


def dismiss(*, posted: QueryDict, operator: Player, player_id: uuid.UUID) -> str:
    player = moderation.dismiss_reports(operator=operator, player_id=player_id)
    return _("The reports of %(name)s are handled.") % {"name": player.name}


def sign_out(*, posted: QueryDict, operator: Player, player_id: uuid.UUID) -> str:
    player = moderation.revoke_credentials(operator=operator, player_id=player_id)
    return _("%(name)s is signed out everywhere.") % {"name": player.name}


OPERATIONS: dict[str, Operation] = {
    "hide": hide,
    "show": show,
    "generate-name": generate_name,
    "rename": rename,
    "dismiss": dismiss,
    "sign-out": sign_out,
}
