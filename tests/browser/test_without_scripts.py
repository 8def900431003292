"""A browser that runs no scripts plays by the same page."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenBrowser, Watch

# What plain forms send does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")


@pytest.fixture
def page(open_context: OpenBrowser) -> Page:
    return open_context(**PHONE, java_script_enabled=False, is_known=False).new_page()


def test_a_turn_is_played_by_plain_forms(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play today's dice").tap()
    expect(page.get_by_text("Turn 1 of 20")).to_be_visible()
    page.locator(".die").nth(1).tap()
    page.get_by_role("button", name="Throw the others").tap()
    expect(page.get_by_text("1 throw left")).to_be_visible()
    expect(page.get_by_role("checkbox", name=re.compile("^Die 2: "))).to_be_checked()
    page.get_by_role("button", name=re.compile(r"^Chance \d+$")).tap()
    expect(page.get_by_text("Turn 2 of 20")).to_be_visible()


def test_a_refusal_is_shown(page: Page, watch: Watch) -> None:
    watch.expected.append("status of 422")
    page.goto("/")
    page.get_by_role("button", name="Play today's dice").tap()
    expect(page.get_by_text("Turn 1 of 20")).to_be_visible()
    for die in page.locator(".die").all():
        die.tap()
    page.get_by_role("button", name="Throw the others").tap()
    expect(page.get_by_role("alert")).to_have_text(
        "All dice are kept: throw at least one, or write a row."
    )
