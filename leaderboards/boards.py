"""Reading pages of boards: rows, ranks and counts, in one statement and so one snapshot.

What a statement costs does not depend on how many players there are: a row of counts for each
period, the few changes that are not folded in, and ranges of the index that holds the order. Most
boards have one period; that of the streaks has one for each last date that is still alive. Where
somebody ranks, and nothing else, is read in ranks.py.
"""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import starmap
from typing import Any, NamedTuple

from django.db import connection, models
from django.utils import timezone

from challenges.models import Player
from leaderboards.histograms import add, with_value
from leaderboards.models import CountChange, Histogram, Standing
from leaderboards.ranking import Board, Counts, Distribution, Place

Periods = Sequence[int]


@dataclass(frozen=True, slots=True)
class Position:
    """Where somebody stands, or would stand, in the order of a board."""

    place: Place
    player_id: uuid.UUID


class Row(NamedTuple):
    """A place of a page. Made fifty times an answer, so it is as light as can be."""

    rank: int
    player_id: uuid.UUID
    name: str
    country: str
    value: int
    reached_at: str
    """As the database writes it: seldom asked for, and slow to read."""

    @property
    def position(self) -> Position:
        return Position(Place(self.value, moment_of(self.reached_at)), self.player_id)


@dataclass(frozen=True, slots=True)
class BoardPage:
    counts: Counts
    rows: list[Row]
    has_before: bool
    has_after: bool
    mine: Place | None
    """The place of the player it was asked for, where that one is on the board."""

    @property
    def distribution(self) -> Distribution:
        return _distribution(self.counts.reaching)


# --- Pages -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Span:
    """Which rows of a board are wanted: so many before a position, and so many from it on.

    Without a position it is the beginning. The row that stands at the position itself is the
    first of those from it on if `is_included`, else the last of those before it.
    """

    after: int
    before: int = 0
    position: Position | None = None
    is_included: bool = False

    @property
    def shape(self) -> "Shape":
        return Shape(self.after, self.before, self.position is not None, self.is_included)


class Shape(NamedTuple):
    """What a statement is made for; the position itself is among its parameters."""

    after: int
    before: int
    has_position: bool
    is_included: bool


def read_board(
    board: Board, periods: Periods, span: Span, *, player_id: uuid.UUID | None = None
) -> BoardPage:
    statement = _statement_of_board(board, len(periods), span.shape, player_id is not None)
    reads = _read(statement, _parameters(periods, span, player_id))
    counts = Counts(_reaching(reads))
    page, has_before, has_after = _page(reads, span)
    mine = next((read for read in reads if read.kind == MINE), None)
    return BoardPage(
        counts=counts,
        rows=[_row(read, counts) for read in page],
        has_before=has_before,
        has_after=has_after,
        mine=Place(mine.value, moment_of(mine.reached_at)) if mine else None,
    )


def read_days(periods: Periods) -> dict[int, Distribution]:
    """The distributions of the boards of many days, in one snapshot; none where nobody played."""
    found: dict[int, list[_Read]] = {}
    for read in _read(_statement_of_days(len(periods)), _parameters(periods)):
        found.setdefault(read.period, []).append(read)
    return {period: _distribution(_reaching(reads)) for period, reads in found.items()}


def _reaching(reads: "list[_Read]") -> Sequence[int]:
    changes = Counter[int]()
    for read in reads:
        if read.kind == CHANGES:
            changes[read.value] += read.change
    return add((read.players for read in reads if read.kind == COUNTS), changes)


def _distribution(reaching: Sequence[int]) -> Distribution:
    return [*with_value(reaching)][::-1]


def _page(reads: "list[_Read]", span: Span) -> tuple[list["_Read"], bool, bool]:
    """One more than wanted was read on each side: whether it is there says if the board goes on."""
    before = sorted((read for read in reads if read.kind == BEFORE), key=order_of)
    after = sorted((read for read in reads if read.kind == AFTER), key=order_of)
    kept = before[-span.before :] if span.before else []
    return (
        [*kept, *after[: span.after]],
        len(before) > span.before,
        len(after) > span.after,
    )


def order_of(read: "_Read | Row") -> tuple[int, str, uuid.UUID | str]:
    """Moments in one zone are in order as texts too: "+" and "." come before all digits."""
    return -read.value, read.reached_at, read.player_id


def _row(read: "_Read", counts: Counts) -> Row:
    rank = counts.above(read.value) + 1
    player_id = to_id(read.player_id)
    return Row(rank, player_id, read.name, read.country, read.value, read.reached_at)


# --- The statement ---------------------------------------------------------------------------

COUNTS, CHANGES, MINE, BEFORE, AFTER = range(5)

_STANDING, _PLAYER = Standing._meta.db_table, Player._meta.db_table
_HISTOGRAM, _CHANGE = Histogram._meta.db_table, CountChange._meta.db_table

# The columns that all parts have, with their types: of a part that leaves one out it is null.
_COLUMNS = {
    "kind": "integer",
    "period": "integer",
    "value": "integer",
    "change": "integer",
    "players": "bytea",
    "player_id": "uuid",
    "reached_at": "text",
    "name": "varchar",
    "country": "varchar",
}


# A moment as text, to be read only where it is asked for: fifty of them take longer than the rest.
_REACHED_AT = "CAST(reached_at AS text)"


class _Read(NamedTuple):
    """What a kind has none of is null, whatever is said here."""

    kind: int
    period: int
    value: int
    change: int
    players: bytes | memoryview
    player_id: uuid.UUID | str
    reached_at: str
    name: str
    country: str


def _read(statement: str, parameters: dict[str, Any]) -> list[_Read]:
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return list(starmap(_Read, cursor.fetchall()))


def _parameters(
    periods: Periods, span: Span | None = None, player_id: uuid.UUID | None = None
) -> dict[str, Any]:
    found: dict[str, Any] = {f"period_{number}": period for number, period in enumerate(periods)}
    if player_id:
        found["me"] = to_database("player", player_id)
    if span and span.position:
        found["value"] = span.position.place.value
        found["reached_at"] = to_database("reached_at", span.position.place.reached_at)
        found["player"] = to_database("player", span.position.player_id)
    return found


@cache
def _statement_of_board(board: Board, periods: int, shape: Shape, with_player: bool) -> str:
    parts = _parts_of_counts(board, periods)
    if with_player:
        parts.append(_part_of_player(board, periods))
    parts += [_part_of_side(board, periods, side) for side in _sides(shape)]
    return " UNION ALL ".join(parts)


@cache
def _statement_of_days(periods: int) -> str:
    return " UNION ALL ".join(_parts_of_counts(Board.DAY, periods))


def _select(source: str, kind: int, **columns: str) -> str:
    columns["kind"] = str(kind)
    listed = ", ".join(
        columns.get(name, f"CAST(NULL AS {kind})") + f" AS {name}"
        for name, kind in _COLUMNS.items()
    )
    return f"SELECT {listed} FROM {source}"  # noqa: S608


def _parts_of_counts(board: Board, periods: int) -> list[str]:
    where = of_board(board, periods)
    change = {"value": "value", "change": "CAST(SUM(change) AS integer)"}
    return [
        _select(f"{_HISTOGRAM} WHERE {where}", COUNTS, period="period", players="players"),
        _select(
            f"{_CHANGE} WHERE {where} GROUP BY period, value", CHANGES, period="period", **change
        ),
    ]


def _part_of_player(board: Board, periods: int) -> str:
    source = f"{_STANDING} WHERE player_id = %(me)s AND {of_board(board, periods)}"
    return _select(source, MINE, value="value", reached_at=_REACHED_AT)


def of_board(board: Board, periods: int) -> str:
    """The condition of a statement whose parameters are `period_0` and so on."""
    marks = ", ".join(f"%(period_{number})s" for number in range(periods))
    return f"board = {board.value} AND period IN ({marks})"


@dataclass(frozen=True, slots=True)
class _Side:
    """The rows on one side of a position: those that meet one of the conditions.

    Of two conditions joined with OR the database would read the whole tie.
    """

    kind: int
    count: int
    order: str
    conditions: Sequence[str]


_FORWARD = "value DESC, reached_at, player_id"
_BACKWARD = "value, reached_at DESC, player_id DESC"


def _sides(shape: Shape) -> Iterator[_Side]:
    if not shape.has_position:
        yield _Side(AFTER, shape.after + 1, _FORWARD, ["TRUE"])
        return
    later, earlier = (">=", "<") if shape.is_included else (">", "<=")
    tie = "value = %(value)s AND (reached_at, player_id)"
    position = "(%(reached_at)s, %(player)s)"
    after = [f"{tie} {later} {position}", "value < %(value)s"]
    yield _Side(AFTER, shape.after + 1, _FORWARD, after)
    before = [f"{tie} {earlier} {position}", "value > %(value)s"]
    yield _Side(BEFORE, shape.before + 1, _BACKWARD, before)


def _part_of_side(board: Board, periods: int, side: _Side) -> str:
    """The first rows of each range of the index, of them those that come first, and their names.

    How many is written into the statement: of a parameter the database would not know, when it
    plans once for all, how few they are.
    """
    first = f"ORDER BY {side.order} LIMIT {side.count}"
    ranges = [
        f"SELECT value, reached_at, player_id FROM {_STANDING} "  # noqa: S608
        f"WHERE board = {board.value} AND period = %(period_{number})s AND {condition} {first}"
        for number in range(periods)
        for condition in side.conditions
    ]
    rows = " UNION ALL ".join(
        f"SELECT * FROM ({rows}) range_{number}"  # noqa: S608
        for number, rows in enumerate(ranges)
    )
    if len(ranges) > 1:
        rows = f"SELECT * FROM ({rows}) ranges {first}"  # noqa: S608
    return _select(
        f"({rows}) page JOIN {_PLAYER} player ON player.id = page.player_id",
        side.kind,
        reached_at=_REACHED_AT,
        **{name: name for name in ("value", "player_id", "name", "country")},
    )


def to_database(name: str, value: Any) -> Any:
    """A value of a standing as a parameter of a statement."""
    column: models.Field[Any, Any] = Standing._meta.get_field(name)  # type: ignore[assignment]
    return column.get_db_prep_value(value, connection)


def to_id(value: uuid.UUID | str) -> uuid.UUID:
    """SQLite keeps ids as text."""
    return value if isinstance(value, uuid.UUID) else uuid.UUID(value)


def moment_of(text: str) -> datetime.datetime:
    """In UTC, which SQLite does not say."""
    value = datetime.datetime.fromisoformat(text)
    return timezone.make_aware(value, datetime.UTC) if timezone.is_naive(value) else value
