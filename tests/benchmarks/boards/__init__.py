"""The boards at a size: ranks, pages, finished games and rebuilds, in one run.

`PLAYERS` of the environment says how many there are; another database has a thousand of them.
"""

import os

from tests.benchmarks.boards import server
from tests.benchmarks.report import Report
from tests.servers.postgres import Postgres
from tests.servers.redis import Redis

PLAYERS = int(os.environ.get("PLAYERS") or 100_000)
FEW = 1000


def run(report: Report) -> None:
    postgres, redis = Postgres("", server.SETTINGS), Redis("")
    try:
        postgres.start()
        redis.start()
        server.set_up(postgres)
        _measure(report, postgres, redis)
    finally:
        postgres.stop()
        redis.stop()


def _measure(report: Report, postgres: Postgres, redis: Redis) -> None:
    # Their modules need Django, and Django the server that was started for them.
    from tests.benchmarks.boards import (  # noqa: PLC0415
        calls,
        filling,
        finishing,
        plans,
        reading,
        rebuilding,
        sets,
    )

    databases = {}
    for players in (FEW, PLAYERS):
        databases[players] = server.Database(postgres, f"dice_boards_{players}")
        filling.fill(databases[players], players)
    report.text(f"Boards of {PLAYERS:,} players. PostgreSQL's settings, beside its defaults:")
    report.text(", ".join(f"{name} {value}" for name, value in server.SETTINGS.items()))
    reading.run(report, databases)
    plans.run(report, databases[PLAYERS])
    rebuilding.run(report, databases[PLAYERS], PLAYERS)
    sets.run(report, databases[PLAYERS], redis)
    calls.run(report, databases, postgres, redis)
    finishing.run(report, databases[PLAYERS], redis)
