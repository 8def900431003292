"""The same ranks and pages from sorted sets in Redis, filled with the same day."""

import socket
import time
from collections.abc import Sequence
from typing import Any

import psycopg
from redis import Redis as Client

from leaderboards.ranking import Board
from leaderboards.ranks import Asked, read_ranks
from tests.benchmarks.boards.filling import BOARDS
from tests.benchmarks.boards.reading import PAGE, TIMES, pages_of, select_one, somebody
from tests.benchmarks.boards.server import Database
from tests.benchmarks.boards.timing import Call, medians
from tests.benchmarks.report import Report
from tests.servers.redis import Redis

KEY = "day"
Row = tuple[int, int, int]
# A score orders by total, then by time: whole seconds of two months fit beneath the total.
SECONDS = 2**23


class Sets:
    """A connection that costs little: it speaks just enough of Redis's protocol."""

    def __init__(self, redis: Redis) -> None:
        self.socket = socket.create_connection(("127.0.0.1", redis.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._send([(b"AUTH", redis.password.encode())])

    def add(self, player: bytes, new: Sequence[Row], gone: Sequence[Row]) -> None:
        """Each board with its period is a set; one round trip for all."""
        now = int(time.time())
        added = [
            (b"ZADD", b"%d:%d" % (board, period), b"%d" % score(value, now), player)
            for board, period, value in new
        ]
        removed = [(b"ZREM", b"%d:%d" % (board, period), player) for board, period, _ in gone]
        self._send([*removed, *added])

    def _send(self, commands: Sequence[tuple[bytes, ...]]) -> None:
        self.socket.sendall(b"".join(map(_encoded, commands)))
        answers = b""
        while answers.count(b"\n") < len(commands):
            answers += self.socket.recv(4096)
        if b"-" in answers:
            raise RuntimeError(answers.decode())


def _encoded(command: tuple[bytes, ...]) -> bytes:
    parts = (b"$%d\r\n%s\r\n" % (len(part), part) for part in command)
    return b"*%d\r\n%s" % (len(command), b"".join(parts))


def run(report: Report, database: Database, redis: Redis) -> None:
    with Client.from_url(redis.url) as client, database.in_use():
        _fill(client, database)
        taken = medians({"select 1": select_one, **_calls(client)}, TIMES)
        report.title("The day's board, beside a sorted set in Redis")
        for name, seconds in taken.items():
            report.row(name, f"{seconds * 1e6:.0f} µs", f"{seconds / taken['select 1']:.2f} x")
        places = client.zcard(KEY)
        used = client.memory_usage(KEY, samples=0) or 0
        report.row("memory of the sorted set, a place", f"{used / places:.0f} bytes")


def _fill(client: "Client", database: Database) -> None:
    with psycopg.connect(database.url) as connection:
        rows = connection.execute(
            "SELECT replace(player_id::text, '-', ''), value, "
            "(extract(epoch FROM reached_at)::bigint) FROM leaderboards_standing "
            "WHERE board = %s AND period = %s",
            [Board.DAY.value, BOARDS[Board.DAY][0]],
        )
        while batch := rows.fetchmany(5000):
            client.zadd(KEY, {bytes.fromhex(who): score(value, at) for who, value, at in batch})


def score(value: int, at: int) -> int:
    return value * SECONDS + SECONDS - 1 - at % SECONDS


def _calls(client: "Client") -> dict[str, Call]:
    middle = somebody(Board.DAY)
    place, member = client.zcard(KEY) // 2, middle.player_id.bytes
    asked = [Asked(Board.DAY, BOARDS[Board.DAY])]
    half = PAGE // 2

    def rank() -> None:
        value = int(client.zscore(KEY, member) or 0) // SECONDS  # type: ignore[arg-type]
        with client.pipeline(transaction=True) as pipeline:
            pipeline.zcount(KEY, (value + 1) * SECONDS, "+inf")
            pipeline.zcount(KEY, "-inf", value * SECONDS - 1)
            pipeline.zcard(KEY)
            pipeline.execute()

    def around() -> None:
        found: Any = client.zrevrank(KEY, member)
        client.zrevrange(KEY, max(0, found - half), found + half - 1, withscores=True)

    def page(first: int) -> Call:
        return lambda: client.zrevrange(KEY, first, first + PAGE - 1, withscores=True)

    ours = pages_of(Board.DAY, middle)
    return {
        "rank": lambda: read_ranks(asked, player_id=middle.player_id),
        "rank in Redis: ZSCORE, then 2 ZCOUNT and ZCARD": rank,
        "top with names": ours["top"],
        "top in Redis, without names": page(0),
        "middle with names": ours["middle"],
        "middle in Redis, without names": page(place),
        "around me with names": ours["around me"],
        "around me in Redis, without names": around,
    }
