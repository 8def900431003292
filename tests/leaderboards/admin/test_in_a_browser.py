"""An operator in a real browser: signs in, closes a day, settles a report."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.operators import PASSWORD
from tests.servers.service import Service

# What operators do is tested on both databases; that their browser lets them, on what serves them.
pytestmark = pytest.mark.only_on("postgresql")

# Four days ago a day was played, which nobody has closed.
PREPARE = """
import datetime
from challenges.models import Player
from challenges.services.days import make_days, today_of
from challenges.services.games import start_daily_game
from challenges.services.sign_up import sign_up_guest
from challenges.services.reports import report_name
from config import clock

with clock.at(clock.now() - datetime.timedelta(days=4)):
    make_days()
    player, _ = sign_up_guest(address="192.0.2.1", name="Reported One")
    friend, _ = sign_up_guest(address="192.0.2.2", name="Friend")
    start_daily_game(player=player, date=today_of(player, clock.now()))
    print(today_of(player, clock.now()))
report_name(reporter=friend, player_id=player.pk)
Player.objects.create_superuser(password=%r, name="Anna", email="anna@example.org")
"""


@pytest.fixture(scope="module")
def played_on(service: Service) -> datetime.date:
    done = service.manage("shell", "--verbosity=0", "--command", PREPARE % PASSWORD)
    return datetime.date.fromisoformat(done.stdout.strip())


@contextmanager
def open_page(browser: Browser, url: str, state: StorageState | None = None) -> Iterator[Page]:
    """A page whose console must stay empty: an offence against the CSP is told there."""
    complaints: list[str] = []
    context = browser.new_context(base_url=url, storage_state=state)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(f"{page.url}: {error}"))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def signed_in(browser: Browser, service: Service, played_on: datetime.date) -> StorageState:
    with open_page(browser, service.url) as page:
        page.goto("/admin/")
        page.get_by_label("Login or e-mail address").fill("anna@example.org")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="Operations")).to_be_visible()
        return page.context.storage_state()


@pytest.fixture
def page(browser: Browser, service: Service, signed_in: StorageState) -> Iterator[Page]:
    with open_page(browser, service.url, signed_in) as page:
        page.goto("/admin/")
        yield page


def test_an_operator_closes_a_due_day(page: Page, played_on: datetime.date) -> None:
    page.get_by_role("link", name="Days", exact=True).first.click()
    page.locator("#searchbar").fill(str(played_on))
    page.get_by_role("button", name="Search").click()
    page.get_by_role("row").filter(has_text="due to close").get_by_role("link").click()
    expect(page.get_by_text("1 started, 0 finished, 1 expired")).to_be_visible()
    page.get_by_role("button", name="Close now").click()
    expect(page.get_by_text(f"{played_on} is closed. Games expired: 1.")).to_be_visible()
    expect(page.get_by_role("button", name="Close now")).to_have_count(0)
    page.get_by_role("link", name="History").click()
    expect(page.get_by_text("Closed. Games expired: 1.")).to_be_visible()
    page.goto("/admin/challenges/day/chain")
    expect(page.get_by_text("The chain is whole.")).to_be_visible()


def test_an_operator_closes_days_from_the_list(page: Page, played_on: datetime.date) -> None:
    page.goto("/admin/challenges/day/?status=due")
    page.get_by_label("Select all objects on this page for an action").check()
    page.get_by_label("Action:").select_option("Close now what is due")
    page.get_by_role("button", name="Go").click()
    expect(page.get_by_text("is closed. Games expired: 0.").first).to_be_visible()
    expect(page.get_by_text("0 days")).to_be_visible()


def test_an_operator_rebuilds_a_day_the_boards_and_a_player(
    page: Page, played_on: datetime.date
) -> None:
    page.goto(f"/admin/challenges/day/{played_on}/change/")
    page.get_by_role("button", name="Rebuild the board").click()
    expect(page.get_by_text(f"{played_on} was rebuilt. Players mended: 0.")).to_be_visible()
    page.get_by_role("button", name="Excuse from streaks").click()
    expect(page.get_by_text(f"{played_on} is excused. Players mended: 0.")).to_be_visible()
    page.goto("/admin/challenges/player/?q=fri")
    page.get_by_role("link", name="Friend", exact=True).click()
    player_id = page.url.split("/")[-3]
    page.goto("/admin/")
    page.get_by_role("link", name="Rebuilds", exact=True).first.click()
    page.get_by_role("button", name="Rebuild: All boards").click()
    expect(page.get_by_text("All boards: ")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Anna").first).to_contain_text("all")
    page.get_by_label("Id of a player").fill(player_id)
    page.get_by_role("button", name="Rebuild the player").click()
    expect(page.get_by_text(f"Player {player_id} was rebuilt.")).to_be_visible()


def test_an_operator_settles_a_report_and_signs_a_player_out(
    page: Page, played_on: datetime.date
) -> None:
    page.goto("/admin/challenges/report/")
    page.get_by_role("button", name="Rename").click()
    expect(page.get_by_text("The player's name is")).to_be_visible()
    expect(page.get_by_text("0 players")).to_be_visible()
    page.goto("/admin/challenges/player/?q=fri")
    page.get_by_role("link", name="Friend", exact=True).click()
    page.get_by_label("This guest can never sign in again").check()
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_text("Friend is signed out everywhere.")).to_be_visible()
