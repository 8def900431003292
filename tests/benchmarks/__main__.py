"""`python -m tests.benchmarks [part …]`: all parts where none is named."""

import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.benchmarks import boards, fair_play, load, looking_back, moves, replay, solver
from tests.benchmarks.production import PRODUCTION
from tests.benchmarks.report import Report
from tests.servers.plugin import ENVIRONMENT
from tests.servers.postgres import Postgres
from tests.servers.redis import Redis
from tests.servers.service import Service, Services

# These start the servers that they need by themselves.
ALONE = {
    "replay": replay.run,
    "solver": solver.run,
    "fair-play": fair_play.run,
    "looking-back": looking_back.run,
    "boards": boards.run,
}
PARTS = {*ALONE, "moves", "load"}


@contextmanager
def service_on(
    folder: Path, postgres: Postgres | None, redis: Redis | None, **changes: str
) -> Iterator[Service]:
    services = Services(folder, {**ENVIRONMENT, **PRODUCTION, **changes}, postgres, redis)
    try:
        service = services.make()
        service.start()
        yield service
    finally:
        services.close()


def main(chosen: set[str]) -> None:
    report = Report()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    for part, run in ALONE.items():
        if part in chosen:
            run(report)
    if not chosen & {"moves", "load"}:
        return
    postgres, redis = Postgres(""), Redis("")
    with tempfile.TemporaryDirectory(prefix="dice-bench-") as name:
        folder = Path(name)
        try:
            postgres.start()
            redis.start()
            if "moves" in chosen:
                with service_on(folder / "sqlite", None, None) as service:
                    moves.run(report, service, "SQLite")
                with service_on(folder / "moves", postgres, redis) as service:
                    moves.run(report, service, "PostgreSQL and Redis")
            if "load" in chosen:
                with service_on(folder / "load", postgres, redis) as service:
                    load.run(report, service)
        finally:
            postgres.stop()
            redis.stop()


if __name__ == "__main__":
    main(set(sys.argv[1:]) or PARTS)
