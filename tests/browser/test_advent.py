"""The advent calendar in a browser, in the middle of a December.

The pages come from this process: only here the clock can be moved.
"""

import datetime
from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from challenges.models import Game, Player
from challenges.services.days import make_days
from config import clock
from leaderboards.services.closing import close_due_days
from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser
from tests.browser.test_accessibility import check, is_cut_off
from tests.cast import UTC, make_person
from tests.leaderboards.results import finish

pytestmark = [
    pytest.mark.only_on("sqlite"),
    pytest.mark.django_db(transaction=True),
]

NOW = datetime.datetime(2026, 12, 9, 11, tzinfo=UTC)
OpenCalendar = Callable[..., Page]
NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}}


def date(number: int) -> datetime.date:
    return datetime.date(2026, 12, number)


@pytest.fixture(autouse=True)
def _ninth_of_december(monkeypatch: pytest.MonkeyPatch) -> None:
    with clock.at(NOW - datetime.timedelta(days=10)):
        make_days()
    monkeypatch.setattr(clock, "now", lambda: NOW)


@pytest.fixture
def player() -> Player:
    """Played 1 to 5, missed 6 and 8, played 7 late; today's game is still to be started."""
    person = make_person("Astrid", time_zone="Europe/Berlin")
    for number in range(1, 6):
        finish(person.player, date(number), 230 + number)
    close_due_days()
    person.play_rows(person.start_solo(day=str(date(7))))
    return person.player


@pytest.fixture
def open_calendar(open_context: OpenBrowser, live_server: LiveServer) -> OpenCalendar:
    def open_calendar(player: Player | None = None, **options: object) -> Page:
        context = open_context(base_url=live_server.url, **options)
        if player:
            sign_in(context, player, live_server.url)
        page = context.new_page()
        page.goto("/advent/2026")
        return page

    return open_calendar


def sign_in(context: BrowserContext, player: Player, url: str) -> None:
    client = Client()
    client.force_login(player)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def look(page: Page, name: str) -> None:
    check(page, name)
    assert not is_cut_off(page), name


def test_axe_finds_nothing_and_nothing_is_cut_off(
    open_calendar: OpenCalendar, player: Player
) -> None:
    page = open_calendar(**NARROW)
    look(page, "of who has no account")
    page = open_calendar(player, **NARROW)
    look(page, "of a player")
    for number in (6, 7, 8):
        page.get_by_role("button", name=f"Door {number} ").tap()
        look(page, f"behind door {number}")
        page.get_by_role("button", name="Close").tap()
    page.get_by_role("button", name="Throw with the Christmas die").tap()
    expect(page.get_by_text("Merry Christmas!")).to_be_visible()
    look(page, "with the Christmas die")
    page.goto("/")
    look(page, "the way there")


def test_axe_finds_nothing_on_a_wide_screen(open_calendar: OpenCalendar, player: Player) -> None:
    page = open_calendar(player, **DESKTOP)
    check(page, "wide")
    for width in (720, 768, 1024):
        page.set_viewport_size({"width": width, "height": 700})
        assert not is_cut_off(page), width


def test_a_complete_calendar_is_no_different(open_calendar: OpenCalendar) -> None:
    person = make_person("Freja", time_zone="Europe/Berlin")
    for number in range(1, 25):
        finish(person.player, date(number), 200 + number)
    page = open_calendar(person.player, **NARROW)
    expect(page.get_by_text("Congratulations!")).to_be_visible()
    look(page, "complete")


def test_doors_are_reached_by_keyboard_in_their_order(
    open_calendar: OpenCalendar, player: Player
) -> None:
    page = open_calendar(player, **DESKTOP)
    page.get_by_role("link", name="The board of the calendar").focus()
    reached = []
    for _ in range(9):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.closest('li').id"))
    assert reached == [f"door-{number}" for number in range(1, 10)]


def test_a_missed_door_is_opened_and_shut_by_keyboard(
    open_calendar: OpenCalendar, player: Player
) -> None:
    page = open_calendar(player, **DESKTOP)
    missed = page.get_by_role("button", name="Door 6 ")
    behind = page.get_by_role("dialog", name="Door 6, Sunday 6 December")
    missed.focus()
    page.keyboard.press("Enter")
    expect(behind).to_be_visible()
    page.keyboard.press("Escape")
    expect(behind).to_be_hidden()
    expect(missed).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    game = Game.objects.get(player=player, pk=page.url.rpartition("/")[2])
    assert (game.mode, game.day_id) == ("solo", date(6))


def test_todays_door_starts_the_game_of_the_day(
    open_calendar: OpenCalendar, player: Player
) -> None:
    page = open_calendar(player, **PHONE)
    page.get_by_role("button", name="Door 9 Wednesday").dblclick()
    page.wait_for_url("**/games/*")
    assert Game.objects.get(player=player, mode="daily", status="playing").day_id == date(9)


def test_the_next_door_counts_down(open_calendar: OpenCalendar, player: Player) -> None:
    page = open_calendar(player, **DESKTOP)
    expect(page.locator("#door-10")).to_contain_text("opens in 11:59:")
