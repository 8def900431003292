"""The boards over HTTP: a database of this size against one of a thousand players, in turn."""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from challenges.models import Player
from challenges.services.players import issue_token
from leaderboards.ranking import Board
from tests.benchmarks.boards.filling import TODAY
from tests.benchmarks.boards.reading import somebody
from tests.benchmarks.boards.server import Database
from tests.benchmarks.boards.timing import medians
from tests.benchmarks.client import Client
from tests.benchmarks.production import PRODUCTION
from tests.benchmarks.report import Report, verdict
from tests.servers.plugin import ENVIRONMENT
from tests.servers.postgres import Postgres
from tests.servers.processes import free_port
from tests.servers.redis import Redis
from tests.servers.service import PASSED_ON, Service

TIMES = 300
MOST = 1.2
BOARDS = "/api/v1/leaderboards"
PATHS = {
    "ranks on all boards": BOARDS,
    "a day's board": f"{BOARDS}/day?period={TODAY}",
    "a day's board around me": f"{BOARDS}/day?period={TODAY}&around=me",
    "best days around me": f"{BOARDS}/best-day?around=me",
    "streaks around me": f"{BOARDS}/streak?around=me",
    "longest streaks around me": f"{BOARDS}/longest-streak?around=me",
    "advent around me": f"{BOARDS}/advent?around=me",
}


def run(report: Report, databases: dict[int, Database], postgres: Postgres, redis: Redis) -> None:
    with tempfile.TemporaryDirectory(prefix="dice-bench-") as folder, ExitStack() as running:
        services = {
            size: _service(Path(folder, str(size)), database, redis)
            for size, database in databases.items()
        }
        for service in services.values():
            running.callback(service.stop)
            service.start()
        tokens = {size: _token(database) for size, database in databases.items()}
        callers = _callers(services, tokens)
        taken = medians(
            {
                (size, name): _call(caller, path)
                for size, caller in callers.items()
                for name, path in PATHS.items()
            },
            TIMES,
        )
        few, many = sorted(databases)
        report.title(f"Boards over HTTP, {many:,} players against {few:,}")
        for name in PATHS:
            ratio = taken[many, name] / taken[few, name]
            report.row(
                name, _milliseconds(taken[many, name]), f"{ratio:.2f} x; {verdict(ratio, MOST)}"
            )
        before = {name: _call(callers[many], path)() for name, path in PATHS.items()}
        for service in services.values():
            service.stop()
        for database in databases.values():
            database.connection.close()
        postgres.restart()
        for service in services.values():
            service.start()
        _first_answers(report, _callers(services, tokens), before)


def _first_answers(report: Report, callers: dict[int, Client], before: dict[str, bytes]) -> None:
    """After a restart of the service and its database, each call made once; the process is cold."""
    few, many = sorted(callers)
    for name, path in PATHS.items():
        seconds = {}
        for size in (few, many):
            started = time.perf_counter()
            answer = _call(callers[size], path)()
            seconds[size] = time.perf_counter() - started
        same = "as before" if answer == before[name] else "NOT as before"
        note = f"{_milliseconds(seconds[few])} with {few:,}; the answer is {same}"
        report.row(f"first {name} after a restart", _milliseconds(seconds[many]), note)


def _service(folder: Path, database: Database, redis: Redis) -> Service:
    environment = {
        **{name: os.environ[name] for name in PASSED_ON if name in os.environ},
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.defpath]),
        **ENVIRONMENT,
        **PRODUCTION,
        "DATA_DIR": str(folder / "data"),
        "PORT": str(free_port()),
        "DATABASE_URL": database.url,
        "REDIS_URL": redis.empty_database(),
        "WEB_CONCURRENCY": "1",
    }
    (folder / "data").mkdir(parents=True)
    return Service(folder, environment)


def _token(database: Database) -> str:
    """Of who stands in the middle of the day's board."""
    with database.in_use():
        return issue_token(Player.objects.get(pk=somebody(Board.DAY).player_id))


def _callers(services: dict[int, Service], tokens: dict[int, str]) -> dict[int, Client]:
    callers = {size: Client(service.url) for size, service in services.items()}
    for size, caller in callers.items():
        caller.token = tokens[size]
    return callers


def _call(client: Client, path: str) -> Callable[[], bytes]:
    request = client.question(path)

    def call() -> bytes:
        status, answer = client.send(request)
        if status != 200:
            raise RuntimeError(f"{path}: {status} {answer[:300]!r}")
        return answer

    return call


def _milliseconds(seconds: float) -> str:
    return f"{seconds * 1e3:.2f} ms"
