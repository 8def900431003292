"""Reading boards among friends: a player's own places and those of the player's friends.

One statement and so one snapshot, which goes from the friendships to each one's place by its
primary key: it costs what the friends are, however many others play. A friend who is not listed
has no place to be found.
"""

import uuid
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import connection

from challenges.models import Player
from friends.querysets import friendships
from leaderboards.boards import BoardPage, Periods, Row, moment_of, order_of, to_database, to_id
from leaderboards.histograms import add
from leaderboards.models import Standing
from leaderboards.ranking import Board, Counts, Place, Rank, rank_of
from leaderboards.ranks import Asked, Ranked


class _Read(NamedTuple):
    asked: int
    """The number of the board among those asked for."""
    player_id: uuid.UUID | str
    value: int
    reached_at: str
    name: str = ""
    country: str = ""
    """Empty, both of them, where only ranks are wanted."""

    @property
    def place(self) -> Place:
        return Place(self.value, moment_of(self.reached_at))


def read_board_among_friends(
    board: Board, periods: Periods, player_id: uuid.UUID, *, count: int | None = None
) -> BoardPage:
    """All rows, or so many from the first one on, as if nobody else were on the board."""
    (reads,) = _read([(board, periods)], player_id, with_names=True)
    counts = Counts(add((), Counter(read.value for read in reads)))
    rows = sorted((_row(read, counts) for read in reads), key=order_of)
    return BoardPage(
        counts=counts,
        rows=rows[:count],
        has_before=False,
        has_after=count is not None and len(rows) > count,
        mine=_place_of(player_id, reads),
    )


def _row(read: _Read, counts: Counts) -> Row:
    rank = counts.above(read.value) + 1
    player_id = to_id(read.player_id)
    return Row(rank, player_id, read.name, read.country, read.value, read.reached_at)


def read_ranks_among_friends(asked: Sequence[Asked], player_id: uuid.UUID) -> list[Ranked]:
    """Where the player ranks: by the places read, or, with none, by those given."""
    boards = [(one.board, one.periods) for one in asked]
    found = _read(boards, player_id, with_names=False)
    return [
        _ranked(reads, _place_of(player_id, reads), one.place)
        for one, reads in zip(asked, found, strict=True)
    ]


def _ranked(reads: list[_Read], own: Place | None, given: Place | None) -> Ranked:
    place = own or given
    if place is None:
        return Ranked(len(reads))
    return Ranked(len(reads), (_rank(reads, place, is_listed=own is not None), place))


def _rank(reads: list[_Read], place: Place, *, is_listed: bool) -> Rank:
    above = sum(read.value > place.value for read in reads)
    below = sum(read.value < place.value for read in reads)
    return rank_of(above=above, below=below, others=len(reads) - is_listed)


def _place_of(player_id: uuid.UUID, reads: list[_Read]) -> Place | None:
    return next((read.place for read in reads if to_id(read.player_id) == player_id), None)


# --- The statement ---------------------------------------------------------------------------


def _read(
    boards: Sequence[tuple[Board, Periods]], player_id: uuid.UUID, *, with_names: bool
) -> list[list[_Read]]:
    """Of each board the places, in no order."""
    parameters: dict[str, Any] = {"me": to_database("player", player_id)}
    for number, (_, periods) in enumerate(boards):
        parameters |= {f"period_{number}_{at}": period for at, period in enumerate(periods)}
    shape = tuple((board, len(periods)) for board, periods in boards)
    found: list[list[_Read]] = [[] for _ in boards]
    with connection.cursor() as cursor:
        cursor.execute(_statement(shape, with_names), parameters)
        for row in cursor.fetchall():
            found[row[0]].append(_Read(*row))
    return found


_STANDING, _PLAYER = Standing._meta.db_table, Player._meta.db_table
_FRIENDSHIP = friendships().model._meta.db_table


@cache
def _statement(boards: tuple[tuple[Board, int], ...], with_names: bool) -> str:
    """A row for each place. Of all periods of a board a player has a place in one at most."""
    asked = ", ".join(
        f"({number}, {board.value}, CAST(%(period_{number}_{at})s AS integer))"
        for number, (board, periods) in enumerate(boards)
        for at in range(periods)
    )
    columns, tables = "value, CAST(reached_at AS text) AS reached_at", f"{_STANDING} place"
    where = (
        "place.player_id = circle.player_id "
        "AND place.board = asked.board AND place.period = asked.period"
    )
    if with_names:
        columns, tables = f"{columns}, name, country", f"{tables} CROSS JOIN {_PLAYER} player"
        where = f"{where} AND player.id = circle.player_id"
    place = f"{tables} WHERE {where}"
    # SQLite keeps to the order of a CROSS JOIN. PostgreSQL would weigh reading all of a board, or
    # all players, against it; a limit, where there is one row at most, keeps it from doing so.
    if connection.vendor == "postgresql":
        place = f"LATERAL (SELECT {columns} FROM {place} LIMIT 1) found"  # noqa: S608
        columns = "found.*"
    return f"""
        WITH asked (number, board, period) AS (VALUES {asked}), circle (player_id) AS (
            SELECT friend_id FROM {_FRIENDSHIP} WHERE player_id = %(me)s
            UNION ALL SELECT %(me)s
        )
        SELECT asked.number, circle.player_id, {columns}
        FROM circle CROSS JOIN asked CROSS JOIN {place}
    """  # noqa: S608
