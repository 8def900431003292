"""Rebuilding a day, its counts, comparing it with its games, closing it; what boards weigh."""

from typing import Any

from django.db import connection, transaction

from challenges.models import Day, Game
from challenges.services.games import expire_games
from leaderboards.models import CountChange, Histogram, Standing
from leaderboards.querysets import differing_players
from leaderboards.ranking import Board
from leaderboards.services.closing import rebuild_day
from leaderboards.services.counts import recount
from tests.benchmarks.boards.filling import BOARDS, TODAY
from tests.benchmarks.boards.server import Database
from tests.benchmarks.boards.timing import medians
from tests.benchmarks.report import Report, verdict
from tests.plans import plan_of, recorded, rows_read

TIMES = 5
MOST = 2.0


def run(report: Report, database: Database, players: int) -> None:
    with database.in_use():
        _times(report, players)
        _passes(report)
        _weights(report, players)


def _times(report: Report, players: int) -> None:
    day = BOARDS[Board.DAY][0]
    taken = medians(
        {
            "bare": _bare_counts,
            "recount": lambda: recount(board=Board.DAY, period=day),
            "scan": _bare_scan,
            "compare": lambda: differing_players(TODAY, after=None, at_most=200),
        },
        TIMES,
    )
    report.title(f"A day of {players:,} results")
    report.row("bare insert ... select value, count(*) ... group by", _seconds(taken["bare"]))
    ratio = taken["recount"] / taken["bare"]
    report.row(
        "counts of the day anew, from its board",
        _seconds(taken["recount"]),
        f"{ratio:.2f} x; {verdict(ratio, MOST)}",
    )
    report.row("bare scan of the games, group by player and total", _seconds(taken["scan"]))
    ratio = taken["compare"] / taken["scan"]
    report.row(
        "board and games compared, player by player", _seconds(taken["compare"]), f"{ratio:.2f} x"
    )


def _bare_counts() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE bare (value integer, players bigint)")
        cursor.execute(
            "INSERT INTO bare SELECT value, COUNT(*) FROM leaderboards_standing "
            "WHERE board = %s AND period = %s GROUP BY value",
            [Board.DAY.value, BOARDS[Board.DAY][0]],
        )
        cursor.execute("DROP TABLE bare")


def _bare_scan() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COUNT(*) FROM (SELECT player_id, total, finished_at FROM challenges_game "
            "WHERE day_id = %s GROUP BY player_id, total, finished_at) games",
            [TODAY],
        )


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f} s"


# --- Passes over the games -------------------------------------------------------------------


def _passes(report: Report) -> None:
    """What closing does with a day's games, its audit apart: rows that it reads, told by plans."""
    games = Game.objects.filter(day=TODAY).count()
    with transaction.atomic(), recorded() as statements:
        rebuild_day(date=TODAY)
        expire_games(day=Day.objects.get(pk=TODAY))
        transaction.set_rollback(True)
    table = Game._meta.db_table
    # Nothing of it is asked so often that a connection would keep a plan.
    plans = [plan_of(statement, "force_custom_plan") for statement in statements]
    read = sum(rows_read(plan, table) for plan in plans)
    passes = read / games
    report.row(
        "closing the day: passes over its games", f"{passes:.2f}", verdict(round(passes, 2), 1)
    )


# --- Weights ---------------------------------------------------------------------------------


def _weights(report: Report, players: int) -> None:
    places = Standing.objects.count()
    counts = _bytes(Histogram) + _bytes(CountChange)
    report.row("counts of all boards, what is not folded in included", f"{counts:,} bytes")
    report.row("that is for each player of a board", f"{counts / places:.2f} bytes")
    report.row(
        "a place on a board, its row", f"{_bytes(Standing, 'pg_table_size') / places:.0f} bytes"
    )
    indexes = _bytes(Standing, "pg_indexes_size") / places
    report.row("a place on a board, its indexes", f"{indexes:.0f} bytes")
    report.row("a game, with its indexes", f"{_bytes(Game) / Game.objects.count():.0f} bytes")


def _bytes(model: Any, function: str = "pg_total_relation_size") -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {function}(%s::regclass)", [model._meta.db_table])
        (found,) = cursor.fetchone()
    return int(found)
