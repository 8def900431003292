"""Time zones and midnights, as the browser knows them."""

import datetime
import re
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.table import Table

ZONES_A_DAY_APART = ("Pacific/Kiritimati", "Pacific/Pago_Pago")


def date_in(zone: str) -> str:
    return datetime.datetime.now(ZoneInfo(zone)).date().isoformat()


def day_in(zone: str) -> str:
    today = datetime.datetime.now(ZoneInfo(zone)).date()
    return f"{today:%A} {today.day} {today:%B}"


def zone_of_profile(page: Page) -> str:
    return str(page.request.get("/api/v1/me").json()["time_zone"])


def test_the_date_is_the_readers_own(open_context: OpenBrowser) -> None:
    """These two are a day apart at any moment."""
    for zone in ZONES_A_DAY_APART:
        page = open_context(**DESKTOP, timezone_id=zone).new_page()
        page.goto("/")
        expect(page.get_by_text(day_in(zone))).to_be_visible()
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


def test_a_new_date_brings_new_dice_and_leaves_the_old_game_to_be_finished(
    open_context: OpenBrowser,
) -> None:
    """A flight across the date line is a midnight that the service sees at once."""
    west, east = reversed(ZONES_A_DAY_APART)
    home = open_context(**DESKTOP, timezone_id=west)
    before = Table(home.new_page()).sit_down().game()
    state = home.storage_state()
    page = open_context(**DESKTOP, timezone_id=east, storage_state=state).new_page()
    with page.expect_response(lambda answer: answer.url.endswith("/api/v1/me")):
        page.goto("/settings")

    table = Table(page).sit_down()
    after = table.game()
    page.goto(f"/games/{before['id']}")
    table.throw_button.click()
    table.ready(1)

    assert (before["day"], after["day"]) == (date_in(west), date_in(east))
    assert table.game()["id"] == before["id"]


def test_the_time_to_the_next_dice_runs_down(desktop: Page) -> None:
    Table(desktop).sit_down().play_elsewhere()
    desktop.reload()
    expect(desktop.get_by_text(re.compile(r"^New dice in \d\d:\d\d:\d\d$"))).to_be_visible()
