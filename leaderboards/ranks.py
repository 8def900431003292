"""Reading where somebody ranks on several boards, in one statement and so one snapshot.

Of a histogram three numbers are read, at whatever length, and the changes that are not folded in
are added up by the database: it takes little more than asking it for anything at all.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db import connection

from leaderboards.boards import Periods, to_database
from leaderboards.histograms import WIDTH, number
from leaderboards.models import CountChange, Histogram, Standing
from leaderboards.ranking import Board, Rank, rank_of


@dataclass(frozen=True, slots=True)
class Asked:
    """A board, and what is to be ranked on it: the player's own value, or the one given."""

    board: Board
    periods: Periods
    value: int | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    players: int
    mine: tuple[Rank, int] | None = None
    """The rank and its value; None of who is not on the board."""


class _Read(NamedTuple):
    """Of one period; what is changed is that of all periods of the board, in each row the same."""

    board: int
    value: int | None
    players: bytes | memoryview | None
    beside: bytes | memoryview | None
    """Who has the value or more, and who has more."""
    change: int | None
    change_above: int | None
    change_below: int | None


def read_ranks(asked: Sequence[Asked], *, player_id: uuid.UUID | None = None) -> list[Ranked]:
    """The ranks of a listed player, or with no player those of the given values."""
    statements, parameters = [], []
    for place, one in enumerate(asked):
        statement, values = _statement(place, one, player_id)
        statements.append(statement)
        parameters += values
    found: list[list[_Read]] = [[] for _ in asked]
    with connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(statements), parameters)
        for row in cursor.fetchall():
            found[row[0]].append(_Read(*row))
    return [_ranked(reads, is_listed=player_id is not None) for reads in found]


_STANDING = Standing._meta.db_table
_HISTOGRAM, _CHANGE = Histogram._meta.db_table, CountChange._meta.db_table


def _statement(place: int, asked: Asked, player_id: uuid.UUID | None) -> tuple[str, list[Any]]:
    """A row for each period. What is written into it are numbers of boards, and no values."""
    board, periods = asked.board.value, list(asked.periods)
    marks = ", ".join(["%s"] * len(periods))
    rows = ", ".join(["(CAST(%s AS integer))"] * len(periods))
    mine, parameters = "SELECT CAST(%s AS integer) AS value", [asked.value]
    if player_id:
        mine = (
            f"SELECT value FROM {_STANDING} "  # noqa: S608
            f"WHERE player_id = %s AND board = {board} AND period IN ({marks})"
        )
        parameters = [to_database("player", player_id), *periods]
    first = f"substr(players, 1, {WIDTH})"
    beside = f"substr(players, {WIDTH} * mine.value + 1, {2 * WIDTH})"
    statement = f"""
        SELECT * FROM (
            WITH asked (period) AS (VALUES {rows}), mine AS ({mine})
            SELECT {place}, mine.value, {first}, {beside}, changed.*
            FROM asked LEFT JOIN mine ON TRUE
            LEFT JOIN {_HISTOGRAM} counts ON counts.board = {board} AND counts.period = asked.period
            CROSS JOIN (
                SELECT SUM(change),
                    SUM(change) FILTER (WHERE value > (SELECT value FROM mine)),
                    SUM(change) FILTER (WHERE value < (SELECT value FROM mine))
                FROM {_CHANGE} WHERE board = {board} AND period IN ({marks})
            ) changed
        ) of_board_{place}
    """  # noqa: S608
    return statement, [*periods, *parameters, *periods]


def _ranked(reads: list[_Read], *, is_listed: bool) -> Ranked:
    change, change_above, change_below = (each or 0 for each in reads[0][4:])
    players = change + sum(number(read.players or b"") for read in reads)
    value = reads[0].value
    if value is None:
        return Ranked(players)
    beside = [bytes(read.beside or b"") for read in reads]
    reaching = sum(number(each[:WIDTH]) for each in beside)
    above = change_above + sum(number(each[WIDTH:]) for each in beside)
    below = change_below + players - change - reaching
    rank = rank_of(above=above, below=below, others=players - is_listed)
    return Ranked(players, (rank, value))
