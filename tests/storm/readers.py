"""What every reader of a board may rely on, whatever happens meanwhile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from leaderboards.boards import BoardPage, Row, Span, read_board
from leaderboards.ranking import Board, period_of
from tests.storm.prepared import DATES

EVERYBODY = Span(after=100_000)
PERIODS = [period_of(date) for date in DATES]
BOARDS: list[tuple[Board, Sequence[int]]] = [
    *((Board.DAY, [period]) for period in PERIODS),
    (Board.BEST_DAY, [0]),
    (Board.STREAK, PERIODS),
    (Board.LONGEST_STREAK, [0]),
    (Board.ADVENT, [DATES[0].year]),
]
NEVER_EXCUSED = DATES[::2]

Acknowledged = Mapping[tuple[str, str], int]
"""Totals by player and date, of games that were answered as finished."""


def check_boards(acknowledged: Acknowledged, board: Board, periods: Sequence[int]) -> None:
    """`acknowledged` before the board is read, and only of players who are listed throughout."""
    page = read_board(board, periods, EVERYBODY)
    check_page(page)
    assert not page.has_after
    assert len(page.rows) == page.counts.players
    assert Counter(row.value for row in page.rows) == dict(page.distribution)
    rows = {str(row.player_id): row for row in page.rows}
    assert len(rows) == len(page.rows), "somebody is there twice"
    check_nobody_is_missing(acknowledged, board, periods, rows)
    if page.rows:
        check_middle(board, periods, page.rows[len(page.rows) // 2])


def check_page(page: BoardPage) -> None:
    values = [value for value, _ in page.distribution]
    assert values == sorted(set(values), reverse=True)
    assert all(players > 0 for _, players in page.distribution)
    assert page.counts.players == sum(players for _, players in page.distribution)
    order = [(-row.value, row.position.place.reached_at, row.player_id) for row in page.rows]
    assert order == sorted(order)
    for row in page.rows:
        above = sum(players for value, players in page.distribution if value > row.value)
        assert row.rank == 1 + above, (row, page.distribution)


def check_middle(board: Board, periods: Sequence[int], row: Row) -> None:
    """A page around a position, where that row may have moved on meanwhile."""
    page = read_board(board, periods, Span(3, 3, row.position, is_included=True))
    check_page(page)
    assert len(page.rows) <= 6


def check_nobody_is_missing(
    acknowledged: Acknowledged, board: Board, periods: Sequence[int], rows: Mapping[str, Row]
) -> None:
    least = Counter[str]()
    for (player, date), total in acknowledged.items():
        period = int(date.replace("-", ""))
        if board is Board.DAY and period == periods[0]:
            assert rows[player].value == total
        elif board is Board.BEST_DAY:
            least[player] = max(least[player], total)
        elif board is Board.ADVENT and date[5:7] == "12":
            least[player] += total
        elif board in (Board.STREAK, Board.LONGEST_STREAK) and is_never_excused(date):
            least[player] = 1
    missing = [player for player in least if player not in rows]
    assert not missing, (board, missing)
    for player, value in least.items():
        assert rows[player].value >= value, (board, player)


def is_never_excused(date: str) -> bool:
    return date in map(str, NEVER_EXCUSED)


def steady(acknowledged: Acknowledged, players: Collection[str]) -> Acknowledged:
    return {key: total for key, total in acknowledged.items() if key[0] in players}
