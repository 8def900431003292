"""People finish games while everything that touches a board runs at once and workers are killed."""

from __future__ import annotations

import contextlib
import datetime
import json
import random
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest

from tests.servers.service import Service, Services
from tests.storm.clients import call
from tests.storm.processes import (
    give,
    is_at_work,
    program,
    result_of,
    run_in,
    start_jobs,
    wait_for,
)
from tests.storm.sizes import SIZE
from tests.storm.truth import ask, assert_boards_are_right, ranked_boards

pytestmark = pytest.mark.only_on("postgresql")

PREPARE = f"from tests.storm.prepared import make_storm; make_storm({SIZE.players})"
KINDS = {"rebuild_day", "rebuild_board", "count", "fold", "hide", "unlist", "excuse", "close"}


def test_nothing_that_happens_at_once_makes_a_board_wrong(services: Services) -> None:
    """Its readers check each answer meanwhile: see readers.py."""
    service = services.make(
        WORKER_CONCURRENCY="2", LOG_LEVEL="WARNING", LIMIT_CALLS_OF_ADDRESS="1000000/60"
    )
    plan = run_in(service, PREPARE)
    with contextlib.ExitStack() as stack:
        weather = stack.enter_context(program(service, "weather"))
        give(weather, plan["fickle"])
        service.start("web")
        reads = stack.enter_context(read_over_http(service))
        start_jobs(service, "beat", kind="beat", app="tests.storm.jobs")
        crowds = [stack.enter_context(program(service, "players")) for _ in range(SIZE.processes)]
        for number, crowd in enumerate(crowds):
            begin(crowd, plan, number)
        for _ in range(SIZE.kills):
            kill_a_worker_at_work(service, weather)
        told = [result_of(crowd, service) for crowd in crowds]
        service.stop("beat")
        give(weather, None)
        left = result_of(weather, service)
    check(service, told, left)
    assert set(reads) == {"day", "best-day"}
    services.dismiss(service)


def begin(crowd: subprocess.Popen[str], plan: Mapping[str, Any], number: int) -> None:
    moves = plan["moves"][number :: SIZE.processes]
    threads = SIZE.threads // SIZE.processes
    json.dump({"moves": moves, "steady": plan["steady"], "threads": threads}, crowd.stdin)
    assert crowd.stdin is not None
    crowd.stdin.close()
    crowd.stdin = None  # communicate() would close it once more


def kill_a_worker_at_work(service: Service, weather: subprocess.Popen[str]) -> None:
    """At a random point of what it does."""
    start_jobs(service, "worker", app="tests.storm.jobs")
    wait_for(lambda: is_at_work(service, "worker") or weather.poll() is not None, service)
    assert weather.poll() is None, service.logs()
    time.sleep(random.uniform(0.2, SIZE.most_at_work))
    service.kill("worker")


@contextlib.contextmanager
def read_over_http(service: Service) -> Iterator[Counter[str]]:
    """Polls two boards meanwhile; how often each was read."""
    reads, is_over = Counter[str](), Event()

    def poll(board: str, period: str) -> None:
        players = 0
        while not is_over.is_set():
            path = f"/api/v1/leaderboards/{board}?period={period}"
            status, page = call(service, "GET", path)
            assert status == 200, page
            check_answer(page)
            assert page["players"] > 0 or not players, "the board was emptied"
            players = page["players"]
            reads[board] += 1

    with ThreadPoolExecutor(2) as pool:
        polls = [
            pool.submit(poll, "day", "2025-11-26"),
            pool.submit(poll, "best-day", "all"),
        ]
        try:
            yield reads
        finally:
            is_over.set()
        for one in polls:
            one.result()


def check_answer(page: Mapping[str, Any]) -> None:
    rows, distribution = page["rows"], page["distribution"]
    assert page["players"] == sum(players for _, players in distribution)
    assert len(rows) == page["players"] or page["next"]
    assert [row["value"] for row in rows] == sorted((row["value"] for row in rows), reverse=True)
    for row in rows:
        above = sum(players for value, players in distribution if value > row["value"])
        assert row["rank"] == 1 + above


def check(service: Service, told: Sequence[Mapping[str, Any]], left: Mapping[str, Any]) -> None:
    url = service.environment["DATABASE_URL"]
    assert_boards_are_right(url)
    assert {key: rows for key, rows in read(left["boards"]).items() if rows} == ranked_boards(url)
    finished = {(player, date): total for player, date, total in ask(url, FINISHED)}
    assert finished == {
        (player, date): total for one in told for player, date, total in one["acknowledged"]
    }
    expired = {game for one in told for game in one["expired"]}
    assert {(game, "expired") for game in expired} == set(ask(url, UNFINISHED))
    assert all(one["reads"] for one in told)
    assert set(left["done"]) == KINDS
    # Nobody's place was ever wrong, so there was nothing to mend; and each day was closed once.
    assert ask(url, MENDED) == [(0,)]
    assert ask(url, CLOSED_TWICE_OR_NOT_AT_ALL) == []


FINISHED = """
    SELECT player_id::text, day_id::text, total FROM challenges_game WHERE status = 'finished'
"""
UNFINISHED = "SELECT id::text, status FROM challenges_game WHERE status <> 'finished'"
MENDED = "SELECT SUM(mended)::int FROM leaderboards_rebuild WHERE kind IN ('day', 'audit')"
CLOSED_TWICE_OR_NOT_AT_ALL = """
    SELECT date, closed_at, COUNT(rebuild.id) FROM challenges_day
    LEFT JOIN leaderboards_rebuild rebuild ON kind = 'audit' AND subject = date::text
    WHERE closes_at <= now()
    GROUP BY date HAVING COUNT(rebuild.id) <> 1 OR closed_at IS NULL
"""


def read(boards: Mapping[str, Any]) -> dict[str, list[tuple[int, str, int, datetime.datetime]]]:
    return {
        key: [
            (rank, player, value, datetime.datetime.fromisoformat(at))
            for rank, player, value, at in rows
        ]
        for key, rows in boards.items()
    }
