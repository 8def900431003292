"""Finished games at 32 connections: what counting adds to the transaction that finishes one.

The transaction is that of the product, statement for statement, without the replay and the request
around it; beside it the places alone are stored, where the share of the counts is largest. The
clients are as light as they can be: threads that wait in libpq, outside of Python's lock.
"""

import multiprocessing
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from multiprocessing.connection import Connection
from typing import Any

import psycopg
from psycopg.pq import ExecStatus

from leaderboards.ranking import Board
from leaderboards.services.counts import FOLD_EVERY
from tests.benchmarks.boards.drainer import drain
from tests.benchmarks.boards.server import Database
from tests.benchmarks.boards.sets import Sets
from tests.benchmarks.report import Report, verdict_at_least
from tests.servers.redis import Redis

CONNECTIONS = 32
RUNNERS = 640  # players of each connection, one after the other
ROUNDS, SECONDS = 5, 3.0
LEAST = 0.8

Row = tuple[int, int, int]
"""Board, period and value of a place; of a change board, period and value, with its sign apart."""

# What goes before the places: the move, the locks, and what the places follow from.
BEFORE = {
    b"lock_game": b"""
        SELECT * FROM challenges_game WHERE player_id = $1 AND mode = 'daily' LIMIT 1
        FOR NO KEY UPDATE
    """,
    b"move": b"""
        UPDATE challenges_game SET moves = moves || '', ply = ply, finished_at = finished_at
        WHERE id = (SELECT id FROM challenges_game WHERE player_id = $1 AND mode = 'daily' LIMIT 1)
    """,
    b"lock_player": b"""
        SELECT id, claimed_at, hidden_at, unlisted_at, deleted_at FROM challenges_player
        WHERE id = $1 FOR NO KEY UPDATE
    """,
    b"calendar": b"SELECT pg_advisory_xact_lock_shared(7201) WHERE $1::uuid IS NOT NULL",
    b"excused": b"""
        SELECT date FROM challenges_day WHERE excused_at IS NOT NULL AND $1::uuid IS NOT NULL
    """,
    b"results": b"""
        SELECT day_id, total, finished_at FROM challenges_game
        WHERE player_id = $1 AND mode = 'daily' AND status = 'finished'
    """,
    b"stored": b"""
        SELECT board, period, value, reached_at FROM leaderboards_standing
        WHERE player_id = $1 AND board <> 1
    """,
}
STATEMENTS = BEFORE | {
    b"gone": b"""
        DELETE FROM leaderboards_standing WHERE player_id = $1 AND board = 3 AND period = $2
    """,
    b"place": b"""
        INSERT INTO leaderboards_standing (player_id, board, period, value, reached_at)
        SELECT $1, new.*, now() FROM unnest($2::smallint[], $3::integer[], $4::smallint[]) new
        ON CONFLICT (player_id, board, period)
        DO UPDATE SET value = EXCLUDED.value, reached_at = EXCLUDED.reached_at
    """,
    b"count": b"""
        INSERT INTO leaderboards_countchange (board, period, value, change, number)
        SELECT * FROM unnest(
            $1::smallint[], $2::integer[], $3::smallint[], $4::integer[], $5::bigint[]
        )
    """,
}


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    spread: float
    has_streaks: bool


SCENARIOS = (
    Scenario("totals as they fall", 45, has_streaks=False),
    Scenario("all totals equal", 0, has_streaks=False),
    Scenario("totals as they fall, streaks moving", 45, has_streaks=True),
)


@dataclass(slots=True)
class Runner:
    """A player, and the places that the next game changes."""

    player_id: str
    places: dict[int, tuple[int, int]]
    """Period and value by board."""


@dataclass(slots=True)
class Finish:
    """What one finished game changes."""

    new: list[Row] = field(default_factory=list)
    gone: list[Row] = field(default_factory=list)

    def move(self, runner: Runner, board: Board, period: int, value: int) -> None:
        if old := runner.places.get(board):
            self.gone.append((board.value, *old))
        runner.places[board] = period, value
        self.new.append((board.value, period, value))


def finish(runner: Runner, period: int, total: int, *, has_streaks: bool) -> Finish:
    found = Finish(new=[(Board.DAY.value, period, total)])
    if total > runner.places[Board.BEST_DAY][1]:
        found.move(runner, Board.BEST_DAY, 0, total)
    year, opened = runner.places[Board.ADVENT]
    found.move(runner, Board.ADVENT, year, (opened + total) % 9000)
    if has_streaks:
        days = runner.places[Board.STREAK][1] + 1
        found.move(runner, Board.STREAK, period, days)
        if days > runner.places[Board.LONGEST_STREAK][1]:
            found.move(runner, Board.LONGEST_STREAK, 0, days)
    return found


# --- One connection --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """How the values of a board are kept beside its places."""

    name: str
    is_whole: bool = True
    """The whole transaction, not the places alone."""
    counts: bool = False
    redis: bool = False


WAYS = (
    Way("nothing counted"),
    Way("counted", counts=True),
    Way("sorted sets", redis=True),
    Way("places alone, nothing counted", is_whole=False),
    Way("places alone, counted", is_whole=False, counts=True),
)


class Player:
    """Finishes games as fast as the database lets it."""

    def __init__(
        self,
        database: Database,
        runners: list[Runner],
        drainer: "Connection[Any, Any]",
        redis: Redis,
    ) -> None:
        self.connection = psycopg.connect(database.url, autocommit=True)
        self.server = self.connection.pgconn
        self.runners, self.drainer, self.sets = runners, drainer, Sets(redis)
        self.chance = random.Random(runners[0].player_id)
        for name, statement in STATEMENTS.items():
            self.server.prepare(name, statement)

    def play(self, scenario: Scenario, periods: Iterator[int], end: float, way: Way) -> int:
        done, period = 0, next(periods)
        while time.perf_counter() < end:
            if done and done % len(self.runners) == 0:
                period = next(periods)
            runner = self.runners[done % len(self.runners)]
            total = round(min(649, max(0, self.chance.gauss(230, scenario.spread))))
            old = runner.places[Board.STREAK][0]
            found = finish(runner, period, total, has_streaks=scenario.has_streaks)
            self._store(runner.player_id.encode(), found, old, scenario, way)
            done += 1
        return done

    def _store(self, player: bytes, found: Finish, old: int, scenario: Scenario, way: Way) -> None:
        self._do(b"BEGIN")
        for name in BEFORE if way.is_whole else ():
            self._run(name, player)
        if scenario.has_streaks:
            self._run(b"gone", player, b"%d" % old)
        self._run(b"place", player, *_columns(found.new))
        is_due = way.counts and self._count(found)
        self._do(b"COMMIT")
        if is_due:
            self.drainer.send(None)
        if way.redis:
            self.sets.add(player, found.new, [row for row in found.gone if row[0] == 3])

    def _count(self, found: Finish) -> bool:
        """True for the one who meets a change that is due to be folded in, as in the product."""
        rows = [*found.new, *found.gone]
        signs = [1] * len(found.new) + [-1] * len(found.gone)
        numbers = [self.chance.getrandbits(63) for _ in rows]
        columns = [(*row, *more) for row, *more in zip(rows, signs, numbers, strict=True)]
        self._run(b"count", *_columns(columns))
        return any(number % FOLD_EVERY == 0 for number in numbers)

    def _run(self, name: bytes, *values: bytes) -> Any:
        return _checked(self.server.exec_prepared(name, values))

    def _do(self, statement: bytes) -> None:
        _checked(self.server.exec_(statement))


def _columns(rows: Sequence[tuple[int, ...]]) -> list[bytes]:
    return [
        b"{%s}" % b",".join(b"%d" % value for value in column) for column in zip(*rows, strict=True)
    ]


def _checked(result: Any) -> Any:
    if result.status not in {ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK}:
        raise RuntimeError(result.error_message.decode())
    return result


# --- Everybody -------------------------------------------------------------------------------


def run(report: Report, database: Database, redis: Redis) -> None:
    report.title(f"Games finished a second at {CONNECTIONS} connections, with and without counting")
    with _drainer(database) as drainer:
        players = [Player(database, runners, drainer, redis) for runners in _runners(database)]
        periods = count(20_400_101)  # far from all boards there are
        for scenario in SCENARIOS:
            _tell(report, scenario, _rates(players, scenario, periods))


def _tell(report: Report, scenario: Scenario, rates: dict[Way, list[float]]) -> None:
    bare = {way.is_whole: rates[way] for way in WAYS if not way.counts and not way.redis}
    for way in WAYS:
        pairs = zip(rates[way], bare[way.is_whole], strict=True)
        ratio = statistics.median(rate / other for rate, other in pairs)
        note = f"{ratio:.2f} x" if way.counts or way.redis else ""
        if way.counts and way.is_whole:
            note += f"; {verdict_at_least(ratio, LEAST)}"
        median = statistics.median(rates[way])
        report.row(f"{scenario.name}: {way.name}", f"{median:,.0f}", note)


def _rates(
    players: list[Player], scenario: Scenario, periods: Iterator[int]
) -> dict[Way, list[float]]:
    """Each way in each round, in turn; the first round warms up."""
    rates: dict[Way, list[float]] = {way: [] for way in WAYS}
    for number in range(ROUNDS + 1):
        for way in WAYS if number % 2 else reversed(WAYS):
            done = _round(players, scenario, periods, way)
            if number:
                rates[way].append(done / SECONDS)
    return rates


def _round(players: list[Player], scenario: Scenario, periods: Iterator[int], way: Way) -> int:
    end = time.perf_counter() + SECONDS
    with ThreadPoolExecutor(len(players)) as pool:
        return sum(pool.map(lambda player: player.play(scenario, periods, end, way), players))


def _runners(database: Database) -> list[list[Runner]]:
    """Different players for each connection."""
    with psycopg.connect(database.url) as connection:
        rows = connection.execute(
            "SELECT player_id::text, board, period, value FROM leaderboards_standing "
            "JOIN (SELECT id FROM challenges_player ORDER BY id LIMIT %s) chosen "
            "ON chosen.id = player_id WHERE board <> 1",
            [CONNECTIONS * RUNNERS],
        ).fetchall()
    runners: dict[str, Runner] = {}
    for player_id, board, period, value in rows:
        runners.setdefault(player_id, Runner(player_id, {})).places[board] = period, value
    found = list(runners.values())
    return [found[number::CONNECTIONS] for number in range(CONNECTIONS)]


# --- Folding in ------------------------------------------------------------------------------


@contextmanager
def _drainer(database: Database) -> Iterator["Connection[Any, Any]"]:
    """A process that folds the changes in whenever it is told that they are due."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=drain, args=(receiver, database.url), daemon=True)
    process.start()
    receiver.close()
    yield sender
    sender.close()
    process.join()
