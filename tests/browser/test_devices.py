"""One game in several windows, on several devices, and after a reload."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import PHONE, OpenBrowser, Watch
from tests.browser.table import Table

# What a page does does not depend on the database; that of two at once one is told, it may.
pytestmark = pytest.mark.only_on("sqlite")

ELSEWHERE = "This game went on in another window or on another device."


@pytest.fixture
def table(desktop: Page) -> Table:
    return Table(desktop).begin()


def look_again(page: Page) -> None:
    """What a browser says when its window comes back to the front."""
    page.bring_to_front()
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")


def other_device(table: Table, open_context: OpenBrowser) -> BrowserContext:
    phone = open_context(**PHONE)
    phone.add_cookies(table.page.context.cookies())  # type: ignore[arg-type]
    return phone


def test_a_reload_in_the_middle_of_a_turn_changes_nothing(table: Table) -> None:
    table.die(1).check()
    table.die(4).check()
    table.throw_button.click()
    table.ready(1)
    faces = table.faces
    table.die(6).check()
    table.die(1).uncheck()
    table.page.reload()
    table.ready(1)
    assert table.faces == faces
    kept = [table.die(number).is_checked() for number in range(1, 7)]
    assert kept == [False, False, False, True, False, True]


def test_another_device_goes_on_where_this_one_stopped(
    table: Table, open_context: OpenBrowser
) -> None:
    table.die(3).check()
    table.throw_button.click()
    table.ready(1)
    phone = other_device(table, open_context).new_page()
    phone.goto("/")
    phone.get_by_role("link", name="Play on").tap()
    there = Table(phone)
    there.ready(1)
    assert there.faces == table.faces
    expect(there.die(3)).to_be_checked()
    there.row("Chance").tap()
    there.score_button.tap()
    there.ready(2)
    look_again(table.page)
    table.ready(2)
    expect(table.notice).to_have_text(ELSEWHERE)
    assert table.faces == there.faces
    assert table.written("Chance") == there.written("Chance")


def test_a_second_window_follows_the_first(table: Table) -> None:
    second = Table(table.page.context.new_page())
    second.page.goto(table.page.url)
    second.ready(0)
    table.throw_button.click()
    table.ready(1)
    second.ready(1)
    assert second.faces == table.faces


@pytest.mark.only_on("sqlite", "postgresql")
def test_the_second_of_two_moves_at_once_is_told_what_happened(
    table: Table, open_context: OpenBrowser, watch: Watch
) -> None:
    watch.expected.append("status of 409")
    there = Table(other_device(table, open_context).new_page())
    there.page.goto(table.page.url)
    there.ready(0)
    there.row("Ones").tap()
    there.score_button.tap()
    there.ready(1)
    table.throw_button.click()
    table.ready(1)
    expect(table.notice).to_have_text(ELSEWHERE)
    assert table.faces == there.faces
    assert table.game()["ply"] == 1


def test_a_game_that_was_finished_elsewhere_shows_its_end(table: Table) -> None:
    table.play_elsewhere()
    look_again(table.page)
    expect(table.page.get_by_role("heading", name="Your score of the day")).to_be_visible()


def set_out_and_stop(page: Page) -> None:
    """As with the browser's button for it: the page stays."""
    with page.expect_event("requestfailed"):
        page.get_by_role("link", name="Days", exact=True).click()


def test_who_stops_on_the_way_elsewhere_and_plays_on_sees_the_end(table: Table) -> None:
    table.page.route("**/days", lambda route: route.abort("aborted"))
    table.play_elsewhere(moves=19)
    table.page.reload()
    table.ready(19)
    set_out_and_stop(table.page)
    table.row("Maxi Yatzy").click()
    table.score_button.click()
    expect(table.page.get_by_role("heading", name="Your score of the day")).to_be_visible()


def test_a_page_that_is_come_back_to_as_it_was_left_follows_the_game(table: Table) -> None:
    """Browsers keep a page for the way back; this one is told that it was kept."""
    table.page.route("**/days", lambda route: route.abort("aborted"))
    set_out_and_stop(table.page)
    event = "new PageTransitionEvent('pageshow', { persisted: true })"
    table.page.evaluate(f"() => dispatchEvent({event})")
    table.play_elsewhere()
    look_again(table.page)
    expect(table.page.get_by_role("heading", name="Your score of the day")).to_be_visible()


def test_the_way_back_shows_the_game_in_progress(desktop: Page) -> None:
    table = Table(desktop).sit_down()
    table.throw_button.click()
    table.ready(1)
    table.page.go_back()
    expect(table.page.get_by_role("link", name="Play on")).to_be_visible()


@pytest.mark.only_on("sqlite", "postgresql")
def test_a_double_click_on_play_is_sent_once(desktop: Page) -> None:
    posts: list[str] = []
    desktop.on("request", lambda request: posts.extend([request.url] * (request.method == "POST")))
    desktop.goto("/")
    desktop.get_by_role("button", name="Play today's dice").dblclick()
    Table(desktop).ready(0)
    assert posts == [desktop.url.split("/games")[0] + "/"]
