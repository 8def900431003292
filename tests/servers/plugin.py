"""The pytest plugin: which database the tests run on, and the servers that this takes.

The environment is set before Django reads its settings. The servers start after the collection,
when it is known what the chosen tests need; what cannot be had ends the run with one message.
"""

import os
import secrets
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from django.test import TransactionTestCase

from tests.servers import Missing, chromium
from tests.servers.postgres import Postgres
from tests.servers.processes import Guarded, private_folder
from tests.servers.redis import Redis
from tests.servers.service import Services

ENVIRONMENT = {
    "DEVELOPMENT": "1",
    "SECRET_KEY": "the-secret-key-of-the-tests",
    "SEED_KEYS": "test:the-seed-key-of-the-tests-which-is-long-enough",
    # Solving all sheets takes a minute of all cores; the test of the job turns it on.
    "BUILD_TABLES": "0",
}
# A fixture among these, whoever asks for it: the test touches the database or a running service.
DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_setup",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "live_server",
    "services",
}
SERVICE_FIXTURES = {"services", "service", "browser"}


class Surroundings:
    """What one run has around it: its environment, servers and browser."""

    def __init__(self, database: str) -> None:
        self.database = database
        self.folder = private_folder("tests")
        self.remover = Guarded(remove=self.folder)
        self.name = f"dice_{secrets.token_hex(4)}"
        self.chromium: Path | None = None
        self.postgres: Postgres | None = None
        self.redis: Redis | None = None
        if database == "postgresql":
            self.postgres = Postgres(os.environ.get("TEST_DATABASE_URL", ""))
            self.redis = Redis(os.environ.get("TEST_REDIS_URL", ""))

    @property
    def servers(self) -> list[Postgres | Redis]:
        return [server for server in (self.postgres, self.redis) if server]

    def set_environment(self) -> None:
        for name in ("DATABASE_URL", "REDIS_URL", "DATABASE_POOL_SIZE"):
            os.environ.pop(name, None)
        os.environ |= {**ENVIRONMENT, "DATA_DIR": str(self.folder)}
        if self.postgres and self.redis:
            os.environ["DATABASE_URL"] = self.postgres.url_of(self.name)
            os.environ["REDIS_URL"] = self.redis.url

    def provide(self, with_browser: bool) -> Iterator[str]:
        """Starts or finds everything; what is missing, a paragraph each."""
        for server in self.servers:
            try:
                server.start()
            except (Missing, RuntimeError) as error:
                yield str(error)
        if with_browser:
            try:
                self.chromium = chromium.find()
            except Missing as error:
                yield str(error)

    def stop(self) -> None:
        for server in (*self.servers, self.remover):
            server.stop()


SURROUNDINGS = pytest.StashKey[Surroundings]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("servers").addoption(
        "--database",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="sqlite: the embedded default, without Redis; postgresql: with Redis, and only the "
        "tests that touch the database or a running service",
    )


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    surroundings = Surroundings(early_config.known_args_namespace.database)
    early_config.stash[SURROUNDINGS] = surroundings
    surroundings.set_environment()
    return (yield)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "only_on(database): run on `sqlite` or on `postgresql` only, not on both"
    )
    config.addinivalue_line("markers", "service: added to each test that starts or asks one")


def pytest_itemcollected(item: pytest.Item) -> None:
    if not SERVICE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ())):
        item.add_marker("service")


def pytest_unconfigure(config: pytest.Config) -> None:
    if SURROUNDINGS in config.stash:
        config.stash[SURROUNDINGS].stop()


def touches_database(item: pytest.Item) -> bool:
    test_class = getattr(item, "cls", None)
    return (
        item.get_closest_marker("django_db") is not None
        or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        or (isinstance(test_class, type) and issubclass(test_class, TransactionTestCase))
    )


def needs_browser(item: pytest.Item) -> bool:
    return "browser" in getattr(item, "fixturenames", ())


def is_solved_for(item: pytest.Item) -> bool:
    return "solved_tables" in getattr(item, "fixturenames", ())


def is_wanted(item: pytest.Item, database: str) -> bool:
    only = item.get_closest_marker("only_on")
    if only:
        return database in only.args
    return database == "sqlite" or touches_database(item)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    database = config.getoption("database")
    wanted = {item for item in items if is_wanted(item, database)}
    config.hook.pytest_deselected(items=[item for item in items if item not in wanted])
    # Browsers last: Playwright's event loop stays in the thread from its first use on. Before them
    # what is solved: by then the tests on SQLite, begun at the same time, have compiled the solver.
    items[:] = sorted(
        (item for item in items if item in wanted),
        key=lambda item: (needs_browser(item), database == "postgresql" and is_solved_for(item)),
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    if session.config.option.collectonly or session.testsfailed or not session.items:
        return
    surroundings = session.config.stash[SURROUNDINGS]
    missing = list(surroundings.provide(with_browser=any(map(needs_browser, session.items))))
    if missing:
        raise pytest.UsageError("The tests cannot run without:\n\n" + "\n\n".join(missing))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    services = getattr(item, "funcargs", {}).get("services")
    if report.failed and isinstance(services, Services):
        for service in services.in_use:
            report.sections.append((f"Service at {service.url}", service.logs()))
    return report
