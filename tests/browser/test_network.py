"""A slow, failing or absent network: a move is kept, sent again, and made once."""

import re

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.browser.conftest import Watch
from tests.browser.table import Table, moves_made
from tests.servers.service import Service

# That a repeated move is made once on either database, tests of the API show.
pytestmark = pytest.mark.only_on("sqlite")

MOVES = re.compile(r"/api/v1/games/[^/]+/moves$")
WAITING = "No connection. Your move is kept on this device and sent as soon as possible."


@pytest.fixture
def table(desktop: Page, watch: Watch) -> Table:
    watch.expected += ["Failed to load resource"]  # what these tests are about
    return Table(desktop).begin()


class Failing:
    """Answers the first calls with failures, `after` the service heard them where it says so.

    Further calls are held until `let_pass`: what is true until then can be looked at in peace.
    """

    def __init__(self, page: Page, times: int, *, after: bool = False, status: int = 0) -> None:
        self.times, self.after, self.status = times, after, status
        self.bodies: list[str] = []
        self.held: list[Route] = []
        self.is_over = False
        page.route(MOVES, self.answer)

    def answer(self, route: Route, request: Request) -> None:
        self.bodies.append(request.post_data or "")
        if len(self.bodies) > self.times:
            self.hold(route)
        elif self.status:
            route.fulfill(status=self.status, json={"status": self.status, "detail": "Later."})
        else:
            if self.after:
                route.fetch()
            route.abort("connectionreset")

    def hold(self, route: Route) -> None:
        if self.is_over:
            route.continue_()
        else:
            self.held.append(route)

    def let_pass(self) -> None:
        self.is_over = True
        for route in self.held:
            route.continue_()


def test_a_move_that_could_not_be_sent_is_sent_again(table: Table, service: Service) -> None:
    failing = Failing(table.page, 2)
    table.die(1).check()
    table.throw_button.click()
    expect(table.notice).to_have_text(WAITING)
    expect(table.page.get_by_text("Saved")).to_have_count(0)
    failing.let_pass()
    table.ready(1)
    expect(table.notice).to_be_hidden()
    expect(table.page.get_by_text("Saved")).to_be_visible()
    assert len(failing.bodies) == 3
    assert len(set(failing.bodies)) == 1
    assert moves_made(service, table.id) == "x-----"


def test_a_move_whose_answer_was_lost_is_not_made_twice(table: Table, service: Service) -> None:
    failing = Failing(table.page, 2, after=True)
    table.row("Chance").click()
    table.score_button.click()
    failing.let_pass()
    table.ready(1)
    assert len(failing.bodies) == 3
    assert moves_made(service, table.id) == "chance"
    assert table.faces == table.game()["dice"]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_service_in_trouble_is_asked_again(table: Table, status: int) -> None:
    failing = Failing(table.page, 1, status=status)
    table.throw_button.click()
    expect(table.notice).to_have_text(WAITING)
    failing.let_pass()
    table.ready(1)
    assert len(failing.bodies) == 2


def test_while_a_move_is_on_its_way_no_other_can_be_made(table: Table) -> None:
    failing = Failing(table.page, 1)
    table.throw_button.click()
    expect(table.notice).to_have_text(WAITING)
    for key in ("t", "ArrowDown", "Enter", "1"):
        table.page.keyboard.press(key)
    failing.let_pass()
    table.ready(1)
    assert len(set(failing.bodies)) == 1
    assert table.game()["ply"] == 1


def test_a_double_click_throws_once(table: Table) -> None:
    failing = Failing(table.page, 0)
    table.throw_button.dblclick()
    failing.let_pass()
    table.ready(1)
    assert len(failing.bodies) == 1
    assert table.game()["ply"] == 1


def test_a_slow_answer_is_waited_for_and_said_to_be(table: Table) -> None:
    failing = Failing(table.page, 0)
    table.throw_button.click()
    expect(table.page.get_by_text("Sending …")).to_be_visible()
    expect(table.page.get_by_text("Saved")).to_have_count(0)
    failing.let_pass()
    table.ready(1)
    expect(table.page.get_by_text("Saved")).to_be_visible()


def test_offline_the_move_waits_until_the_network_is_back(table: Table) -> None:
    table.page.context.set_offline(True)
    table.row("Chance").click()
    table.score_button.click()
    expect(table.notice).to_have_text(WAITING)
    assert table.written("Chance") is None
    table.page.context.set_offline(False)
    table.ready(1)
    expect(table.notice).to_be_hidden()
    assert table.written("Chance") == table.game()["sheet"]["chance"]


def test_a_move_outlives_the_page(table: Table, service: Service) -> None:
    """The browser was closed, or the phone died, before the move could be sent."""
    table.page.route(MOVES, lambda route: route.abort())
    table.die(2).check()
    table.throw_button.click()
    expect(table.notice).to_have_text(WAITING)
    table.page.unroute_all(behavior="wait")
    table.page.reload()
    table.ready(1)
    assert moves_made(service, table.id) == "-x----"


def test_a_move_that_outlived_the_page_but_was_made_is_not_made_again(
    table: Table, service: Service
) -> None:
    Failing(table.page, 99, after=True)
    table.throw_button.click()
    expect(table.notice).to_have_text(WAITING)
    table.page.unroute_all(behavior="wait")
    table.page.reload()
    table.ready(1)
    expect(table.notice).to_be_hidden()
    assert moves_made(service, table.id) == "------"


def test_a_move_that_waited_while_the_game_went_on_is_given_up(table: Table) -> None:
    table.page.context.set_offline(True)
    table.throw_button.click()
    expect(table.notice).to_have_text(WAITING)
    table.play_elsewhere(moves=1)
    table.page.context.set_offline(False)
    table.ready(1)
    expect(table.notice).to_have_text("This game went on in another window or on another device.")
    assert table.written("Ones") == table.game()["sheet"]["ones"]
    assert table.faces == table.game()["dice"]
    table.throw_button.click()
    table.ready(2)


def test_who_was_signed_out_is_told(table: Table) -> None:
    table.page.context.clear_cookies(name="sessionid")
    table.throw_button.click()
    expect(table.notice).to_have_text(
        "This page is no longer signed in. Load it again; your game is safe."
    )
