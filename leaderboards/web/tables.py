"""A board as pages show it: line by line, with the reader's place."""

import datetime
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise

from challenges.models import Player
from leaderboards.boards import Position, Row, Span
from leaderboards.ranking import Board
from leaderboards.services.among import first_among_friends
from leaderboards.services.cursors import Side, cursor_of
from leaderboards.services.places import Chosen, Mine, Page, page_of
from leaderboards.web.charts import Chart, chart_of
from leaderboards.web.texts import (
    MEANINGS,
    NAMES,
    beaten_label,
    chart_text,
    rank_label,
    unit,
    value_label,
)

LINES_ABOVE = 4
FRIENDS = "friends"


@dataclass(frozen=True, slots=True)
class Line:
    rank: int
    is_shared: bool
    player_id: uuid.UUID
    name: str
    value: int
    is_mine: bool = False
    is_listed: bool = True
    """No line of the board, but where the reader would stand on it."""


@dataclass(frozen=True, slots=True)
class MyPlace:
    """Where the reader stands on a board, or would stand."""

    board: Board
    rank: int
    is_shared: bool
    value: int
    is_listed: bool
    rank_label: str
    beaten_label: str

    @property
    def value_label(self) -> str:
        return value_label(self.board, self.value)


def my_place(board: Board, mine: Mine, *, players: int, sharing: int = 0) -> MyPlace:
    """`sharing`: how many on the board have the same value, the reader included."""
    return MyPlace(
        board=board,
        rank=mine.rank.rank,
        is_shared=sharing > mine.is_listed,
        value=mine.place.value,
        is_listed=mine.is_listed,
        rank_label=rank_label(mine.rank, players=players, is_listed=mine.is_listed),
        beaten_label=beaten_label(mine.rank, players=players, is_listed=mine.is_listed),
    )


class BoardTable:
    def __init__(
        self, page: Page, reader: Player | None, *, is_among_friends: bool = False
    ) -> None:
        self.page, self.reader, self.is_among_friends = page, reader, is_among_friends
        self.board, self.players = page.chosen.board, page.players
        self.counts: Mapping[int, int] = dict(page.distribution)

    @property
    def code(self) -> str:
        return self.board.code

    @property
    def period(self) -> str:
        return self.page.chosen.period

    @property
    def among(self) -> str:
        """What the addresses of other pages say of it, behind something else."""
        return f"&among={FRIENDS}" if self.is_among_friends else ""

    @property
    def has_others(self) -> bool:
        """Somebody beside the reader is on the board."""
        return self.players > (self.mine is not None and self.mine.is_listed)

    @property
    def name(self) -> Promise:
        return NAMES[self.board]

    @property
    def meaning(self) -> Promise | str:
        return MEANINGS.get(self.board, "")

    @property
    def unit(self) -> str:
        return unit(self.board)

    @cached_property
    def lines(self) -> list[Line]:
        """The rows of the page; a reader who is not listed stands among them, too."""
        lines = [self._line(row) for row in self.page.rows]
        if self.my_line and (number := self._number_of_guest()) is not None:
            lines.insert(number, self.my_line)
        return lines

    def _line(self, row: Row) -> Line:
        return Line(
            rank=row.rank,
            is_shared=self.counts.get(row.value, 0) > 1,
            player_id=row.player_id,
            name=row.name,
            value=row.value,
            is_mine=self.reader is not None and row.player_id == self.reader.pk,
        )

    def _number_of_guest(self) -> int | None:
        """Before which row the reader would stand; None where that is on another page."""
        mine = self.page.mine
        if mine is None or mine.is_listed or self.reader is None:
            return None
        here = _order(Position(mine.place, self.reader.pk))
        number = sum(_order(row.position) < here for row in self.page.rows)
        is_before = number == 0 and self.page.previous is not None
        is_after = number == len(self.page.rows) and self.page.next is not None
        return None if is_before or is_after else number

    @property
    def my_line(self) -> Line | None:
        if self.mine is None or self.reader is None:
            return None
        return Line(
            rank=self.mine.rank,
            is_shared=self.mine.is_shared,
            player_id=self.reader.pk,
            name=self.reader.name,
            value=self.mine.value,
            is_mine=True,
            is_listed=self.mine.is_listed,
        )

    @cached_property
    def around_me(self) -> int:
        """The number of the line from which on the reader's own is in sight."""
        mine = next((number for number, line in enumerate(self.lines) if line.is_mine), 0)
        return max(0, mine - LINES_ABOVE)

    @cached_property
    def mine(self) -> MyPlace | None:
        if self.page.mine is None:
            return None
        sharing = self.counts.get(self.page.mine.place.value, 0)
        return my_place(self.board, self.page.mine, players=self.players, sharing=sharing)

    @property
    def is_mine_away(self) -> bool:
        """Not among the lines."""
        return self.mine is not None and not any(line.is_mine for line in self.lines)

    @cached_property
    def chart(self) -> Chart | None:
        return chart_of(
            self.page.distribution,
            self.mine.value if self.mine else None,
            is_among_friends=self.is_among_friends,
        )

    @property
    def chart_text(self) -> str:
        chart = self.chart
        if chart is None:
            return ""
        numbers = {"low": chart.low, "median": chart.median, "high": chart.high}
        return chart_text(self.board, **numbers, mine=chart.mine)

    @property
    def next(self) -> str | None:
        return cursor_of(self.page.chosen, self.page.next, Side.AFTER)

    @property
    def previous(self) -> str | None:
        return cursor_of(self.page.chosen, self.page.previous, Side.BEFORE)


def _order(position: Position) -> tuple[int, datetime.datetime, uuid.UUID]:
    return -position.place.value, position.place.reached_at, position.player_id


def first_rows(chosen: Chosen, reader: Player | None, count: int) -> BoardTable:
    return BoardTable(page_of(chosen, reader, Span(after=count)), reader)


def first_rows_among_friends(everybody: BoardTable, reader: Player, count: int) -> BoardTable:
    """Of a board of which everybody's is read: a reader who is not listed has the same place."""
    place = everybody.page.mine.place if everybody.page.mine and not reader.is_listed else None
    page = first_among_friends(everybody.page.chosen, reader, count, unlisted=place)
    return BoardTable(page, reader, is_among_friends=True)
