"""Outages of what the service stands on: afterwards everything is as if there had been none.

One service on servers of its own, which the tests take away and give back. Each test has dates of
its own, and lets them end.
"""

from __future__ import annotations

import contextlib
import datetime
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import psycopg
import pytest

from tests.cast import at_once
from tests.servers.plugin import ENVIRONMENT
from tests.servers.postgres import Postgres
from tests.servers.redis import Redis
from tests.servers.service import Service, Services
from tests.storm.clients import App, call
from tests.storm.processes import run_in, send, start_jobs, wait_for, waiting
from tests.storm.sizes import SIZE
from tests.storm.truth import ask, assert_boards_are_right

pytestmark = pytest.mark.only_on("postgresql")

FIRST = datetime.date(2025, 11, 26)
DATES = [FIRST + datetime.timedelta(number) for number in range(10)]
PREPARE = f"from tests.storm.prepared import make_outages; make_outages(5, {SIZE.rebuilt})"
CLOSE = "leaderboards.close_due_days"
JOBS = "tests.storm.jobs"


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    postgres = Postgres()
    postgres.start()
    yield postgres
    postgres.stop()


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    redis = Redis()
    redis.start()
    yield redis
    redis.stop()


@pytest.fixture(scope="module")
def shared(
    postgres: Postgres, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Services]:
    services = Services(tmp_path_factory.mktemp("outages"), ENVIRONMENT, postgres, redis)
    service = services.make()
    run_in(service, PREPARE)
    service.start("web")
    yield services
    services.close()


@pytest.fixture
def service(shared: Services) -> Iterator[Service]:
    """With its web process; the jobs that a test starts end with it."""
    (service,) = shared.in_use
    yield service
    for name in set(service.running) - {"web"}:
        service.stop(name)


def url_of(service: Service) -> str:
    return service.environment["DATABASE_URL"]


def end_days(service: Service, *dates: datetime.date) -> None:
    """The last of them ended a day ago, the one before it two days ago."""
    for number, date in enumerate(reversed(dates), 1):
        statement = """
            UPDATE challenges_day SET closes_at = now() - make_interval(days => %s)
            WHERE date = %s RETURNING date
        """
        assert ask(url_of(service), statement, number, date) == [(date,)]


def closed(service: Service) -> set[datetime.date]:
    found = ask(url_of(service), "SELECT date FROM challenges_day WHERE seed IS NOT NULL")
    return {date for (date,) in found}


def statuses(service: Service, date: datetime.date) -> set[str]:
    found = ask(url_of(service), "SELECT status FROM challenges_game WHERE day_id = %s", date)
    return {status for (status,) in found}


def times_closed(service: Service, date: datetime.date) -> int:
    """As the logs of its workers have it."""
    logs = (log.read_text() for log in service.folder.glob("worker*.log"))
    return sum(log.count(f"day {date} closed,") for log in logs)


@contextlib.contextmanager
def held(service: Service, statement: str, *parameters: object) -> Iterator[None]:
    """Holds the lock on a row, until the end or until the database goes away."""
    with contextlib.suppress(psycopg.OperationalError), psycopg.connect(url_of(service)) as holder:
        assert len(holder.execute(statement, parameters).fetchall()) == 1
        yield


def a_day(service: Service, date: datetime.date) -> contextlib.AbstractContextManager[None]:
    return held(service, "SELECT 1 FROM challenges_day WHERE date = %s FOR UPDATE", date)


# --- Workers and beat ------------------------------------------------------------------------


def test_two_workers_that_close_a_day_at_once_close_it_once(service: Service) -> None:
    date = DATES[0]
    end_days(service, date)
    with a_day(service, date):
        for name in ("worker 1", "worker 2"):
            start_jobs(service, name)
        send(service, *[CLOSE] * 12)  # more than one worker takes to itself
        wait_for(lambda: waiting(service) == 2, service)
        assert closed(service) == set()
    wait_for(lambda: closed(service) == {date}, service)
    service.stop("worker 1", "worker 2")  # which do first what they have begun
    assert times_closed(service, date) == 1, service.logs()
    audits = "SELECT COUNT(*) FROM leaderboards_rebuild WHERE kind = 'audit' AND subject = %s"
    assert ask(url_of(service), audits, str(date)) == [(1,)]
    assert statuses(service, date) == {"expired"}


def test_what_fell_due_in_three_days_without_beat_is_done_by_one_run(service: Service) -> None:
    before, dates = closed(service), DATES[1:4]
    end_days(service, *dates)
    start_jobs(service, "worker", app=JOBS)
    send(service, CLOSE)
    wait_for(lambda: closed(service) - before == set(dates), service)
    assert [statuses(service, date) for date in dates] == [{"expired"}] * 3
    assert [times_closed(service, date) for date in dates] == [1] * 3
    assert statuses(service, DATES[4]) == {"playing"}
    send(service, "leaderboards.work_off_rebuilds")
    due = "SELECT COUNT(*) FROM leaderboards_rebuild WHERE finished_at IS NULL"
    wait_for(lambda: ask(url_of(service), due) == [(0,)], service)


# --- Redis -----------------------------------------------------------------------------------


def test_people_play_while_redis_is_gone_and_the_day_is_closed_afterwards(
    service: Service, redis: Redis
) -> None:
    """One closing has begun when Redis goes; another day ends while it is away."""
    begun, later = DATES[4:6]
    end_days(service, begun)
    with a_day(service, begun):
        start_jobs(service, "worker", app=JOBS)
        start_jobs(service, "beat", kind="beat", app=JOBS)
        wait_for(lambda: waiting(service) == 1, service)
        redis.crash()
        app = App(service)
        assert app.play_rows(app.begin())["status"] == "finished"
    wait_for(lambda: begun in closed(service), service)
    end_days(service, later)
    time.sleep(SIZE.downtime)
    assert later not in closed(service)
    redis.resume()
    wait_for(lambda: later in closed(service), service)
    assert all(process.is_running for process in service.running.values())
    assert [times_closed(service, date) for date in (begun, later)] == [1, 1]
    app = App(service)
    assert app.play_rows(app.begin())["status"] == "finished"


# --- The database ----------------------------------------------------------------------------


def test_a_rebuild_goes_on_and_people_are_served_after_the_database_was_restarted(
    service: Service, postgres: Postgres
) -> None:
    """Again and again with other boards that are wrong; in the end all are right."""
    url = url_of(service)
    start_jobs(service, "worker", app=JOBS)
    start_jobs(service, "beat", kind="beat", app=JOBS)
    for number in range(SIZE.outages):
        wait_for(lambda: is_idle(service), service)
        if number:
            ask(url, "DELETE FROM leaderboards_histogram WHERE board < 3 RETURNING 1")
            ask(url, "DELETE FROM leaderboards_standing WHERE random() < 0.5 RETURNING 1")
        with held(service, LAST_PLAYER):
            ((rebuild,),) = ask(url, ASK_FOR_ALL)
            wait_for(lambda: waiting(service) == 1, service)
            assert ask(url, HAS_BEGUN, rebuild) == [(True,)]
            postgres.crash()
            assert_people_are_served_when_it_is_back(service, postgres)
        wait_for(lambda: is_idle(service), service)
        assert ask(url, FINISHED, rebuild) == [(True,)]
        assert_boards_are_right(url)
    assert all(process.is_running for process in service.running.values())


ASK_FOR_ALL = """
    INSERT INTO leaderboards_rebuild
        (kind, subject, asked_at, examined, mended, counts, unreadable, unchecked)
    VALUES ('board', 'all', now(), 0, 0, 0, 0, 0) RETURNING id
"""
HAS_BEGUN = "SELECT after IS NOT NULL FROM leaderboards_rebuild WHERE id = %s"
FINISHED = "SELECT finished_at IS NOT NULL FROM leaderboards_rebuild WHERE id = %s"
LAST_PLAYER = "SELECT 1 FROM challenges_player ORDER BY id DESC LIMIT 1 FOR UPDATE"
LEFT = """
    SELECT (SELECT COUNT(*) FROM leaderboards_rebuild WHERE finished_at IS NULL)
         + (SELECT COUNT(*) FROM leaderboards_countchange)
"""


def is_idle(service: Service) -> bool:
    return ask(url_of(service), LEFT) == [(0,)]


def assert_people_are_served_when_it_is_back(service: Service, postgres: Postgres) -> None:
    """Who asks meanwhile gets an answer, if only that it did not work."""

    def today() -> int:
        return call(service, "GET", "/api/v1/days/today")[0]

    with ThreadPoolExecutor(4) as pool:
        meanwhile = [pool.submit(today) for _ in range(4)]
        time.sleep(SIZE.downtime)
        postgres.resume()
        assert {answer.result() for answer in meanwhile} <= {200, 500, 503}
    assert at_once([today] * 32) == [200] * 32
