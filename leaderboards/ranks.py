"""Reading where somebody ranks on several boards, in one statement and so one snapshot.

Of a histogram three numbers are read, at whatever length, and the changes that are not folded in
are added up by the database: it takes little more than asking it for anything at all.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from django.db import connection

from leaderboards.boards import Periods, moment_of, to_database
from leaderboards.histograms import WIDTH, number
from leaderboards.models import CountChange, Histogram, Standing
from leaderboards.ranking import Board, Place, Rank, rank_of


@dataclass(frozen=True, slots=True)
class Asked:
    """A board, and what is to be ranked on it: the player's own place, or the one given."""

    board: Board
    periods: Periods
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    players: int
    mine: tuple[Rank, Place] | None = None
    """None of who is not on the board."""


class _Read(NamedTuple):
    """Of one period; what is changed is that of all periods of the board, in each row the same."""

    board: int
    value: int | None
    reached_at: str | None
    players: bytes | memoryview | None
    beside: bytes | memoryview | None
    """Who has the value or more, and who has more."""
    change: int | None
    change_above: int | None
    change_below: int | None


def read_ranks(asked: Sequence[Asked], *, player_id: uuid.UUID | None = None) -> list[Ranked]:
    """The ranks of a listed player, or with no player those of the given values."""
    parameters: dict[str, Any] = {}
    for place, one in enumerate(asked):
        names = (f"period_{place}_{number}" for number in range(len(one.periods)))
        parameters |= zip(names, one.periods, strict=True)
        if not player_id:
            parameters[f"value_{place}"] = one.place and one.place.value
    if player_id:
        parameters["player"] = to_database("player", player_id)
    boards = tuple((one.board, len(one.periods)) for one in asked)
    found: list[list[_Read]] = [[] for _ in asked]
    with connection.cursor() as cursor:
        cursor.execute(_statement(boards, player_id is not None), parameters)
        for row in cursor.fetchall():
            found[row[0]].append(_Read(*row))
    is_listed = player_id is not None
    return [
        _ranked(reads, one.place, is_listed=is_listed)
        for one, reads in zip(asked, found, strict=True)
    ]


_STANDING = Standing._meta.db_table
_HISTOGRAM, _CHANGE = Histogram._meta.db_table, CountChange._meta.db_table


@cache
def _statement(boards: tuple[tuple[Board, int], ...], of_player: bool) -> str:
    return " UNION ALL ".join(
        _part(place, board, periods, of_player) for place, (board, periods) in enumerate(boards)
    )


def _part(place: int, board: Board, periods: int, of_player: bool) -> str:
    """A row for each period of a board. No value is written into it."""
    names = [f"%(period_{place}_{number})s" for number in range(periods)]
    marks, rows = ", ".join(names), ", ".join(f"(CAST({name} AS integer))" for name in names)
    mine = f"SELECT CAST(%(value_{place})s AS integer) AS value, CAST(NULL AS text) AS reached_at"
    if of_player:
        mine = (
            f"SELECT value, CAST(reached_at AS text) AS reached_at FROM {_STANDING} "  # noqa: S608
            f"WHERE player_id = %(player)s AND board = {board.value} AND period IN ({marks})"
        )
    first = f"substr(players, 1, {WIDTH})"
    beside = f"substr(players, {WIDTH} * mine.value + 1, {2 * WIDTH})"
    return f"""
        SELECT * FROM (
            WITH asked (period) AS (VALUES {rows}), mine AS ({mine})
            SELECT {place}, mine.value, mine.reached_at, {first}, {beside}, changed.*
            FROM asked LEFT JOIN mine ON TRUE
            LEFT JOIN {_HISTOGRAM} counts
                ON counts.board = {board.value} AND counts.period = asked.period
            CROSS JOIN (
                SELECT SUM(change),
                    SUM(change) FILTER (WHERE value > (SELECT value FROM mine)),
                    SUM(change) FILTER (WHERE value < (SELECT value FROM mine))
                FROM {_CHANGE} WHERE board = {board.value} AND period IN ({marks})
            ) changed
        ) of_board_{place}
    """  # noqa: S608


def _ranked(reads: list[_Read], place: Place | None, *, is_listed: bool) -> Ranked:
    change, change_above, change_below = (each or 0 for each in reads[0][5:])
    players = change + sum(number(read.players or b"") for read in reads)
    if reads[0].value is not None and reads[0].reached_at:
        place = Place(reads[0].value, moment_of(reads[0].reached_at))
    if place is None:
        return Ranked(players)
    beside = [bytes(read.beside or b"") for read in reads]
    reaching = sum(number(each[:WIDTH]) for each in beside)
    above = change_above + sum(number(each[WIDTH:]) for each in beside)
    below = change_below + players - change - reaching
    rank = rank_of(above=above, below=below, others=players - is_listed)
    return Ranked(players, (rank, place))
