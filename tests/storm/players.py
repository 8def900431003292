"""Many who finish their games at once, and readers of the boards: one process of them.

It reads from standard input whose games these are and how many threads there are, and prints
what was acknowledged. Whatever goes wrong ends it with a traceback.
"""

from __future__ import annotations

import json
import random
import sys
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import django

django.setup()

from django.db import connections  # noqa: E402

from challenges.engine import Write  # noqa: E402
from challenges.models import Player  # noqa: E402
from challenges.services.games import make_moves  # noqa: E402
from challenges.services.refused_moves import GameExpired  # noqa: E402
from tests.storm.prepared import LastMove  # noqa: E402
from tests.storm.readers import BOARDS, check_boards, steady  # noqa: E402

LAST_PLY = 19
READERS = 2


class Crowd:
    def __init__(self, moves: Sequence[LastMove], steady: Sequence[str], threads: int) -> None:
        self.steady = set(steady)
        self.threads = threads
        # Some moves are sent twice, as phones do.
        self.moves = [*moves, *random.sample(list(moves), len(moves) // 4)]
        random.shuffle(self.moves)
        self.acknowledged: dict[tuple[str, str], int] = {}
        self.expired: set[str] = set()
        self.is_over = Event()
        self.reads = 0

    def play(self) -> None:
        with ThreadPoolExecutor(self.threads + READERS) as pool:
            readers = [pool.submit(alone, self.watch) for _ in range(READERS)]
            players = [pool.submit(alone, self.finish, n) for n in range(self.threads)]
            try:
                for player in players:
                    player.result()
            finally:
                self.is_over.set()
            for reader in readers:
                reader.result()

    def finish(self, number: int) -> None:
        for move in self.moves[number :: self.threads]:
            try:
                state = make_moves(
                    player=Player(pk=uuid.UUID(move.player)),
                    game_id=uuid.UUID(move.game),
                    ply=LAST_PLY,
                    moves=[Write(move.row)],
                )
            except GameExpired:
                self.expired.add(move.game)
                continue
            assert state.status == "finished"
            key = move.player, move.date
            assert self.acknowledged.setdefault(key, state.play.total) == state.play.total

    def watch(self) -> None:
        while not self.is_over.is_set():
            board, periods = random.choice(BOARDS)
            check_boards(steady(dict(self.acknowledged), self.steady), board, periods)
            self.reads += 1


def alone(work: Callable[..., None], *arguments: int) -> None:
    """With a connection of its own, which ends with it."""
    try:
        work(*arguments)
    finally:
        connections.close_all()


def main() -> None:
    given = json.load(sys.stdin)
    moves = [LastMove(**move) for move in given["moves"]]
    crowd = Crowd(moves, given["steady"], given["threads"])
    crowd.play()
    told = {
        "acknowledged": [[*key, total] for key, total in crowd.acknowledged.items()],
        "expired": sorted(crowd.expired),
        "reads": crowd.reads,
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main()
