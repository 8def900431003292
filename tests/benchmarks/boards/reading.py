"""Ranks and pages through Django's connection, against the least that it can be asked."""

from collections.abc import Callable
from functools import partial

from django.db import connection

from challenges.models import Player
from friends.services.friendships import MOST_FRIENDS
from leaderboards.among import read_board_among_friends, read_ranks_among_friends
from leaderboards.boards import Position, Span, read_board
from leaderboards.models import CountChange, Standing
from leaderboards.querysets import standings
from leaderboards.ranking import Board, Place
from leaderboards.ranks import Asked, read_ranks
from tests.benchmarks.boards.filling import BOARDS
from tests.benchmarks.boards.server import Database
from tests.benchmarks.boards.timing import Call, medians
from tests.benchmarks.report import Report, verdict

TIMES = 1000
CHANGES = (0, 100, 300)
LEAST = "select 1"
MOST_FOR_RANK, MOST_FOR_PAGE, MOST_FOR_SIZE = 2.0, 4.0, 1.2
PAGE = 50


def run(report: Report, databases: dict[int, Database]) -> None:
    """The databases by how many players they have."""
    for changes in CHANGES:
        found = _measured(databases, changes, ranks)
        report.title(f"Exact rank and share beaten; of each board {changes} changes not folded in")
        _tell(report, found, MOST_FOR_RANK)
    found = _measured(databases, 0, pages)
    report.title(f"A page of {PAGE} rows with ranks and names")
    _tell(report, found, MOST_FOR_PAGE)
    found = _measured(databases, 0, friends)
    report.title(f"Boards among {MOST_FRIENDS} friends")
    _tell(report, found, None)


def _tell(report: Report, found: dict[int, dict[str, float]], most: float | None) -> None:
    sizes = sorted(found)
    for size in sizes:
        least = found[size][LEAST]
        report.row(f"{size:,} players: {LEAST}", f"{least * 1e6:.0f} µs")
        for name, seconds in found[size].items():
            if name != LEAST:
                ratio = seconds / least
                value = f"{seconds * 1e6:.0f} µs"
                target = "no target" if most is None else verdict(ratio, most)
                report.row(f"  {name}", value, f"{ratio:.2f} x; {target}")
    for name in found[sizes[0]]:
        ratio = found[sizes[-1]][name] / found[sizes[0]][name]
        label = f"{name}: {sizes[-1]:,} against {sizes[0]:,} players"
        report.row(label, f"{ratio:.2f}", verdict(ratio, MOST_FOR_SIZE))


def _measured(
    databases: dict[int, Database], changes: int, calls_of: Callable[[], dict[str, Call]]
) -> dict[int, dict[str, float]]:
    """All sizes, and everything that is compared, in turn."""
    calls: dict[tuple[int, str], Call] = {}
    for size, database in databases.items():
        with database.in_use():
            _lay_about(changes)
            found = {LEAST: select_one, **calls_of()}
        calls |= {(size, name): call for name, call in found.items()}
    taken = medians(calls, TIMES, before=lambda key: databases[key[0]].use())
    return {
        size: {name: seconds for (of, name), seconds in taken.items() if of == size}
        for size in databases
    }


def _lay_about(changes: int) -> None:
    """So many changes of every board, around the middle, that together change nothing."""
    CountChange.objects.all().delete()
    CountChange.objects.bulk_create(
        CountChange(board=board, period=periods[0], value=200 + n // 2 % 60, change=(-1) ** n)
        for board, periods in BOARDS.items()
        for n in range(changes)
    )


def select_one() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


# --- What is compared ------------------------------------------------------------------------


def ranks() -> dict[str, Call]:
    """Of a listed player, whose value is read with it."""
    player_id = somebody(Board.DAY).player_id
    boards = [Asked(board, periods) for board, periods in BOARDS.items()]
    return {one.board.code: partial(read_ranks, [one], player_id=player_id) for one in boards}


def pages() -> dict[str, Call]:
    calls: dict[str, Call] = {}
    for board in BOARDS:
        middle = somebody(board)
        calls |= {f"{board.code}, {name}": call for name, call in pages_of(board, middle).items()}
    return calls


def pages_of(board: Board, middle: Position) -> dict[str, Call]:
    periods = BOARDS[board]
    top, after = Span(after=PAGE), Span(after=PAGE, position=middle)
    before = Span(before=PAGE, after=0, position=middle, is_included=True)
    half = PAGE // 2
    around = Span(before=half, after=half, position=middle, is_included=True)
    return {
        "top": lambda: read_board(board, periods, top),
        "middle": lambda: read_board(board, periods, after),
        "before the middle": lambda: read_board(board, periods, before),
        "around me": lambda: read_board(board, periods, around, player_id=middle.player_id),
    }


def friends() -> dict[str, Call]:
    """Of one of the keen ones: all rows of a board, and the ranks on all boards."""
    player_id = Player.objects.order_by("pk")[0].pk
    asked = [Asked(board, periods) for board, periods in BOARDS.items()]
    pages = {
        f"{board.code}, {MOST_FRIENDS + 1} rows": partial(
            read_board_among_friends, board, periods, player_id
        )
        for board, periods in BOARDS.items()
    }
    return pages | {"ranks on all boards": partial(read_ranks_among_friends, asked, player_id)}


def somebody(board: Board) -> Position:
    """Who stands in the middle of a board."""
    rows = standings().on(board, BOARDS[board][0]).in_order()
    standing: Standing = rows[rows.count() // 2]
    return Position(Place(standing.value, standing.reached_at), standing.player_id)
