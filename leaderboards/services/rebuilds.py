"""Rebuilding boards from the games, in pieces: what is due is a row, so any of them may be killed.

Whoever does a piece holds the lock on its row, and commits with it how far the rebuild came.
"""

import datetime
import logging
import time
import uuid

from django.db import IntegrityError, transaction
from django.db.models import Model

from challenges.models import Player
from challenges.querysets import all_players, days
from challenges.services.operations import record
from challenges.services.problems import DayNotClosed
from config import clock
from config.errors import NotFound
from leaderboards.models import Rebuild
from leaderboards.querysets import rebuilds
from leaderboards.ranking import BOARDS
from leaderboards.services.pieces import ALL_BOARDS, ReadAhead, do_piece
from leaderboards.services.standings import mend_players

logger = logging.getLogger(__name__)

ASKED = {
    Rebuild.Kind.AUDIT: "Asked for an audit of the games.",
    Rebuild.Kind.DAY: "Asked for a rebuild.",
    Rebuild.Kind.STREAKS: "Asked for a rebuild of the streaks.",
    Rebuild.Kind.BOARD: "Asked for a rebuild.",
}

TRY_AGAIN = datetime.timedelta(hours=1)
"""After which games are looked at again whose dice were not available."""


# --- What is due -----------------------------------------------------------------------------


def ask_for(*, kind: Rebuild.Kind, subject: str, operator: Player | None = None) -> Rebuild:
    """Make a rebuild due, or begin anew the one that is.

    Waits for a piece of it that is being done: what made it due may have come too late for it.
    """
    while True:
        with transaction.atomic():
            due = rebuilds().to_do().of(kind, subject).select_for_update(of=("self",)).first()
            if due:
                return _begin_anew(due, operator)
            try:
                with transaction.atomic():
                    return Rebuild.objects.create(
                        kind=kind, subject=subject, operator=operator, asked_at=clock.now()
                    )
            except IntegrityError:
                continue  # Somebody else has just made it due.


def _begin_anew(due: Rebuild, operator: Player | None) -> Rebuild:
    due.after = due.recounted = due.again_at = None
    due.operator = due.operator or operator
    due.save(update_fields=["after", "recounted", "again_at", "operator"])
    return due


def request_rebuild(*, kind: Rebuild.Kind, subject: str, operator: Player | None = None) -> Rebuild:
    """Make a rebuild due that somebody wishes for; an operator who does is recorded with it.

    Raises NotFound where there is nothing to rebuild, and DayNotClosed.
    """
    about = find_subject(kind, subject)
    with transaction.atomic():
        asked = ask_for(kind=kind, subject=subject, operator=operator)
        if operator is not None:
            record(operator=operator, subject=about or asked, message=ASKED[kind])
    return asked


def find_subject(kind: Rebuild.Kind, subject: str) -> Model | None:
    """The day; None where it is boards, of which there are no rows.

    Raises NotFound where there is nothing to rebuild, and DayNotClosed.
    """
    if kind is Rebuild.Kind.BOARD:
        if subject not in {*BOARDS, ALL_BOARDS}:
            raise NotFound
        return None
    day = days().filter(date=datetime.date.fromisoformat(subject)).first()
    if day is None:
        raise NotFound
    if kind is Rebuild.Kind.AUDIT and day.closed_at is None:
        raise DayNotClosed(day.date)
    return day


# --- Doing it --------------------------------------------------------------------------------


def work_off(*, seconds: float) -> list[Rebuild]:
    """Do what is due for so long, a piece of each in turn; the rebuilds that were finished by it.

    Pieces that somebody else does are left to them. A rebuild that fails is logged and left for
    the next run; those after it are done all the same. What failed is raised at the end.
    """
    end = time.monotonic() + seconds
    ahead = ReadAhead()
    finished: list[Rebuild] = []
    failures: dict[int, Exception] = {}
    while time.monotonic() < end:
        due = rebuilds().to_do().that_can_go_on(clock.now()).exclude(pk__in=failures)
        rebuild: Rebuild | None = None
        try:
            with transaction.atomic():
                rebuild = due.select_for_update(skip_locked=True, of=("self",)).first()
                if rebuild is None:
                    break
                _go_on(rebuild, ahead)
        except Exception as error:
            # Whatever it is, it must not keep those after it from being done: raised below.
            if rebuild is None:
                raise
            logger.exception("%s: failed, %d examined", rebuild, rebuild.examined)
            failures[rebuild.pk] = error
            continue
        if rebuild.finished_at:
            finished.append(rebuild)
    if failures:
        raise ExceptionGroup(f"{len(failures)} rebuilds failed", list(failures.values()))
    return finished


def carry_out(rebuild: Rebuild, *, seconds: float | None = None) -> Rebuild:
    """Work at this one alone, for so long or to its end; the rebuild as it is then.

    Waits for pieces that somebody else does. What is not finished is gone on with by the job; so is
    what has to wait, at its time.
    """
    ahead = ReadAhead()
    end = None if seconds is None else time.monotonic() + seconds
    while end is None or time.monotonic() < end:
        with transaction.atomic():
            can_go_on = rebuilds().to_do().that_can_go_on(clock.now()).filter(pk=rebuild.pk)
            due = can_go_on.select_for_update(of=("self",)).first()
            if due is None:
                break
            _go_on(due, ahead)
    rebuild.refresh_from_db()
    return rebuild


def carry_out_streaks(*, date: datetime.date, seconds: float | None = None) -> Rebuild | None:
    """The same for what excusing a day, or letting it count again, made due last."""
    asked = rebuilds().of(Rebuild.Kind.STREAKS, str(date)).newest_first().first()
    return carry_out(asked, seconds=seconds) if asked else None


def _go_on(rebuild: Rebuild, ahead: ReadAhead) -> None:
    """Do a piece of a rebuild whose row is locked."""
    if rebuild.after is None:
        rebuild.unreadable = rebuild.unchecked = 0
    piece = do_piece(rebuild, ahead)
    rebuild.worked_at = clock.now()
    rebuild.examined += piece.examined
    rebuild.mended += piece.mended
    rebuild.counts += piece.counts
    rebuild.unreadable += piece.unreadable
    rebuild.unchecked += piece.unchecked
    rebuild.after = piece.after
    rebuild.recounted = piece.recounted
    rebuild.again_at = None
    if piece.is_last:
        _end(rebuild, rebuild.worked_at)
    rebuild.save()


def _end(rebuild: Rebuild, moment: datetime.datetime) -> None:
    """Where something was not checked it stays due, and begins anew after a while."""
    if rebuild.unchecked:
        rebuild.after = None
        rebuild.again_at = moment + TRY_AGAIN
        logger.error("%s: %d games have no dice", rebuild, rebuild.unchecked)
        return
    rebuild.finished_at = moment
    logger.info(
        "%s: %d examined, %d mended, %d counts mended",
        rebuild,
        rebuild.examined,
        rebuild.mended,
        rebuild.counts,
    )


def rebuild_player(*, player_id: uuid.UUID, operator: Player | None = None) -> bool:
    """Make the places of a player agree with the games; if any differed.

    Short enough to be done at once. An operator who did it is recorded with it. Raises NotFound.
    """
    with transaction.atomic():
        player = all_players().filter(pk=player_id).first()
        if player is None:
            raise NotFound
        has_differed = bool(mend_players(player_ids=[player_id]))
        if operator is not None:
            message = "Places rebuilt, which differed." if has_differed else "Places rebuilt."
            record(operator=operator, subject=player, message=message)
    return has_differed
