import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.browser.history import CROWD, LOOKED_BACK, PAST
from tests.servers.service import Service, Services

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

OpenBrowser = Callable[..., BrowserContext]


@pytest.fixture(scope="package")
def played_on(services: Services) -> Iterator[tuple[Service, str]]:
    service = services.make(LIMIT_GUESTS_OF_ADDRESS="1000/60", LIMIT_CALLS_OF_PLAYER="10000/60")
    game_id = service.manage("shell", text=PAST).stdout.split()[-1]
    service.start()
    yield service, game_id
    services.dismiss(service)


@pytest.fixture(scope="package")
def service(played_on: tuple[Service, str]) -> Service:
    """One service for all tests with a browser: its days of last week are closed and played."""
    return played_on[0]


@pytest.fixture(scope="package")
def proof_address(played_on: tuple[Service, str]) -> str:
    """Of last week's game."""
    return f"/games/{played_on[1]}/proof"


@pytest.fixture(scope="package")
def day_looked_back_at(service: Service) -> str:
    """The address of a closed day."""
    printed = service.manage("shell", "--no-imports", "-c", LOOKED_BACK).stdout
    return f"/days/{printed.split()[-1]}"


@pytest.fixture(scope="package")
def crowd(service: Service) -> dict[str, str]:
    """Boards of several pages, and somebody among the last: addresses and a session."""
    printed = service.manage("shell", "--no-imports", "-c", CROWD).stdout
    found: dict[str, str] = json.loads(printed.splitlines()[-1])
    return found


class Watch:
    """Collects what a browser complains about; `expected` are words of complaints to let pass."""

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self.expected: list[str] = []

    def attach(self, page: Page) -> None:
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    @property
    def unexpected(self) -> list[str]:
        return [
            complaint
            for complaint in self.complaints
            if not any(words in complaint for words in self.expected)
        ]


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails a test whose pages logged an error or broke the content security policy."""
    watch = Watch()
    yield watch
    assert watch.unexpected == []


@pytest.fixture
def open_context(browser: Browser, service: Service, watch: Watch) -> Iterator[OpenBrowser]:
    """Opens a browser without an account, at rest unless `reduced_motion` says otherwise.

    `is_known` says that an earlier visit told the service its time zone. Else a first page of
    another date than the browser's is loaded twice, in the midst of what a test does to it.
    """
    opened: list[BrowserContext] = []

    def open_context(*, is_known: bool = True, **options: object) -> BrowserContext:
        defaults = {
            "base_url": service.url,
            "reduced_motion": "reduce",
            "locale": "en-GB",
            "timezone_id": "Europe/Berlin",
        }
        chosen = {**defaults, **options}
        context = browser.new_context(**chosen)  # type: ignore[arg-type]
        if is_known and "storage_state" not in options:
            zone = str(chosen["timezone_id"])
            context.add_cookies([{"name": "time_zone", "value": zone, "url": service.url}])
        context.on("page", watch.attach)
        opened.append(context)
        return context

    yield open_context
    for context in opened:
        context.close()


@pytest.fixture
def phone(open_context: OpenBrowser) -> Page:
    return open_context(**PHONE).new_page()


@pytest.fixture
def desktop(open_context: OpenBrowser) -> Page:
    return open_context(**DESKTOP).new_page()
