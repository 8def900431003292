"""The buttons beside days and boards.

What is rebuilt is worked at for a moment, so that little is done at once. A job goes on with the
rest, and the page of rebuilds tells how far it is.
"""

import datetime
from functools import partial
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from challenges.admin.operations import Refused
from challenges.admin.players import read_id
from challenges.models import Player
from challenges.services import excuses
from challenges.services.problems import DayNotClosed, DiceUnavailable
from config.errors import NotFound
from leaderboards.models import Rebuild
from leaderboards.services import closing, rebuilds
from leaderboards.services.pieces import ALL_BOARDS

SECONDS_OF_A_BUTTON = 2.0


# --- Days ------------------------------------------------------------------------------------


def close(*, operator: Player, date: datetime.date, **_context: Any) -> str:
    """Close a day if it is due, as the job does, and record who did. Raises Refused."""
    try:
        found = closing.close_day(date=date, operator=operator)
    except DiceUnavailable as problem:
        text = _("%(date)s cannot be closed: its seed key is missing, or is another one.")
        raise Refused(text % {"date": date}) from problem
    if found is None:
        raise Refused(_("%(date)s is not due: nothing was done.") % {"date": date})
    text = _("%(date)s is closed. Games expired: %(expired)d.")
    return text % {"date": date, "expired": found.expired}


TEXTS = {
    Rebuild.Kind.DAY: (
        gettext_lazy("%(date)s is being rebuilt; a job goes on with it."),
        gettext_lazy("%(date)s was rebuilt. Players mended: %(mended)d."),
    ),
    Rebuild.Kind.AUDIT: (
        gettext_lazy("The games of %(date)s are being audited; a job goes on with it."),
        gettext_lazy("The games of %(date)s were audited. Games mended: %(mended)d."),
    ),
}


def _rebuild(kind: Rebuild.Kind, *, operator: Player, date: datetime.date, seconds: float) -> str:
    """Raises Refused."""
    try:
        asked = rebuilds.request_rebuild(kind=kind, subject=str(date), operator=operator)
    except NotFound as error:
        raise _no_such_day(date) from error
    except DayNotClosed as error:
        raise Refused(_("%(date)s is not closed: nothing was done.") % {"date": date}) from error
    done = rebuilds.carry_out(asked, seconds=seconds)
    going_on, finished = TEXTS[kind]
    text = finished if done.finished_at else going_on
    told = [text % {"date": date, "mended": done.mended}]
    if done.unreadable:
        told.append(_("Cannot be replayed: %(count)d.") % {"count": done.unreadable})
    if done.unchecked:
        told.append(_("Without dice now: %(count)d.") % {"count": done.unchecked})
    return " ".join(told)


rebuild = partial(_rebuild, Rebuild.Kind.DAY)
"""Make the board of a day agree with its games."""

audit = partial(_rebuild, Rebuild.Kind.AUDIT)
"""Replay the games of a closed day."""


def excuse(*, operator: Player, date: datetime.date, seconds: float) -> str:
    """Let streaks step over a day, and rebuild those around it. Raises Refused."""
    try:
        is_new = excuses.excuse_day(operator=operator, date=date)
    except NotFound as error:
        raise _no_such_day(date) from error
    if not is_new:
        raise Refused(_("%(date)s is excused already: nothing was done.") % {"date": date})
    return f"{_('%(date)s is excused.') % {'date': date}} {_streaks(date, seconds)}"


def count_again(*, operator: Player, date: datetime.date, seconds: float) -> str:
    """Undo excusing a day. Raises Refused."""
    try:
        is_new = excuses.count_day_again(operator=operator, date=date)
    except NotFound as error:
        raise _no_such_day(date) from error
    if not is_new:
        raise Refused(_("%(date)s is not excused: nothing was done.") % {"date": date})
    return f"{_('%(date)s counts again.') % {'date': date}} {_streaks(date, seconds)}"


def _streaks(date: datetime.date, seconds: float) -> str:
    done = rebuilds.carry_out_streaks(date=date, seconds=seconds)
    if done is None or done.finished_at is None:
        return _("The streaks around it are being rebuilt; a job goes on with it.")
    return _("Players mended: %(mended)d.") % {"mended": done.mended}


def _no_such_day(date: datetime.date) -> Refused:
    return Refused(_("There is no day %(date)s.") % {"date": date})


# --- Boards and players ----------------------------------------------------------------------


def rebuild_board(*, operator: Player, board: str) -> str:
    """Make a board, or all of them, agree with all games. Raises Refused."""
    try:
        asked = rebuilds.request_rebuild(kind=Rebuild.Kind.BOARD, subject=board, operator=operator)
    except NotFound as error:
        raise Refused(_("There is no board %(board)s.") % {"board": board}) from error
    done = rebuilds.carry_out(asked, seconds=SECONDS_OF_A_BUTTON)
    name = name_of_boards(board)
    if done.finished_at is None:
        return _("%(name)s: being rebuilt; a job goes on with it.") % {"name": name}
    text = _("%(name)s: rebuilt. Players mended: %(mended)d.")
    return text % {"name": name, "mended": done.mended}


def name_of_boards(board: str) -> str:
    return _("All boards") if board == ALL_BOARDS else _("Board %(board)s") % {"board": board}


def rebuild_player(*, operator: Player, posted: QueryDict) -> str:
    """Make the places of a player agree with the player's games. Raises Refused."""
    player_id = read_id(posted.get("player", "").strip())
    try:
        if player_id is None:
            raise NotFound
        mended = rebuilds.rebuild_player(player_id=player_id, operator=operator)
    except NotFound as error:
        raise Refused(_("There is no player with this id.")) from error
    text = _("Player %(id)s was rebuilt. Players mended: %(mended)d.")
    return text % {"id": player_id, "mended": mended}
