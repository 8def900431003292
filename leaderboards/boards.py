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
from dataclasses import dataclass, field
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
        return Position(Place(self.value, _moment(self.reached_at)), self.player_id)


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


def read_board(
    board: Board, periods: Periods, span: Span, *, player_id: uuid.UUID | None = None
) -> BoardPage:
    reads = _read(_parts_of_board(board, periods, span, player_id))
    counts = Counts(_reaching(reads))
    page, has_before, has_after = _page(reads, span)
    mine = next((read for read in reads if read.kind == MINE), None)
    return BoardPage(
        counts=counts,
        rows=[_row(read, counts) for read in page],
        has_before=has_before,
        has_after=has_after,
        mine=Place(mine.value, _moment(mine.reached_at)) if mine else None,
    )


def read_days(periods: Periods) -> dict[int, Distribution]:
    """The distributions of the boards of many days, in one snapshot; none where nobody played."""
    found: dict[int, list[_Read]] = {}
    for read in _read(_parts_of_days(periods)):
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
    before = sorted((read for read in reads if read.kind == BEFORE), key=_order)
    after = sorted((read for read in reads if read.kind == AFTER), key=_order)
    kept = before[-span.before :] if span.before else []
    return (
        [*kept, *after[: span.after]],
        len(before) > span.before,
        len(after) > span.after,
    )


def _order(read: "_Read") -> tuple[int, str, uuid.UUID | str]:
    """Moments in one zone are in order as texts too: "+" and "." come before all digits."""
    return -read.value, read.reached_at, read.player_id


def _row(read: "_Read", counts: Counts) -> Row:
    rank = counts.above(read.value) + 1
    player_id = _id(read.player_id)
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


@dataclass(frozen=True, slots=True)
class _Part:
    sql: str
    parameters: list[Any] = field(default_factory=list)


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


def _select(source: str, parameters: list[Any], **columns: str) -> _Part:
    listed = ", ".join(
        columns.get(name, f"CAST(NULL AS {kind})") + f" AS {name}"
        for name, kind in _COLUMNS.items()
    )
    return _Part(f"SELECT {listed} FROM {source}", parameters)  # noqa: S608


def _parts_of_board(
    board: Board, periods: Periods, span: Span, player_id: uuid.UUID | None
) -> Iterator[_Part]:
    yield from _parts_of_counts(board, periods)
    for period in periods:
        if player_id:
            yield _part_of_player(board, period, player_id)
        yield from _parts_of_page(board, period, span)


def _parts_of_counts(board: Board, periods: Periods) -> Iterator[_Part]:
    for period in periods:
        where = "WHERE board = %s AND period = %s"
        yield from _parts_of_histograms(where, [board.value, period])


def _parts_of_days(periods: Periods) -> Iterator[_Part]:
    marks = ", ".join(["%s"] * len(periods))
    where = f"WHERE board = {Board.DAY.value} AND period IN ({marks})"
    return _parts_of_histograms(where, [*periods])


def _parts_of_histograms(where: str, parameters: list[Any]) -> Iterator[_Part]:
    yield _select(
        f"{_HISTOGRAM} {where}", parameters, kind=str(COUNTS), period="period", players="players"
    )
    yield _select(
        f"{_CHANGE} {where} GROUP BY period, value",
        parameters,
        kind=str(CHANGES),
        period="period",
        value="value",
        change="CAST(SUM(change) AS integer)",
    )


def _part_of_player(board: Board, period: int, player_id: uuid.UUID) -> _Part:
    source = f"{_STANDING} WHERE player_id = %s AND board = %s AND period = %s"
    parameters = [to_database("player", player_id), board.value, period]
    return _select(source, parameters, kind=str(MINE), value="value", reached_at=_REACHED_AT)


@dataclass(frozen=True, slots=True)
class _Range:
    """So many rows on one side of a position, of those that meet a condition."""

    kind: int
    count: int
    condition: str = "TRUE"
    parameters: tuple[Any, ...] = ()


def _parts_of_page(board: Board, period: int, span: Span) -> Iterator[_Part]:
    return (_part_of_range(board, period, wanted) for wanted in _ranges(span))


def _ranges(span: Span) -> Iterator[_Range]:
    """Two a side: of one with OR the database would read the whole tie."""
    if span.position is None:
        yield _Range(AFTER, span.after)
        return
    value, reached_at = span.position.place.value, span.position.place.reached_at
    in_tie = (
        value,
        to_database("reached_at", reached_at),
        to_database("player", span.position.player_id),
    )
    later, earlier = (">=", "<") if span.is_included else (">", "<=")
    tie = "value = %s AND (reached_at, player_id)"
    yield _Range(AFTER, span.after, f"{tie} {later} (%s, %s)", in_tie)
    yield _Range(AFTER, span.after, "value < %s", (value,))
    yield _Range(BEFORE, span.before, f"{tie} {earlier} (%s, %s)", in_tie)
    yield _Range(BEFORE, span.before, "value > %s", (value,))


def _part_of_range(board: Board, period: int, wanted: _Range) -> _Part:
    """The first rows of a range in the order of the board, or the last ones before its end."""
    order = "value DESC, reached_at, player_id"
    if wanted.kind == BEFORE:
        order = "value, reached_at DESC, player_id DESC"
    rows = (
        f"SELECT value, reached_at, player_id FROM {_STANDING} "  # noqa: S608
        f"WHERE board = %s AND period = %s AND {wanted.condition} ORDER BY {order} LIMIT %s"
    )
    return _select(
        f"({rows}) page JOIN {_PLAYER} player ON player.id = page.player_id",
        [board.value, period, *wanted.parameters, wanted.count + 1],
        kind=str(wanted.kind),
        reached_at=_REACHED_AT,
        **{name: name for name in ("value", "player_id", "name", "country")},
    )


def _read(parts: Iterator[_Part]) -> list[_Read]:
    found = list(parts)
    statement = " UNION ALL ".join(part.sql for part in found)
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for part in found for value in part.parameters])
        return list(starmap(_Read, cursor.fetchall()))


def to_database(name: str, value: Any) -> Any:
    """A value of a standing as a parameter of a statement."""
    column: models.Field[Any, Any] = Standing._meta.get_field(name)  # type: ignore[assignment]
    return column.get_db_prep_value(value, connection)


def _id(value: uuid.UUID | str) -> uuid.UUID:
    """SQLite keeps ids as text."""
    return value if isinstance(value, uuid.UUID) else uuid.UUID(value)


def _moment(text: str) -> datetime.datetime:
    """In UTC, which SQLite does not say."""
    value = datetime.datetime.fromisoformat(text)
    return timezone.make_aware(value, datetime.UTC) if timezone.is_naive(value) else value
