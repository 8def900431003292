"""The pieces of a rebuild: some players, some games or a count each, by its kind.

Each is done in one transaction, under the lock on the row of its rebuild. Players are locked after
everything else and once, in the order of their ids, so that no two pieces wait for one another.
"""

import datetime
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from challenges.querysets import GameQuerySet, all_players, days, games
from challenges.services.mending import compare_games, mend_game
from leaderboards.models import CountChange, Rebuild
from leaderboards.querysets import differing_players, histograms
from leaderboards.ranking import (
    ALL_TIME,
    BOARDS,
    OF_DAYS,
    Board,
    date_before,
    next_date,
    period_of,
)
from leaderboards.services.comparing import Dates, excused_dates
from leaderboards.services.counts import recount, wrong_counts
from leaderboards.services.standings import mend_players, rebuild_players

ALL_BOARDS = "all"
PLAYERS_AT_ONCE = 200
DIFFERING_AT_ONCE = 20_000
GAMES_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Piece:
    examined: int
    mended: int
    is_last: bool
    after: uuid.UUID | None = None
    recounted: int | None = None
    counts: int = 0
    """Boards, of one period each, whose count was wrong."""
    unreadable: int = 0
    unchecked: int = 0


class ReadAhead:
    """Who differs on the boards of a day, read for many pieces of a run in one pass over the day.

    Who is mended meanwhile by somebody else is looked at once more, and nothing comes of it.
    """

    def __init__(self) -> None:
        self._found: dict[datetime.date, tuple[uuid.UUID | None, list[uuid.UUID]]] = {}

    def differing(self, date: datetime.date, *, after: uuid.UUID | None) -> list[uuid.UUID]:
        """The next ones in the order of their ids."""
        begin, found = self._found.pop(date, (None, []))
        if begin != after or not found:
            found = differing_players(date, after=after, at_most=DIFFERING_AT_ONCE)
        some, others = found[:PLAYERS_AT_ONCE], found[PLAYERS_AT_ONCE:]
        if others:
            self._found[date] = some[-1], others
        return some


def do_piece(rebuild: Rebuild, ahead: ReadAhead) -> Piece:
    if rebuild.kind == Rebuild.Kind.DAY:
        return _day(rebuild, ahead)
    return PIECES[Rebuild.Kind(rebuild.kind)](rebuild)


# --- Games of a day --------------------------------------------------------------------------


def games_to_audit(date: datetime.date) -> GameQuerySet:
    return games().ranked().filter(day=date).with_day().newest_first()


def _audit(rebuild: Rebuild) -> Piece:
    """Replay some games of a day, and rebuild the players of those that it mends.

    What cannot be replayed is counted, and left as it is.
    """
    query = games_to_audit(datetime.date.fromisoformat(rebuild.subject))
    if rebuild.after and (last := games().with_id(rebuild.after).first()):
        query = query.after(last)
    found = list(query[:GAMES_AT_ONCE])
    compared = compare_games(found)
    mended = [game for game in compared.mistaken if mend_game(game_id=game.pk)]
    mend_players(player_ids=[game.player_id for game in mended])
    unchecked = len(compared.unchecked)
    return Piece(
        len(found) - unchecked,
        len(mended),
        is_last=len(found) < GAMES_AT_ONCE,
        after=found[-1].pk if found else rebuild.after,
        unreadable=len(compared.unreadable),
        unchecked=unchecked,
    )


# --- The boards of a day ---------------------------------------------------------------------


def _day(rebuild: Rebuild, ahead: ReadAhead) -> Piece:
    date = datetime.date.fromisoformat(rebuild.subject)
    return mend_some_of_day(date, ahead, after=rebuild.after)


def mend_some_of_day(
    date: datetime.date, ahead: ReadAhead, *, after: uuid.UUID | None = None
) -> Piece:
    """Rebuild players whose places on the boards of a day disagree with their game.

    Each is come to once, so that one who cannot be mended does not keep it from ending. Where there
    is nobody left, the boards are counted anew.
    """
    if found := ahead.differing(date, after=after):
        mended = mend_players(player_ids=found)
        return Piece(len(found), mended, is_last=False, after=found[-1])
    counts = sum(bool(recount(board=board, period=period_of(date))) for board in OF_DAYS)
    return Piece(0, 0, is_last=True, after=after, counts=counts)


# --- Players ---------------------------------------------------------------------------------


def players_beside(
    date: datetime.date, excused: Dates, *, after: uuid.UUID | None
) -> list[uuid.UUID]:
    """The next ones whose streaks can be others when a day is excused, or counts again."""
    # As a range, so that the index by player and day serves. What is excused beside the date is in
    # it too; who has played on none of the others has the same streaks as before.
    first, last = date_before(date, excused), next_date(date, excused)
    query = games().ranked().finished().filter(day__gte=first, day__lte=last)
    return _next(query, "player_id", after)


def some_players(*, after: uuid.UUID | None) -> list[uuid.UUID]:
    """The next ones of all players."""
    return _next(all_players(), "pk", after)


def _next(query: QuerySet[Any], player: str, after: uuid.UUID | None) -> list[uuid.UUID]:
    """In the order of the ids. An index begins at the bound: what was read is not read again."""
    if after:
        query = query.filter(**{f"{player}__gt": after})
    return list(query.order_by(player).values_list(player, flat=True).distinct()[:PLAYERS_AT_ONCE])


def _streaks(rebuild: Rebuild) -> Piece:
    date = datetime.date.fromisoformat(rebuild.subject)
    found = players_beside(date, excused_dates(), after=rebuild.after)
    mended = rebuild_players(player_ids=found)
    return _piece_of_players(found, mended)


def _piece_of_players(found: list[uuid.UUID], mended: int, *, then: int | None = None) -> Piece:
    are_last = len(found) < PLAYERS_AT_ONCE
    return Piece(
        len(found),
        mended,
        is_last=are_last and then is None,
        after=found[-1] if found else None,
        recounted=then if are_last else None,
    )


# --- Boards ----------------------------------------------------------------------------------


Keys = list[tuple[Board, int]]
"""Boards with a period each."""


def _board(rebuild: Rebuild) -> Piece:
    """Rebuild all players, then a count in each piece, those first that belong nowhere.

    Nobody folds changes in while a count is made: it is to be short.
    """
    boards = boards_of(rebuild.subject)
    done = rebuild.recounted
    if done is None:
        found = some_players(after=rebuild.after)
        mended = mend_players(player_ids=found, boards=boards)
        return _piece_of_players(found, mended, then=0)
    keys = keys_of(boards)
    stray = None if done else _wrong_stray(boards, keys)
    next_one = [stray] if stray else keys[done : done + 1]
    counts = sum(bool(recount(board=board, period=period)) for board, period in next_one)
    done += stray is None
    is_last = done >= len(keys)
    return Piece(0, 0, is_last, after=rebuild.after, recounted=done, counts=counts)


def _wrong_stray(boards: Collection[Board], keys: Keys) -> tuple[Board, int] | None:
    """None once all are right, as one is that was counted."""
    return next((key for key in strays_of(boards, keys) if wrong_counts(*key)), None)


def boards_of(subject: str) -> list[Board]:
    return list(Board) if subject == ALL_BOARDS else [BOARDS[subject]]


def keys_of(boards: Collection[Board]) -> Keys:
    """With every period that can have a place. A day that is made meanwhile only adds to them."""
    dates = list(days().order_by("date").values_list("date", flat=True))
    by_date = [period_of(date) for date in dates]
    periods = {
        Board.DAY: by_date,
        Board.DAY_SKILL: by_date,
        Board.STREAK: by_date,
        Board.ADVENT: sorted({date.year for date in dates}),
    }
    return [(board, period) for board in boards for period in periods.get(board, [ALL_TIME])]


def strays_of(boards: Collection[Board], keys: Keys) -> Keys:
    """Those that have a count, folded in or not, and are not among the keys."""
    folded = histograms().filter(board__in=boards).values_list("board", "period")
    waiting = CountChange.objects.filter(board__in=boards).values_list("board", "period")
    found = {(Board(board), period) for board, period in {*folded, *waiting.distinct()}}
    return sorted(found - set(keys))


PIECES: dict[Rebuild.Kind, Callable[[Rebuild], Piece]] = {
    Rebuild.Kind.AUDIT: _audit,
    Rebuild.Kind.STREAKS: _streaks,
    Rebuild.Kind.BOARD: _board,
}
