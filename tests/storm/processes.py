"""Starting what a storm is made of, in the environment of a service."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from celery import Celery

from tests.servers.processes import Guarded
from tests.servers.service import PROCFILE, ROOT, Service
from tests.storm.truth import ask

LONG = 180  # seconds: for whatever a slow machine does in a fraction of them
LONGEST = 3600  # seconds: for a storm


def start_jobs(service: Service, name: str, *, kind: str = "worker", app: str = "config") -> None:
    """Like the Procfile's process, as another Celery application and under another name.

    The database knows it by that name.
    """
    environment = service.environment | {"PGAPPNAME": name}
    command = PROCFILE[kind].replace("-A config", f"-A {app}")
    assert app in command
    service.running[name] = Guarded(
        "/bin/sh", "-c", command, log=service.log(name), environment=environment, cwd=ROOT
    )


def is_at_work(service: Service, name: str) -> bool:
    """Whether a process has begun to ask the database."""
    statement = "SELECT 1 FROM pg_stat_activity WHERE application_name = %s"
    return bool(ask(service.environment["DATABASE_URL"], statement, name))


def waiting(service: Service) -> int:
    """How many connections to the service's database wait for a lock."""
    statement = """
        SELECT COUNT(*) FROM pg_stat_activity
        WHERE wait_event_type = 'Lock' AND datname = current_database()
    """
    ((count,),) = ask(service.environment["DATABASE_URL"], statement)
    return int(count)


def send(service: Service, *tasks: str) -> None:
    """To the workers, as beat does."""
    with Celery(broker=service.environment["REDIS_URL"]) as client:
        for task in tasks:
            client.send_task(task)


def wait_for(is_so: Callable[[], bool], service: Service) -> None:
    deadline = time.monotonic() + LONG
    while not is_so():
        assert time.monotonic() < deadline, service.logs()
        time.sleep(0.02)


def run_in(service: Service, code: str) -> Any:
    """What some code prints as JSON."""
    return json.loads(service.manage("shell", "--verbosity=0", "--command", code).stdout)


@contextlib.contextmanager
def program(service: Service, module: str) -> Iterator[subprocess.Popen[str]]:
    """One of the storm's own programs; killed where the test does not come to its end."""
    environment = service.environment | {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
    }
    with (service.folder / f"{module}.log").open("a") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", f"tests.storm.{module}"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def give(process: subprocess.Popen[str], data: Any) -> None:
    """A line of its standard input."""
    assert process.stdin is not None
    process.stdin.write(json.dumps(data) + "\n")
    process.stdin.flush()


def result_of(process: subprocess.Popen[str], service: Service) -> Mapping[str, Any]:
    """What it prints when its input has ended."""
    output, _ = process.communicate(timeout=LONGEST)
    assert process.returncode == 0, service.logs()
    found: Mapping[str, Any] = json.loads(output)
    return found
