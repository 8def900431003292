"""What the other tests rely on: servers of their own that are gone afterwards."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.utils.timezone import now
from playwright.sync_api import Browser

from tests.conftest import StartService
from tests.servers import Missing, chromium, debian, postgres, redis
from tests.servers.processes import Guarded
from tests.servers.service import ROOT, Service

# A session is a row that needs nothing else.
COUNT_ROWS = "from django.contrib.sessions.models import Session; print(Session.objects.count())"
MAKE_ROW = """
from django.contrib.sessions.models import Session
from django.utils.timezone import now
Session.objects.create(session_key="a", expire_date=now())
"""
# Starts a child in a folder of its own, says which, and waits to be killed.
PARENT = """
import signal, sys, time
from pathlib import Path
from tests.servers.processes import Guarded, private_folder
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
folder = private_folder("killed")
guarded = Guarded("/bin/sh", "-c", f"echo $$ > '{folder}/pid'; sleep 600 & wait", remove=folder)
while not (folder / "pid").exists() or not (folder / "pid").read_text():
    time.sleep(0.01)
print(folder, (folder / "pid").read_text(), flush=True)
time.sleep(600)
"""


def wait_until(is_so: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def group_is_alive(process_group: int) -> bool:
    try:
        os.killpg(process_group, 0)
    except ProcessLookupError:
        return False
    return True


def shell(service: Service, code: str) -> str:
    return service.manage("shell", "--verbosity=0", "--command", code).stdout.strip()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_outlives_a_killed_run(how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        folder, group = parent.stdout.readline().split()
        assert group_is_alive(int(group))
        parent.send_signal(how)
    wait_until(lambda: not group_is_alive(int(group)) and not Path(folder).exists())


def test_stopping_lets_a_process_finish_and_killing_does_not(tmp_path: Path) -> None:
    script = "trap 'echo finished; exit' TERM; echo started; while :; do sleep 0.05; done"
    logs = tmp_path / "stopped.log", tmp_path / "killed.log"
    stopped, killed = (Guarded("/bin/sh", "-c", script, log=log) for log in logs)
    wait_until(lambda: all(log.read_text() == "started\n" for log in logs))
    stopped.stop()
    killed.kill()
    assert [log.read_text() for log in logs] == ["started\nfinished\n", "started\n"]


@pytest.mark.parametrize(
    ("server", "package"),
    [(postgres, "postgresql"), (redis, "redis-server"), (chromium, "chromium")],
)
def test_what_cannot_be_had_is_named_with_the_way_to_get_it(
    server: ModuleType, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("installed", "in_wheel", "of_playwright", "install_of_playwright"):
        monkeypatch.setattr(server, place, lambda: None, raising=False)
    monkeypatch.setattr(debian, "is_here", lambda: False)
    monkeypatch.delenv("TEST_CHROMIUM", raising=False)
    with pytest.raises(Missing, match=f"apt-get install {package}"):
        server.find()


@pytest.mark.django_db(transaction=True)
def test_threads_share_the_test_database() -> None:
    Session.objects.create(session_key="a", expire_date=now())
    counts: list[int] = []

    def count() -> None:
        counts.append(Session.objects.count())
        connection.close()

    thread = threading.Thread(target=count)
    thread.start()
    thread.join()
    assert counts == [1]


@pytest.mark.django_db
@pytest.mark.parametrize("time", ["first", "second"])
def test_the_cache_is_empty_when_a_test_begins(time: str) -> None:
    assert cache.get("left-over") is None
    cache.set("left-over", time)
    assert cache.get("left-over") == time


def test_a_service_answers_on_a_migrated_database_of_its_own(
    service: Service, start_service: StartService
) -> None:
    other = start_service()
    service.manage("migrate", "--check")
    shell(service, MAKE_ROW)
    assert other.answers()
    assert (shell(service, COUNT_ROWS), shell(other, COUNT_ROWS)) == ("1", "0")


def test_a_service_keeps_its_data_when_it_is_restarted_or_killed(
    start_service: StartService,
) -> None:
    service = start_service()
    shell(service, MAKE_ROW)
    service.restart()
    assert service.answers()
    service.kill()
    assert not service.answers()
    service.start()
    assert shell(service, COUNT_ROWS) == "1"


def test_the_browser_opens_the_service(browser: Browser, service: Service) -> None:
    page = browser.new_page()
    page.goto(f"{service.url}/healthz")
    assert page.inner_text("body").strip() == "ok"
    page.close()
