"""Moves a second with the production command, and how long they take at half that load."""

import multiprocessing
import statistics
import threading
import time
from collections.abc import Iterator

from tests.benchmarks.client import Client, moves_of_game
from tests.benchmarks.report import Report
from tests.servers.service import Service

PLAYERS = 12
WARM_UP, SECONDS = 3.0, 12.0


def play(url: str, pause: float, seconds: float) -> list[float]:
    """Seconds of each move of one player; with a pause, moves are sent at a steady rate.

    A move's time then counts from when it was due, so that a server which falls behind shows.
    """
    client = Client(url)
    client.sign_up()
    requests, taken = _endless_games(client), []
    begin = time.perf_counter()
    due = begin
    while due < begin + WARM_UP + seconds:
        request = next(requests)
        due = max(due + pause, 0) if pause else time.perf_counter()
        time.sleep(max(0.0, due - time.perf_counter()))
        status, answer = client.send(request)
        if status != 200:
            raise RuntimeError(f"{status} {answer[:300]!r}")
        if due > begin + WARM_UP:
            taken.append(time.perf_counter() - due)
    return taken


def _endless_games(client: Client) -> Iterator[bytes]:
    while True:
        yield from moves_of_game(client, client.start_game())


def _play_all(url: str, pause: float, results: "multiprocessing.Queue[list[float]]") -> None:
    """All players in threads of one process, so that the client takes at most one core."""
    taken: list[float] = []
    threads = [
        threading.Thread(target=lambda: taken.extend(play(url, pause, SECONDS)))
        for _ in range(PLAYERS)
    ]
    for thread in threads:
        thread.start()
        time.sleep(pause / PLAYERS)
    for thread in threads:
        thread.join()
    results.put(taken)


def load(url: str, pause: float) -> list[float]:
    results: multiprocessing.Queue[list[float]] = multiprocessing.Queue()
    process = multiprocessing.Process(target=_play_all, args=(url, pause, results))
    process.start()
    taken = results.get(timeout=WARM_UP + SECONDS + 60)
    process.join()
    return taken


def run(report: Report, service: Service) -> None:
    full = load(service.url, 0)
    rate = len(full) / SECONDS
    half = load(service.url, PLAYERS / (rate / 2))
    percentiles = statistics.quantiles(half, n=100)
    report.title("Moves with the production command on PostgreSQL and Redis, client included")
    report.row(f"moves a second, {PLAYERS} players without a pause", f"{rate:,.0f}")
    report.row("their median", f"{statistics.median(full) * 1e3:.1f} ms")
    report.row("moves a second at half that load", f"{len(half) / SECONDS:,.0f}")
    report.row("median at half that load", f"{percentiles[49] * 1e3:.1f} ms")
    report.row("95th percentile at half that load", f"{percentiles[94] * 1e3:.1f} ms")
    report.row("99th percentile at half that load", f"{percentiles[98] * 1e3:.1f} ms")
