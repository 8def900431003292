"""A move over HTTP against a bare view of the same server, in turn on one connection."""

import statistics
import time

from tests.benchmarks.client import Client, moves_of_game
from tests.benchmarks.report import Report, verdict
from tests.servers.service import Service

GAMES = 15
MOST = 1.5


def timed(client: Client, request: bytes) -> float:
    started = time.perf_counter()
    status, answer = client.send(request)
    seconds = time.perf_counter() - started
    if status != 200:
        raise RuntimeError(f"{status} {answer[:300]!r}")
    return seconds


def measure(client: Client, games: int) -> tuple[list[float], list[float]]:
    """Seconds of each move that did not finish a game, and of each bare call between them."""
    moves, bare = [], []
    for _ in range(games):
        game, other = client.start_game(), client.start_game()
        bare_request = client.request(f"/bare/{other['id']}", {})
        for request in list(moves_of_game(client, game))[:-1]:
            bare.append(timed(client, bare_request))
            moves.append(timed(client, request))
    return moves, bare


def run(report: Report, service: Service, database: str) -> None:
    client = Client(service.url)
    client.sign_up()
    measure(client, 2)  # warms up
    moves, bare = (statistics.median(seconds) for seconds in measure(client, GAMES))
    report.title(f"A move over HTTP, one client, on {database}")
    report.row("bare DRF view: token, read a row, update it; median", f"{bare * 1e3:.2f} ms")
    report.row("move that does not finish the game; median", f"{moves * 1e3:.2f} ms")
    report.row("ratio", f"{moves / bare:.2f}", verdict(moves / bare, MOST))
