"""axe-core finds nothing, on any page, by day and by night; and nothing is cut off."""

from collections.abc import Callable

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.browser.conftest import PHONE, OpenBrowser, Watch
from tests.browser.table import Table

# What a page looks like does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")

PAGES = [
    "/",
    "/advent",
    "/days",
    "/games",
    "/practice",
    "/rules",
    "/rules/maxi",
    "/rules/classic",
    "/reviews",
    "/settings",
    # One page for all boards, which test_boards.py looks at with more in it.
    "/leaderboards",
    "/leaderboards/day-skill",
    "/leaderboards/streak",
    "/leaderboards/advent?period=2020",
    "/leaderboards/day?period=yesterday",
    "/nothing",
    "/api/v1/problems",
]


# By night pages differ in their colours alone.
BY_DAY = {"resultTypes": ["violations"]}
SCHEMES = {"light": BY_DAY, "dark": {**BY_DAY, "runOnly": ["color-contrast"]}}
# Most of what axe tells is what it found to be right, which takes longest to bring over here.
RUN = "options => axe.run(options).then(({violations}) => violations)"


def check(page: Page, name: str) -> None:
    """By day and by night, whichever scheme the page is in."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    for scheme, options in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = AxeResults({"violations": page.evaluate(RUN, options)})
        assert found.violations_count == 0, f"{name}, {scheme}\n{found.generate_report()}"


def is_cut_off(page: Page) -> bool:
    width: int = page.evaluate("() => document.documentElement.scrollWidth")
    return width > page.viewport_size["width"]  # type: ignore[index]


@pytest.fixture(scope="module")
def addresses(proof_address: str, day_looked_back_at: str, crowd: dict[str, str]) -> list[str]:
    days = [f"/days/{crowd['week_ago']}", day_looked_back_at, f"{day_looked_back_at}/look-back"]
    return [*PAGES, proof_address, *days, f"/players/{crowd['player']}"]


@pytest.fixture
def narrow(open_context: OpenBrowser, watch: Watch) -> Page:
    watch.expected += ["status of 404", "status of 400"]
    size = {**PHONE, "viewport": {"width": 320, "height": 640}}
    return open_context(**size).new_page()


def all_states(page: Page, table: Table, look: Callable[[str], None]) -> None:
    """A game from its first throw to its end."""
    look("first throw")
    table.die(1).check()
    table.throw_button.click()
    table.ready(1)
    look("dice kept")
    table.row("Chance").click()
    look("row selected")
    table.score_button.click()
    table.ready(2)
    table.play_elsewhere()
    page.reload()
    page.get_by_role("heading", name="Your score of the day").wait_for()
    look("over")


def test_axe_finds_nothing_and_nothing_is_cut_off(narrow: Page, addresses: list[str]) -> None:
    def look(name: str) -> None:
        check(narrow, name)
        assert not is_cut_off(narrow), name

    for address in addresses:
        narrow.goto(address)
        look(address)
    all_states(narrow, Table(narrow).begin(), look)
    for address in ("/", "/games", "/days", "/settings", f"{narrow.url}/proof"):
        narrow.goto(address)
        look(f"{address} of a player")


def test_axe_finds_nothing_on_a_wide_screen(desktop: Page) -> None:
    table = Table(desktop).begin()
    check(desktop, "table")
    table.row("Chance").click()
    check(desktop, "row selected")
    for width in (720, 768, 1024):
        desktop.set_viewport_size({"width": width, "height": 360})
        assert not is_cut_off(desktop), width


def test_axe_finds_nothing_on_christmas_dice(open_context: OpenBrowser) -> None:
    """They are laid on the table here: whether one may throw with them depends on the season."""
    page = open_context(**PHONE).new_page()
    table = Table(page).begin()
    page.locator("[data-look]").evaluate("table => (table.dataset.look = 'christmas')")
    table.die(1).check()
    check(page, "table")
    assert not is_cut_off(page)
    page.goto("/")
    page.locator("[data-look]").evaluate("hero => (hero.dataset.look = 'christmas')")
    check(page, "front page")
    assert not is_cut_off(page)


def test_the_menu_opens_on_a_phone(phone: Page) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("link", name="Practice").tap()
    phone.get_by_role("heading", name="Practice").wait_for()


def test_dice_and_button_stay_in_sight_on_a_phone(phone: Page) -> None:
    table = Table(phone).begin()
    for name in ("Ones", "Maxi Yatzy"):
        table.row(name).scroll_into_view_if_needed()
        for thing in (table.die(1), table.throw_button):
            box = thing.bounding_box()
            assert box is not None
            assert 0 <= box["y"] <= 740 - box["height"]
