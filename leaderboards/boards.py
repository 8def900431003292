"""Reading boards: rows, ranks and counts of one answer, in one statement and so one snapshot.

What a statement costs does not depend on how many players there are: a row of counts for each
period, the few changes that are not folded in, and ranges of the index that holds the order. Most
boards have one period; that of the streaks has one for each last date that is still alive.
"""

import datetime
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, models
from django.utils import timezone

from challenges.models import Player
from leaderboards.histograms import unpack
from leaderboards.models import CountChange, Histogram, Standing
from leaderboards.ranking import Board, Distribution, Place, ranks_of

Periods = Sequence[int]


@dataclass(frozen=True, slots=True)
class Position:
    """Where somebody stands, or would stand, in the order of a board."""

    place: Place
    player_id: uuid.UUID


@dataclass(frozen=True, slots=True)
class Row:
    rank: int
    player_id: uuid.UUID
    name: str
    country: str
    value: int
    position: Position


@dataclass(frozen=True, slots=True)
class BoardPage:
    players: int
    distribution: Distribution
    rows: list[Row]
    has_before: bool
    has_after: bool
    mine: Place | None
    """The place of the player it was asked for, where that one is on the board."""


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
    counts, rows, mine = Counter[int](), list[_Read](), None
    for read in _read(_parts_of_board(board, periods, span, player_id)):
        if read.kind == COUNTS:
            counts.update(_counted(read))
        elif read.kind == MINE:
            mine = Place(read.value, read.reached_at)
        else:
            rows.append(read)
    distribution = _distribution(counts)
    page, has_before, has_after = _page(rows, span)
    ranks = ranks_of(distribution)
    return BoardPage(
        players=sum(counts.values()),
        distribution=distribution,
        rows=[_row(read, ranks[read.value]) for read in page],
        has_before=has_before,
        has_after=has_after,
        mine=mine,
    )


def read_counts(boards: Sequence[tuple[Board, Periods]]) -> list[Distribution]:
    """The distributions of several boards, in one snapshot."""
    found = [Counter[int]() for _ in boards]
    parts = [
        part
        for number, (board, periods) in enumerate(boards)
        for part in _parts_of_counts(board, periods, number)
    ]
    for read in _read(parts):
        found[read.number].update(_counted(read))
    return [_distribution(counts) for counts in found]


@dataclass(frozen=True, slots=True)
class BoardCounts:
    distribution: Distribution
    mine: Place | None
    """The place of the player it was asked for, where that one is on the board."""


def read_places(
    boards: Sequence[tuple[Board, Periods]], *, player_id: uuid.UUID | None
) -> list[BoardCounts]:
    """The distributions of several boards and a player's places on them, in one snapshot."""
    counts = [Counter[int]() for _ in boards]
    places: dict[int, Place] = {}
    for read in _read(list(_parts_of_places(boards, player_id))):
        if read.kind == MINE:
            places[read.number] = Place(read.value, read.reached_at)
        else:
            counts[read.number].update(_counted(read))
    return [
        BoardCounts(_distribution(held), places.get(number)) for number, held in enumerate(counts)
    ]


def read_days(periods: Periods) -> dict[int, Distribution]:
    """The distributions of the boards of many days, in one snapshot; none where nobody played."""
    found: dict[int, Counter[int]] = {}
    for read in _read(_parts_of_days(periods)):
        found.setdefault(read.number, Counter()).update(_counted(read))
    return {period: _distribution(counts) for period, counts in found.items()}


def _distribution(counts: Counter[int]) -> Distribution:
    return sorted(((value, count) for value, count in counts.items() if count), reverse=True)


def _page(rows: "list[_Read]", span: Span) -> tuple[list["_Read"], bool, bool]:
    """One more than wanted was read on each side: whether it is there says if the board goes on."""
    before = sorted((row for row in rows if row.kind == BEFORE), key=_order)
    after = sorted((row for row in rows if row.kind == AFTER), key=_order)
    kept = before[-span.before :] if span.before else []
    return (
        [*kept, *after[: span.after]],
        len(before) > span.before,
        len(after) > span.after,
    )


def _order(read: "_Read") -> tuple[int, datetime.datetime, uuid.UUID]:
    return -read.value, read.reached_at, read.player_id


def _row(read: "_Read", rank: int) -> Row:
    place = Place(read.value, read.reached_at)
    position = Position(place, read.player_id)
    return Row(rank, read.player_id, read.name, read.country, read.value, position)


# --- The statement ---------------------------------------------------------------------------

COUNTS, MINE, BEFORE, AFTER = range(4)

_STANDING, _PLAYER = Standing._meta.db_table, Player._meta.db_table
_HISTOGRAM, _CHANGE = Histogram._meta.db_table, CountChange._meta.db_table

# The columns that all parts have, with their types: of a part that leaves one out it is null.
_COLUMNS = {
    "kind": "integer",
    "number": "integer",
    "value": "integer",
    "change": "integer",
    "players": "bytea",
    "player_id": "uuid",
    "reached_at": "timestamptz",
    "name": "varchar",
    "country": "varchar",
}


@dataclass(frozen=True, slots=True)
class _Part:
    sql: str
    parameters: list[Any] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Read:
    kind: int
    number: int
    value: int
    change: int
    players: bytes | memoryview | None
    player_id: uuid.UUID
    reached_at: datetime.datetime
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


def _parts_of_counts(board: Board, periods: Periods, number: int = 0) -> Iterator[_Part]:
    for period in periods:
        where = "WHERE board = %s AND period = %s"
        key = [board.value, period]
        head = {"kind": str(COUNTS), "number": str(number)}
        yield _select(f"{_HISTOGRAM} {where}", key, **head, players="players")
        yield _select(f"{_CHANGE} {where}", key, **head, value="value", change="change")


def _parts_of_places(
    boards: Sequence[tuple[Board, Periods]], player_id: uuid.UUID | None
) -> Iterator[_Part]:
    for number, (board, periods) in enumerate(boards):
        yield from _parts_of_counts(board, periods, number)
        for period in periods if player_id else ():
            yield _part_of_player(board, period, player_id, number)


def _parts_of_days(periods: Periods) -> list[_Part]:
    marks = ", ".join(["%s"] * len(periods))
    where = f"WHERE board = {Board.DAY.value} AND period IN ({marks})"
    head = {"kind": str(COUNTS), "number": "period"}
    return [
        _select(f"{_HISTOGRAM} {where}", [*periods], **head, players="players"),
        _select(f"{_CHANGE} {where}", [*periods], **head, value="value", change="change"),
    ]


def _part_of_player(
    board: Board, period: int, player_id: uuid.UUID | None, number: int = 0
) -> _Part:
    source = f"{_STANDING} WHERE player_id = %s AND board = %s AND period = %s"
    parameters = [_to_database("player", player_id), board.value, period]
    head = {"kind": str(MINE), "number": str(number)}
    return _select(source, parameters, **head, value="value", reached_at="reached_at")


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
        _to_database("reached_at", reached_at),
        _to_database("player", span.position.player_id),
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
    names = ("value", "player_id", "reached_at", "name", "country")
    return _select(
        f"({rows}) page JOIN {_PLAYER} player ON player.id = page.player_id",
        [board.value, period, *wanted.parameters, wanted.count + 1],
        kind=str(wanted.kind),
        **{name: name for name in names},
    )


def _read(parts: Iterator[_Part] | list[_Part]) -> Iterator[_Read]:
    found = list(parts)
    statement = " UNION ALL ".join(part.sql for part in found)
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for part in found for value in part.parameters])
        rows = cursor.fetchall()
    for kind, number, value, change, players, player_id, reached_at, name, country in rows:
        yield _Read(
            kind,
            number,
            value,
            change,
            players,
            player_id and Player._meta.pk.to_python(player_id),
            reached_at and _moment(reached_at),
            name,
            country,
        )


def _counted(read: _Read) -> Counter[int]:
    if read.players is None:
        return Counter({read.value: read.change})
    return unpack(read.players)


def _to_database(name: str, value: Any) -> Any:
    column: models.Field[Any, Any] = Standing._meta.get_field(name)  # type: ignore[assignment]
    return column.get_db_prep_value(value, connection)


def _moment(value: datetime.datetime | str) -> datetime.datetime:
    """SQLite keeps moments as text, in UTC and without saying so."""
    if isinstance(value, str):
        value = datetime.datetime.fromisoformat(value)
    return timezone.make_aware(value, datetime.UTC) if timezone.is_naive(value) else value
