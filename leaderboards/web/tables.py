"""A board as pages show it: line by line, with the reader's place."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from django.utils.functional import Promise

from challenges.models import Player
from leaderboards.boards import Span
from leaderboards.ranking import Board
from leaderboards.services.places import Chosen, Mine, Page, page_of
from leaderboards.web.charts import Chart, chart_of
from leaderboards.web.cursors import cursor_of
from leaderboards.web.texts import (
    MEANINGS,
    NAMES,
    beaten_label,
    chart_text,
    rank_label,
    unit,
    value_label,
)


@dataclass(frozen=True, slots=True)
class Line:
    rank: int
    is_shared: bool
    player_id: uuid.UUID
    name: str
    value: int
    is_mine: bool


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
    counts = {"players": players, "is_listed": mine.is_listed}
    return MyPlace(
        board=board,
        rank=mine.rank.rank,
        is_shared=sharing > mine.is_listed,
        value=mine.place.value,
        is_listed=mine.is_listed,
        rank_label=rank_label(mine.rank, **counts),
        beaten_label=beaten_label(mine.rank, **counts),
    )


class BoardTable:
    def __init__(self, page: Page, reader: Player | None) -> None:
        self.page, self.reader = page, reader
        self.board, self.players = page.chosen.board, page.players
        self.counts: Mapping[int, int] = dict(page.distribution)

    @property
    def code(self) -> str:
        return self.board.code

    @property
    def period(self) -> str:
        return self.page.chosen.period

    @property
    def name(self) -> Promise:
        return NAMES[self.board]

    @property
    def meaning(self) -> Promise:
        return MEANINGS[self.board]

    @property
    def unit(self) -> str:
        return unit(self.board)

    @cached_property
    def lines(self) -> list[Line]:
        return [
            Line(
                rank=row.rank,
                is_shared=self.counts[row.value] > 1,
                player_id=row.player_id,
                name=row.name,
                value=row.value,
                is_mine=self.reader is not None and row.player_id == self.reader.pk,
            )
            for row in self.page.rows
        ]

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
        return chart_of(self.page.distribution, self.mine.value if self.mine else None)

    @property
    def chart_text(self) -> str:
        chart = self.chart
        if chart is None:
            return ""
        numbers = {"low": chart.low, "median": chart.median, "high": chart.high}
        return chart_text(self.board, **numbers, mine=chart.mine)

    @property
    def next(self) -> str | None:
        return cursor_of(self.page.next, "after") if self.page.next else None

    @property
    def previous(self) -> str | None:
        return cursor_of(self.page.previous, "before") if self.page.previous else None


def first_rows(chosen: Chosen, reader: Player | None, count: int) -> BoardTable:
    return BoardTable(page_of(chosen, reader, Span(after=count)), reader)
