"""The service as people run it: the Procfile's commands, with a database and folder of its own."""

import itertools
import os
import secrets
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from honcho.environ import parse_procfile  # type: ignore[import-untyped]

from tests.servers.postgres import Postgres
from tests.servers.processes import Guarded, free_port, tail, wait_until
from tests.servers.redis import Redis

ROOT = Path(__file__).resolve().parent.parent.parent
PROCFILE = parse_procfile((ROOT / "Procfile").read_text()).processes
# What a command may see of the environment that the tests run in.
PASSED_ON = ("HOME", "LANG", "LC_ALL", "TMPDIR", "TZ")


class Service:
    """`url` is where it listens once `start()` returned; each process writes a log in `folder`."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        self.folder = folder
        self.environment = dict(environment)
        self.url = f"http://127.0.0.1:{environment['PORT']}"
        self.running: dict[str, Guarded] = {}

    def manage(
        self, *arguments: str, check: bool = True, text: str | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Runs a management command in the service's environment; `text` is its standard input."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.environment,
            input=text or "",
            capture_output=True,
            text=True,
            check=False,
        )
        if check and done.returncode:
            raise AssertionError(f"manage.py {arguments[0]} failed:\n{done.stdout}{done.stderr}")
        return done

    def start(self, *names: str) -> None:
        """Starts processes of the Procfile, `web` if none is named; waits until the web answers."""
        for name in names or ("web",):
            self.running[name] = Guarded(
                "/bin/sh",
                "-c",
                PROCFILE[name],
                log=self.log(name),
                environment=self.environment,
                cwd=ROOT,
            )
        if "web" in self.running:
            wait_until(self.answers, process=self.running["web"], log=self.log("web"))

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as response:
                return bool(response.status == 200)
        except OSError:
            return False

    def stop(self, *names: str) -> None:
        """Asks processes to end, as an operator does; all of them if none is named."""
        ending = [self.running.pop(name) for name in names or tuple(self.running)]
        for process in ending:
            process.send(signal.SIGTERM)
        for process in ending:
            process.stop()

    def kill(self, *names: str) -> None:
        """SIGKILL: what a power cut or the kernel's memory killer does."""
        for name in names or tuple(self.running):
            self.running.pop(name).kill()

    def restart(self) -> None:
        names = tuple(self.running)
        self.stop()
        self.start(*names)

    def log(self, name: str) -> Path:
        return self.folder / f"{name}.log"

    def logs(self) -> str:
        return "\n".join(
            f"--- {log.name}\n{tail(log)}" for log in sorted(self.folder.glob("*.log"))
        )


class Services:
    """Makes services; each begins with a copy of one migrated, empty database."""

    def __init__(
        self,
        folder: Path,
        environment: Mapping[str, str],
        postgres: Postgres | None,
        redis: Redis | None,
    ) -> None:
        self.folder = folder
        self.common = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        path = [str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)]
        self.common |= {"PATH": os.pathsep.join(path), "PYTHONUNBUFFERED": "1", **environment}
        self.postgres = postgres
        self.redis = redis
        self.names = (f"dice_{secrets.token_hex(4)}_{number}" for number in itertools.count())
        self.databases: list[str] = []
        self.in_use: list[Service] = []
        self._template: Service | None = None

    def make(self, **changes: str | None) -> Service:
        """A service that is not started yet; `changes` to its environment, None takes one away."""
        if self._template is None:
            self._template = self._new(next(self.names), {})
            self._create_database(self._template)
            self._template.manage("migrate", "--verbosity=0")
        service = self._new(next(self.names), changes)
        self._create_database(service, self._template)
        self.in_use.append(service)
        return service

    def _new(self, name: str, changes: Mapping[str, str | None]) -> Service:
        folder = self.folder / name
        (folder / "data").mkdir(parents=True)
        environment = self.common | {"DATA_DIR": str(folder / "data"), "PORT": str(free_port())}
        if self.postgres and self.redis:
            environment["DATABASE_URL"] = self.postgres.url_of(name)
            environment["REDIS_URL"] = self.redis.empty_database()
        given = {name: value for name, value in changes.items() if value is not None}
        kept = {name: value for name, value in environment.items() if name not in changes}
        return Service(folder, kept | given)

    def _create_database(self, service: Service, template: Service | None = None) -> None:
        if self.postgres:
            names = [used.folder.name for used in (service, template) if used]
            self.databases.append(names[0])
            self.postgres.create_database(*names)
        elif template:
            source, target = (used.folder / "data" for used in (template, service))
            shutil.copytree(source, target, dirs_exist_ok=True)

    def dismiss(self, service: Service) -> None:
        """Kills what runs: nobody looks at it again, and stopping in order takes seconds."""
        service.kill()
        self.in_use.remove(service)

    def close(self) -> None:
        for service in tuple(self.in_use):
            self.dismiss(service)
        if self.postgres:
            for name in self.databases:
                self.postgres.drop_database(name)
