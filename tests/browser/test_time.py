"""Time zones and midnights, as the browser knows them."""

import datetime
import re
import time
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.table import Table

# What zone a browser tells, and which date is there, does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")

EAST, WEST = ZONES_A_DAY_APART = ("Pacific/Kiritimati", "Pacific/Pago_Pago")


def date_in(zone: str) -> str:
    return datetime.datetime.now(ZoneInfo(zone)).date().isoformat()


def day_in(zone: str) -> str:
    today = datetime.datetime.now(ZoneInfo(zone)).date()
    return f"{today:%A} {today.day} {today:%B}"


@pytest.fixture(autouse=True)
def _no_midnight_in_the_test() -> None:
    """A date that is read before a midnight and compared after it would differ."""
    for zone in ZONES_A_DAY_APART:
        now = datetime.datetime.now(ZoneInfo(zone))
        if (now.hour, now.minute) == (23, 59):
            time.sleep(60 - now.second)


def shows_date_of(page: Page, zone: str) -> None:
    """Wait until the page is that of the zone's date, so loaded again if it was another's."""
    expect(page.locator("body")).to_have_attribute("data-today", date_in(zone))


def zone_of_profile(page: Page) -> str:
    return str(page.request.get("/api/v1/me").json()["time_zone"])


def test_the_date_is_the_readers_own(open_context: OpenBrowser) -> None:
    """These two are a day apart at any moment."""
    for zone in ZONES_A_DAY_APART:
        page = open_context(**DESKTOP, timezone_id=zone, is_known=False).new_page()
        page.goto("/")
        expect(page.get_by_text(day_in(zone))).to_be_visible()
        shows_date_of(page, zone)
        table = Table(page).sit_down()
        assert zone_of_profile(page) == zone
        expect(page.get_by_role("heading", name=day_in(zone))).to_be_visible()
        assert table.game()["day"] == datetime.datetime.now(ZoneInfo(zone)).date().isoformat()


def test_the_profile_follows_a_traveller(open_context: OpenBrowser) -> None:
    home = open_context(**DESKTOP, timezone_id="Europe/Berlin")
    Table(home.new_page()).sit_down()
    abroad = open_context(**DESKTOP, timezone_id="Asia/Tokyo", storage_state=home.storage_state())
    page = abroad.new_page()
    with page.expect_response(lambda answer: answer.url.endswith("/api/v1/me")):
        page.goto("/settings")
    # It is loaded again then: a browser that is closed in the midst of that may not answer.
    page.wait_for_load_state("networkidle")
    assert zone_of_profile(page) == "Asia/Tokyo"


def test_a_zone_chosen_by_hand_stays(open_context: OpenBrowser) -> None:
    page = open_context(**DESKTOP).new_page()
    Table(page).sit_down()
    page.goto("/settings")
    page.get_by_label("Time zone").select_option("Europe/Lisbon")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto("/days")
    page.wait_for_load_state("networkidle")
    assert zone_of_profile(page) == "Europe/Lisbon"


@pytest.mark.parametrize("zone", ZONES_A_DAY_APART)
def test_at_midnight_new_dice_are_announced_and_the_game_goes_on(
    open_context: OpenBrowser, zone: str
) -> None:
    page = open_context(**DESKTOP, timezone_id=zone).new_page()
    page.clock.install()
    table = Table(page).sit_down()
    banner = page.get_by_text("A new day has begun, with new dice.")
    expect(banner).to_be_hidden()
    page.clock.fast_forward("24:00:00")
    expect(banner).to_be_visible()
    page.clock.resume()
    table.throw_button.click()
    table.ready(1)


def fly_east(home: Table, open_context: OpenBrowser) -> Page:
    state = home.page.context.storage_state()
    return open_context(**DESKTOP, timezone_id=EAST, storage_state=state).new_page()


def test_a_new_date_brings_new_dice_and_leaves_the_old_game_to_be_finished(
    open_context: OpenBrowser,
) -> None:
    """A flight across the date line is a midnight that the service sees at once."""
    home = Table(open_context(**DESKTOP, timezone_id=WEST).new_page()).sit_down()
    before = home.game()
    page = fly_east(home, open_context)
    page.goto("/settings")
    shows_date_of(page, EAST)

    table = Table(page).sit_down()
    after = table.game()
    page.goto(f"/games/{before['id']}")
    table.throw_button.click()
    table.ready(1)

    assert (before["day"], after["day"]) == (date_in(WEST), date_in(EAST))
    assert table.game()["id"] == before["id"]


def go_by_address(page: Page) -> None:
    page.goto("/days")


def go_by_link(page: Page) -> None:
    page.get_by_role("link", name="Days", exact=True).click()


def wait_until_remembered(page: Page, zone: str) -> None:
    """A script remembers the zone that it told last of all, its page loaded again or not."""
    deadline = time.monotonic() + 60
    while zone not in (page.evaluate("() => localStorage.getItem('time-zone')") or ""):
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


@pytest.mark.parametrize("go", [go_by_address, go_by_link])
def test_who_is_on_the_way_to_another_page_is_not_called_back_by_a_new_date(
    open_context: OpenBrowser, go: Callable[[Page], None]
) -> None:
    """The service says that the date is another one when the way has begun and is long."""
    home = Table(open_context(**DESKTOP, timezone_id=WEST).new_page()).sit_down()
    page = fly_east(home, open_context)
    # A page on its way cannot be asked; one that tells no zone sees what its script remembers.
    witness = page.context.new_page()
    witness.goto("/api/v1/problems")
    told: list[Route] = []
    loaded: list[str] = []

    def answer_days(route: Route) -> None:
        told[0].continue_()
        wait_until_remembered(witness, EAST)
        route.continue_()

    page.route("**/api/v1/me", lambda route: told.append(route))  # noqa: PLW0108
    page.route("**/days", answer_days)
    page.on("request", lambda it: loaded.append(it.url) if it.is_navigation_request() else None)
    page.goto("/settings")
    go(page)

    expect(page.get_by_role("heading", name="Days", exact=True)).to_be_visible()
    shows_date_of(page, EAST)
    assert [url.rsplit("/", 1)[1] for url in loaded] == ["settings", "days"]


def test_the_time_to_the_next_dice_runs_down(desktop: Page) -> None:
    Table(desktop).sit_down().play_elsewhere()
    desktop.reload()
    expect(desktop.get_by_text(re.compile(r"^New dice in \d\d:\d\d:\d\d$"))).to_be_visible()
