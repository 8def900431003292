"""Boards in a real browser, as somebody sees them who is on the second page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser
from tests.browser.test_accessibility import check, is_cut_off
from tests.servers.service import Service

# What a page looks like does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")

OpenPage = Callable[..., Page]
NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}}


@pytest.fixture
def open_as_reader(open_context: OpenBrowser, service: Service, crowd: dict[str, str]) -> OpenPage:
    def open_page(**options: object) -> Page:
        context = open_context(**options)
        cookie = {"name": "sessionid", "value": crowd["session"], "url": service.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
        return context.new_page()

    return open_page


def is_in_sight(thing: Locator) -> bool:
    box, size = thing.bounding_box(), thing.page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"] + 1


def test_axe_finds_nothing_and_nothing_is_cut_off(
    open_as_reader: OpenPage, crowd: dict[str, str]
) -> None:
    page = open_as_reader(**NARROW)
    for address in (
        "/",
        f"/games/{crowd['game']}",
        f"/days/{crowd['today']}",
        f"/players/{crowd['player']}",
        # As they come, and a day that is over: the next test, with the numbers.
        "/leaderboards?around=me",
        "/leaderboards/advent",
        "/leaderboards?among=friends",
        "/leaderboards/streak?among=friends",
    ):
        page.goto(address)
        check(page, address)
        assert not is_cut_off(page), address
    for width in (360, 720, 768, 1024):
        page.set_viewport_size({"width": width, "height": 640})
        assert not is_cut_off(page), width


def test_the_chart_in_numbers_is_opened_by_keyboard(
    open_as_reader: OpenPage, crowd: dict[str, str]
) -> None:
    page = open_as_reader(**NARROW)
    for address in ("/leaderboards", f"/days/{crowd['week_ago']}"):
        page.goto(address)
        numbers = page.get_by_role("table", name="The chart in numbers")
        expect(numbers).to_be_hidden()
        page.get_by_text("The chart in numbers").press("Enter")
        expect(numbers).to_be_visible()
        check(page, address)
        assert not is_cut_off(page), address


def test_my_place_stays_at_the_bottom_of_a_phone(open_as_reader: OpenPage) -> None:
    page = open_as_reader(**PHONE)
    page.goto("/leaderboards")
    mine = page.get_by_role("region", name="Your place")
    for y in (0, 400, 1200):
        page.evaluate("y => scrollTo(0, y)", y)
        assert is_in_sight(mine), y


def test_my_place_stays_in_sight_on_a_wide_screen(open_as_reader: OpenPage) -> None:
    page = open_as_reader(**DESKTOP)
    page.goto("/leaderboards")
    mine = page.get_by_role("region", name="Your place")
    for y in (0, 400, 1200):
        page.evaluate("y => scrollTo(0, y)", y)
        assert is_in_sight(mine), y


def test_the_rows_around_me_are_found_by_keyboard_and_my_row_stays(
    open_as_reader: OpenPage,
) -> None:
    page = open_as_reader(**PHONE)
    page.goto("/leaderboards")
    page.get_by_role("link", name="Show the rows around me").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("around=me"))
    row = page.get_by_role("row", name=re.compile("Reader you"))
    expect(row).to_have_attribute("aria-current", "true")
    assert is_in_sight(row)
    assert is_in_sight(page.locator("#around-me"))
    for y in (600, 1000, 1400):
        page.evaluate("y => scrollTo(0, y)", y)
        assert is_in_sight(row), y


def test_boards_are_chosen_and_turned_by_keyboard(desktop: Page, crowd: dict[str, str]) -> None:
    desktop.goto("/")
    desktop.get_by_role("link", name="Boards", exact=True).focus()
    desktop.keyboard.press("Enter")
    tabs = desktop.get_by_role("navigation", name="Boards")
    expect(tabs.get_by_role("link", name="Day", exact=True)).to_have_attribute(
        "aria-current", "page"
    )
    tabs.get_by_role("link", name="Skill", exact=True).focus()
    desktop.keyboard.press("Tab")
    desktop.keyboard.press("Enter")
    desktop.get_by_role("heading", name="Best day").wait_for()
    desktop.get_by_role("link", name="Next", exact=True).focus()
    desktop.keyboard.press("Enter")
    desktop.wait_for_url(re.compile("cursor="))
    expect(desktop.get_by_role("row", name=re.compile("^71 Reader"))).to_be_visible()
    desktop.get_by_role("link", name="Previous", exact=True).press("Enter")
    expect(desktop.get_by_role("row", name=re.compile("^1 W{20}"))).to_be_visible()


def test_the_menu_leads_to_the_boards_on_a_phone(phone: Page, crowd: dict[str, str]) -> None:
    phone.goto("/")
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("link", name="Boards", exact=True).tap()
    phone.get_by_role("navigation", name="Boards").wait_for()


def test_everybody_gives_way_to_friends_by_keyboard(open_as_reader: OpenPage) -> None:
    page = open_as_reader(**DESKTOP)
    page.goto("/leaderboards/best-day")
    among = page.get_by_role("navigation", name="Whose results")
    among.get_by_role("link", name="Friends").press("Enter")
    page.wait_for_url(re.compile("period=all&among=friends"))
    expect(among.get_by_role("link", name="Friends")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("row", name=re.compile("^11 Reader you"))).to_be_visible()
    page.get_by_role("link", name="Longest", exact=True).press("Enter")
    page.wait_for_url(re.compile("longest-streak.among=friends"))
    expect(page.get_by_role("row", name=re.compile("^1 Reader you"))).to_be_visible()
    among.get_by_role("link", name="Everybody").press("Enter")
    page.wait_for_url(re.compile("longest-streak.period=all$"))
    expect(page.get_by_role("link", name="Next", exact=True)).to_be_visible()
