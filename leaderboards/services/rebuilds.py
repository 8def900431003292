"""Rebuilding boards from the games, in pieces: what is due is a row, so any of them may be killed.

A piece holds the lock on its row, does some players or games, and commits how far it came.
"""

import datetime
import logging
import time
import uuid
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef

from challenges.models import Player
from challenges.querysets import all_players, days, games
from challenges.services.mending import mend_game, mistaken_games
from config import clock
from leaderboards.models import Rebuild
from leaderboards.querysets import differing_players, histograms, rebuilds
from leaderboards.ranking import ALL_TIME, BOARDS, Board, date_before, next_date, period_of
from leaderboards.services.counts import recount
from leaderboards.services.standings import mend_players, rebuild_players

logger = logging.getLogger(__name__)

ALL_BOARDS = "all"
PLAYERS_AT_ONCE = 200
GAMES_AT_ONCE = 500


# --- What is due -----------------------------------------------------------------------------


def ask_for(*, kind: Rebuild.Kind, subject: str, operator: Player | None = None) -> Rebuild:
    """Make a rebuild due, or begin anew the one that is."""
    with transaction.atomic():
        while not _begin_anew(kind, subject):
            try:
                with transaction.atomic():
                    return Rebuild.objects.create(
                        kind=kind, subject=subject, operator=operator, asked_at=clock.now()
                    )
            except IntegrityError:
                # Somebody was faster; by now that one may be finished, too early for this call.
                continue
        return rebuilds().to_do().of(kind, subject).get()


def _begin_anew(kind: Rebuild.Kind, subject: str) -> int:
    """Waits for a piece that is being done: what made this due may have come too late for it."""
    return rebuilds().to_do().of(kind, subject).update(after=None, recounted=None)


def rebuild(
    *, kind: Rebuild.Kind, subject: str, operator: Player | None = None, seconds: float
) -> Rebuild:
    """Ask for a rebuild, and work off what is due for so long; the rebuild as it is then.

    What is not finished then is left to the job, or to the next call.
    """
    asked = ask_for(kind=kind, subject=subject, operator=operator)
    work_off(seconds=seconds)
    asked.refresh_from_db()
    return asked


def work_off(*, seconds: float) -> list[Rebuild]:
    """Do what is due for so long, the oldest first; the rebuilds that were finished by it.

    Pieces that somebody else does are left to them.
    """
    end = time.monotonic() + seconds
    finished = []
    while (rebuild := _do_piece()) and time.monotonic() < end:
        if rebuild.finished_at:
            finished.append(rebuild)
    if rebuild and rebuild.finished_at:
        finished.append(rebuild)
    return finished


def _do_piece() -> Rebuild | None:
    with transaction.atomic():
        rebuild = rebuilds().to_do().select_for_update(skip_locked=True, of=("self",)).first()
        if rebuild is None:
            return None
        piece = PIECES[Rebuild.Kind(rebuild.kind)](rebuild)
        rebuild.examined += piece.examined
        rebuild.mended += piece.mended
        rebuild.after = piece.after
        rebuild.recounted = piece.recounted
        if piece.is_last:
            rebuild.finished_at = clock.now()
        rebuild.save()
    if rebuild.finished_at:
        logger.info("%s: %d examined, %d mended", rebuild, rebuild.examined, rebuild.mended)
    return rebuild


@dataclass(frozen=True, slots=True)
class Piece:
    examined: int
    mended: int
    is_last: bool
    after: uuid.UUID | None = None
    recounted: int | None = None


# --- Kinds -----------------------------------------------------------------------------------


def _audit(rebuild: Rebuild) -> Piece:
    """Replay some games of a day, and rebuild the players of those that it mends."""
    date = datetime.date.fromisoformat(rebuild.subject)
    query = games().ranked().filter(day=date).with_day().newest_first()
    if rebuild.after and (last := games().with_id(rebuild.after).first()):
        query = query.after(last)
    found = list(query[:GAMES_AT_ONCE])
    mistaken = mistaken_games(found)
    mended = sum(mend_game(game_id=game.pk) for game in mistaken)
    # All at once: players are locked in the order of their ids.
    mend_players(player_ids=[game.player_id for game in mistaken])
    after = found[-1].pk if found else rebuild.after
    return Piece(len(found), mended, is_last=len(found) < GAMES_AT_ONCE, after=after)


def _day(rebuild: Rebuild) -> Piece:
    return mend_some_of_day(datetime.date.fromisoformat(rebuild.subject))


def mend_some_of_day(date: datetime.date) -> Piece:
    """Rebuild players whose place on the board of a day disagrees with their game.

    Where these were the last ones, the board is counted anew as well. How many are found says so,
    not how many were mended: somebody else may mend the same ones.
    """
    found = differing_players(date, at_most=PLAYERS_AT_ONCE)
    mended = mend_players(player_ids=found)
    are_last = len(found) < PLAYERS_AT_ONCE
    if are_last:
        recount(board=Board.DAY, period=period_of(date))
    return Piece(len(found), mended, is_last=are_last)


def _streaks(rebuild: Rebuild) -> Piece:
    """Rebuild those who played beside a day that was excused, or that counts again."""
    date = datetime.date.fromisoformat(rebuild.subject)
    excused = set(days().excused().values_list("date", flat=True))
    dates = [date_before(date, excused), date, next_date(date, excused)]
    ranked = games().ranked().finished().filter(player=OuterRef("pk"), day__in=dates)
    found = _some_players(rebuild, lambda query: query.filter(Exists(ranked)))
    mended = rebuild_players(player_ids=found)
    return _piece_of_players(found, mended)


def _board(rebuild: Rebuild) -> Piece:
    """Rebuild all players, then all counts."""
    boards = list(Board) if rebuild.subject == ALL_BOARDS else [BOARDS[rebuild.subject]]
    if rebuild.recounted is None:
        found = _some_players(rebuild)
        mended = mend_players(player_ids=found, boards=boards)
        return _piece_of_players(found, mended, then=0)
    keys = [key for board in boards for key in _keys_of(board)]
    if is_last := rebuild.recounted >= len(keys):
        due = _counted_without_place(boards, keys)
    else:
        due = [keys[rebuild.recounted]]
    for board, period in due:
        recount(board=board, period=period)
    done = rebuild.recounted + 1
    return Piece(0, 0, is_last=is_last, after=rebuild.after, recounted=done)


def _some_players(
    rebuild: Rebuild, chosen: Callable[..., object] = lambda query: query
) -> list[uuid.UUID]:
    query = all_players().order_by("pk")
    if rebuild.after:
        query = query.filter(pk__gt=rebuild.after)
    found: list[uuid.UUID] = list(chosen(query).values_list("pk", flat=True)[:PLAYERS_AT_ONCE])  # type: ignore[attr-defined]
    return found


def _piece_of_players(found: list[uuid.UUID], mended: int, *, then: int | None = None) -> Piece:
    are_last = len(found) < PLAYERS_AT_ONCE
    return Piece(
        len(found),
        mended,
        is_last=are_last and then is None,
        after=found[-1] if found else None,
        recounted=then if are_last else None,
    )


def _keys_of(board: Board) -> list[tuple[Board, int]]:
    """Board and every period that can have a place; they are never fewer than before."""
    dates = days().order_by("date").values_list("date", flat=True)
    periods = {
        Board.DAY: lambda: map(period_of, dates),
        Board.STREAK: lambda: map(period_of, dates),
        Board.ADVENT: lambda: (date.year for date in dates),
    }.get(board, lambda: [ALL_TIME])
    return [(board, period) for period in sorted(set(periods()))]


def _counted_without_place(
    boards: Sequence[Board], keys: Collection[tuple[Board, int]]
) -> list[tuple[Board, int]]:
    """Counts that should not be there at all. Counting them anew drops them from this list."""
    counted = histograms().filter(board__in=boards).values_list("board", "period")
    return sorted({(Board(board), period) for board, period in counted}.difference(keys))


PIECES: dict[Rebuild.Kind, Callable[[Rebuild], Piece]] = {
    Rebuild.Kind.AUDIT: _audit,
    Rebuild.Kind.DAY: _day,
    Rebuild.Kind.STREAKS: _streaks,
    Rebuild.Kind.BOARD: _board,
}
