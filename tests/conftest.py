import gc
import os
from collections.abc import Iterator
from typing import Protocol

import hypothesis
import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, expect
from pytest_django import Settings

from challenges.models import Day
from challenges.services.days import make_days
from tests.jobs import leave_unfinished_game
from tests.servers.chromium import open_browser
from tests.servers.plugin import ENVIRONMENT, SURROUNDINGS
from tests.servers.service import Service, Services
from tests.solved import folder_of_tables, no_tables, solved_tables

__all__ = ["folder_of_tables", "no_tables", "solved_tables"]

# As long as an action may take: a slow machine needs more than the usual 5 seconds.
PATIENCE_OF_PAGES = 30_000  # milliseconds

# How long an example takes tells of the machine, which two test runs may share.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """What is loaded by now stays: looking through it for garbage took a tenth of all time."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture(autouse=True)
def _fast_passwords(settings: Settings) -> None:
    """Hashing that is slow on purpose would be most of what the tests do."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def days_ahead(today: Day) -> None:
    """All days that are made ahead, where it matters that they are there."""
    make_days()


@pytest.fixture(scope="session")
def services(
    pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Services]:
    surroundings = pytestconfig.stash[SURROUNDINGS]
    folder = tmp_path_factory.mktemp("services")
    services = Services(folder, ENVIRONMENT, surroundings.postgres, surroundings.redis)
    yield services
    services.close()


@pytest.fixture(scope="module")
def service(services: Services) -> Iterator[Service]:
    """The service's web process, shared by the tests of a module."""
    service = services.make()
    service.start()
    yield service
    services.dismiss(service)


class StartService(Protocol):
    def __call__(self, *names: str, **changes: str | None) -> Service: ...


@pytest.fixture
def start_service(services: Services) -> Iterator[StartService]:
    """Starts a service for one test: the Procfile's processes named, `web` if none is.

    Keywords change its environment; None takes a variable away.
    """
    started: list[Service] = []

    def start(*names: str, **changes: str | None) -> Service:
        started.append(services.make(**changes))
        started[-1].start(*names)
        return started[-1]

    yield start
    for service in started:
        services.dismiss(service)


LeftAlone = tuple[Service, str]


@pytest.fixture(scope="session")
def left_alone(services: Services) -> Iterator[LeftAlone]:
    """A whole service that nobody asks for anything, and the game that is to expire on it.

    Beat may need a minute: tests that run in the meantime start it for the one that looks at it.
    """
    service = services.make()
    service.start("web")
    game = leave_unfinished_game(service)
    service.start("worker", "beat")
    yield service, game
    services.dismiss(service)


@pytest.fixture(scope="session")
def browser(pytestconfig: pytest.Config) -> Iterator[Browser]:
    program = pytestconfig.stash[SURROUNDINGS].chromium
    assert program is not None
    # Playwright's event loop runs in the tests' own thread, where Django would refuse to work.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE_OF_PAGES)
    with open_browser(program) as browser:
        yield browser
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
