"""A game that was just played, against perfect play."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from challenges.engine.sheets import sheet_for
from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser
from tests.browser.table import Table
from tests.browser.test_accessibility import check, is_cut_off
from tests.servers.service import Service, Services
from tests.solved import make_table

# What a review says does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")


@pytest.fixture(scope="module")
def service(services: Services, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """It has solved yacht, and nothing else yet."""
    folder = tmp_path_factory.mktemp("solved")
    make_table(folder, sheet_for("yacht"))
    service = services.make(STRATEGY_DIR=str(folder))
    service.start()
    yield service
    services.dismiss(service)


def play_yacht(page: Page) -> None:
    """A turn by hand, the others as they come."""
    page.goto("/practice")
    page.get_by_role("button", name="Play Yacht").click()
    table = Table(page)
    table.ready(0)
    table.die(1).check()
    table.throw_button.click()
    table.ready(1)
    table.row("Chance").click()
    table.score_button.click()
    table.ready(2)
    table.play_elsewhere()
    page.reload()


def check_review(page: Page, total: str) -> None:
    expect(page.get_by_role("heading", name="Skill and luck")).to_be_visible()
    expect(page.locator(".sum-total dd")).to_have_text(f"= {total}")
    expect(page.locator(".review-turn")).to_have_count(12)
    expect(page.locator(".review-throw")).to_have_count(13)
    expect(page.locator(".curve-mark")).not_to_have_count(0)
    expect(page.get_by_role("img", name="The expected total through the game")).to_be_visible()
    first = page.locator(".review-throw").first
    expect(first.locator(".dice-line").first.locator(".die.is-kept")).to_have_count(1)
    expect(first.locator(".mark")).to_have_text(re.compile("Best|Good|Inaccuracy|Mistake|Blunder"))


@pytest.mark.parametrize("size", [{**PHONE, "viewport": {"width": 390, "height": 844}}, DESKTOP])
def test_a_game_just_played_is_reviewed(open_context: OpenBrowser, size: dict[str, object]) -> None:
    page = open_context(**size).new_page()
    play_yacht(page)
    total = page.locator(".over-total").inner_text()
    page.get_by_role("link", name="How much was skill, how much luck?").click()
    check_review(page, total)
    check(page, "review")
    page.get_by_text("The chart in numbers").click()
    expect(page.get_by_role("row")).to_have_count(14)
    check(page, "review with its numbers")
    for width in (320, page.viewport_size["width"]):  # type: ignore[index]
        page.set_viewport_size({"width": width, "height": 800})
        assert not is_cut_off(page), width


def test_it_needs_no_scripts(open_context: OpenBrowser) -> None:
    context = open_context(**PHONE)
    page = context.new_page()
    play_yacht(page)
    address, total = page.url, page.locator(".over-total").inner_text()
    plain = open_context(
        **PHONE, java_script_enabled=False, storage_state=context.storage_state()
    ).new_page()
    plain.goto(f"{address}/review")
    check_review(plain, total)


def test_while_a_sheet_is_being_solved_the_page_says_so_and_looks_again(
    open_context: OpenBrowser,
) -> None:
    page = open_context(**PHONE).new_page()
    page.clock.install()
    table = Table(page).begin()
    table.play_elsewhere()
    page.goto(f"{page.url}/review")
    heading = page.get_by_role("heading", name="The review comes in a moment")
    expect(heading).to_be_visible()
    expect(page.get_by_text("0% of that is done.")).to_be_visible()
    check(page, "review later")
    assert not is_cut_off(page)
    with page.expect_navigation():
        page.clock.fast_forward(31_000)
    expect(heading).to_be_visible()
