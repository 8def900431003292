"""A game is passed on by a link, and played by somebody who has never been here."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser, Watch
from tests.browser.passing_on import PASSED_ON
from tests.browser.table import Table
from tests.browser.test_accessibility import check, is_cut_off
from tests.servers.service import Service

# What a page looks like does not depend on the database; that all of it works, one link shows.
pytestmark = pytest.mark.only_on("sqlite")

NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}}
WITH_SHARING = """
navigator.share = async (data) => { window.shared = data };
"""


@pytest.fixture(scope="module")
def passed_on(service: Service) -> dict[str, Any]:
    printed = service.manage("shell", "--no-imports", "-c", PASSED_ON).stdout
    found: dict[str, Any] = json.loads(printed.splitlines()[-1])
    return found


def signed_in(context: BrowserContext, service: Service, session: str) -> Page:
    context.add_cookies([{"name": "sessionid", "value": session, "url": service.url}])
    return context.new_page()


def is_in_sight(thing: Locator) -> bool:
    box, size = thing.bounding_box(), thing.page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def play_to_the_end(page: Page) -> None:
    """Row after row, with the first throw of each turn."""
    table = Table(page)
    for ply in range(12):
        table.ready(ply)
        page.locator(".line-choice:visible").first.click()
        table.score_button.click()
    page.get_by_role("heading", name="Your score").wait_for()


@pytest.mark.only_on("sqlite", "postgresql")
def test_a_link_is_opened_by_a_stranger_on_a_phone_played_and_compared(
    desktop: Page, open_context: OpenBrowser
) -> None:
    desktop.goto("/practice")
    desktop.get_by_role("button", name="Play Yacht").click()
    play_to_the_end(desktop)
    total = desktop.locator(".over-total").inner_text()
    desktop.get_by_role("button", name="Blind: my total stays hidden").click()
    desktop.get_by_role("heading", name="Send it to a friend").wait_for()
    link = desktop.get_by_role("textbox", name="Link").input_value()
    assert link == desktop.url

    phone = open_context(**PHONE, is_known=False).new_page()
    phone.goto(link)
    button = phone.get_by_role("button", name="Throw the dice")
    assert is_in_sight(button)
    expect(phone.get_by_role("heading", level=1)).to_contain_text("challenges you")
    assert total not in phone.get_by_role("main").inner_text().split()
    button.tap()
    expect(phone.locator(".challenge-line")).to_contain_text("blind")
    play_to_the_end(phone)
    phone.get_by_role("link", name=re.compile("See how you did against")).tap()
    expect(phone.get_by_text("are level")).to_be_visible()
    sheets = phone.get_by_role("region", name="Row by row")
    expect(sheets.get_by_role("row", name=f"Total {total} {total}")).to_be_visible()

    desktop.reload()
    expect(desktop.get_by_role("heading", name="1 friend has finished")).to_be_visible()


def test_the_link_is_copied(
    open_context: OpenBrowser, service: Service, passed_on: dict[str, Any]
) -> None:
    context = open_context(**DESKTOP)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = signed_in(context, service, passed_on["anna"])
    page.goto(f"/f/{passed_on['codes']['blind']}")
    expect(page.get_by_role("button", name="Share", exact=True)).to_be_hidden()
    expect(page.get_by_role("img", name="The link as a QR code")).to_be_visible()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_link_that_cannot_be_copied_is_selected(
    open_context: OpenBrowser, service: Service, passed_on: dict[str, Any]
) -> None:
    context = open_context(**DESKTOP)
    context.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page = signed_in(context, service, passed_on["anna"])
    page.goto(f"/f/{passed_on['codes']['blind']}")
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("copy it by hand")).to_be_visible()
    assert page.evaluate("getSelection().toString()") == page.url


def test_the_device_shares_link_and_words(
    open_context: OpenBrowser, service: Service, passed_on: dict[str, Any]
) -> None:
    context = open_context(**PHONE)
    context.add_init_script(WITH_SHARING)
    page = signed_in(context, service, passed_on["anna"])
    page.goto(f"/f/{passed_on['codes']['target']}")
    picture = page.get_by_role("img", name="The link as a QR code")
    expect(picture).to_be_hidden()
    page.get_by_text("Let a friend beside you scan it.").tap()
    expect(picture).to_be_visible()
    page.get_by_role("button", name="Share", exact=True).tap()
    shared = page.evaluate("window.shared")
    assert shared["url"] == page.url
    assert re.fullmatch(
        r"🎲🎲🎲🎲🎲🎯\nI scored \d+ in Yacht\. Can you beat that with the same dice\?",
        shared["text"],
    )


def test_it_works_without_scripts(
    open_context: OpenBrowser, service: Service, passed_on: dict[str, Any]
) -> None:
    page = open_context(**PHONE, java_script_enabled=False, is_known=False).new_page()
    page.goto("/f")
    page.get_by_role("textbox", name="Code").fill(passed_on["codes"]["target"].lower())
    page.get_by_role("button", name="Open").tap()
    page.get_by_role("button", name="Throw the dice").tap()
    expect(page.get_by_text("Turn 1 of 12")).to_be_visible()
    maker = open_context(**PHONE, java_script_enabled=False)
    page = signed_in(maker, service, passed_on["anna"])
    page.goto(f"/f/{passed_on['codes']['target']}")
    expect(page.get_by_role("textbox", name="Link")).to_have_value(page.url)
    expect(page.get_by_role("button", name="Copy the link")).to_be_hidden()


def test_a_challenge_is_taken_by_keyboard(desktop: Page, passed_on: dict[str, Any]) -> None:
    desktop.goto(f"/f/{passed_on['codes']['blind']}")
    button = desktop.get_by_role("button", name="Throw the dice")
    for _ in range(20):
        desktop.keyboard.press("Tab")
        if button.evaluate("button => button === document.activeElement"):
            break
    desktop.keyboard.press("Enter")
    Table(desktop).ready(0)


def test_sheets_are_scrolled_by_keyboard_and_keep_the_names_of_their_rows(
    open_context: OpenBrowser, service: Service, passed_on: dict[str, Any]
) -> None:
    page = signed_in(open_context(**NARROW), service, passed_on["anna"])
    page.goto(f"/f/{passed_on['codes']['target']}")
    sheets = page.get_by_role("region", name="Row by row")
    sheets.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.sheets-scroll').scrollLeft > 100")
    name, region = (
        sheets.get_by_role("rowheader", name="Ones").bounding_box(),
        sheets.bounding_box(),
    )
    assert name is not None
    assert region is not None
    assert name["x"] == region["x"]


def test_axe_finds_nothing_and_nothing_is_cut_off(
    open_context: OpenBrowser, service: Service, watch: Watch, passed_on: dict[str, Any]
) -> None:
    watch.expected += ["status of 404", "status of 400"]
    codes = passed_on["codes"]
    shown = {
        "": [
            *(f"/f/{codes[name]}" for name in ("blind", "target", "wide")),
            *("/f", "/f?code=K7", "/f/00000000", "/f/K7"),
        ],
        passed_on["wide"]: ["/", f"/f/{codes['blind']}", passed_on["path"]],
        passed_on["anna"]: [f"/f/{codes['target']}", "/f"],
        passed_on["ben"]: [
            f"/f/{codes['blind']}",
            f"/f/{codes['passed on']}",
            f"/games/{passed_on['game']}",
        ],
    }
    for session, addresses in shown.items():
        context = open_context(**NARROW)
        page = signed_in(context, service, session) if session else context.new_page()
        for address in addresses:
            page.set_viewport_size({"width": 320, "height": 640})
            page.goto(address)
            check(page, address)
            for width in (320, 768, 1280):
                page.set_viewport_size({"width": width, "height": 640})
                assert not is_cut_off(page), (address, width)
    page = open_context(**NARROW).new_page()
    page.goto(f"/f/{codes['wide']}")
    page.get_by_role("button", name="Throw the dice").tap()
    Table(page).ready(0)
    check(page, "playing")
    assert not is_cut_off(page)
