"""Two players in two browsers become friends, see how they did, and part again."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser, Watch
from tests.browser.test_accessibility import check, is_cut_off
from tests.servers.service import Service

# What a page looks like does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")

# A pair for each test, since a process takes longer to begin than to make them all. Anna has passed
# three games on to Bo. Nobody knows anybody yet.
PAIRS = """
import json
from django.test import Client
from challenges.engine.moves import Write
from challenges.engine.sheets import SHEETS, HouseRules
from challenges.models import Game
from challenges.services.games import make_moves, start_solo_game
from challenges.services.sign_up import sign_up_guest
from friends.services.challenges import pass_on, take_challenge

moves = [Write(row.code) for row in SHEETS["yacht"].rows]

def finish(player, state, total):
    make_moves(player=player, game_id=state.row.pk, ply=0, moves=moves)
    Game.objects.filter(pk=state.row.pk).update(total=total)

def pair():
    anna, bo = (sign_up_guest(address="198.51.100.1", name=name)[0] for name in ("Anna", "Bo"))
    for own, other in ((100, 90), (100, 120), (80, 85)):
        state = start_solo_game(player=anna, rules="yacht", house_rules=HouseRules()).state
        finish(anna, state, own)
        challenge, _ = pass_on(player=anna, game_id=state.row.pk, kind="blind")
        taken = take_challenge(player=bo, code=challenge.code, address="198.51.100.1").state
        finish(bo, taken, other)
    return anna, bo

def session(player):
    client = Client()
    client.force_login(player)
    return client.cookies["sessionid"].value

def told(pair):
    return {
        player.name: {"path": f"/players/{player.pk}", "session": session(player)}
        for player in pair
    }

print(json.dumps([told(pair()) for _ in range(5)]))
"""


@pytest.fixture(scope="module")
def pairs(service: Service) -> list[dict[str, dict[str, str]]]:
    printed = service.manage("shell", "--no-imports", "-c", PAIRS).stdout
    found: list[dict[str, dict[str, str]]] = json.loads(printed.splitlines()[-1])
    return found


@pytest.fixture
def pair(
    pairs: list[dict[str, dict[str, str]]], service: Service, open_context: OpenBrowser
) -> tuple[Page, Page, dict[str, str]]:
    """Anna on a phone, Bo at a desk, and the paths of their pages."""
    people, pages = pairs.pop(), []
    for name, size in (("Anna", PHONE), ("Bo", DESKTOP)):
        context = open_context(**size)
        cookie = {"name": "sessionid", "value": people[name]["session"], "url": service.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
        pages.append(context.new_page())
    return pages[0], pages[1], {name: people[name]["path"] for name in people}


def look(page: Page, name: str) -> None:
    check(page, name)
    assert not is_cut_off(page), name


def test_two_become_friends_see_their_record_and_part(
    pair: tuple[Page, Page, dict[str, str]], watch: Watch
) -> None:
    anna, bo, paths = pair
    record = "1 won · 0 tied · 2 lost"

    anna.goto(paths["Bo"])
    expect(anna.get_by_label("You and this player")).to_contain_text(record)
    look(anna, "a player nobody knows")
    anna.get_by_role("button", name="Ask to be friends").tap()
    expect(anna.get_by_role("status")).to_have_text("You have asked. The answer is theirs to give.")

    bo.goto("/friends")
    look(bo, "a request waits")
    bo.get_by_role("button", name="Accept Anna").click()
    expect(bo.get_by_role("status")).to_have_text("You are friends now.")
    expect(bo.locator(".record")).to_have_text("2 won · 0 tied · 1 lost")
    look(bo, "a friend")

    anna.goto("/friends")
    expect(anna.locator(".record")).to_have_text(record)
    remove = anna.get_by_role("button", name="Yes, remove Bo")
    expect(remove).to_be_hidden()
    anna.locator("summary", has_text="Remove").tap()
    look(anna, "asked again")
    remove.tap()
    expect(anna.get_by_role("status")).to_have_text("You are no longer friends.")

    bo.goto(paths["Anna"])
    bo.get_by_text("Block this player").press("Enter")
    look(bo, "a player about to be blocked")
    bo.get_by_role("button", name="Yes, block").press("Enter")
    bo.wait_for_url("**/friends")
    bo.get_by_text("1 player is blocked").click()
    expect(bo.get_by_role("button", name="Unblock Anna")).to_be_visible()
    look(bo, "somebody blocked")

    watch.expected.append("status of 404")
    anna.goto(paths["Bo"])
    anna.get_by_role("heading", name="There is nothing here.").wait_for()


def test_a_link_is_made_copied_and_followed_by_who_just_arrived(
    pair: tuple[Page, Page, dict[str, str]], open_context: OpenBrowser
) -> None:
    anna, bo, _paths = pair
    bo.context.grant_permissions(["clipboard-read", "clipboard-write"])
    bo.goto("/friends")
    bo.get_by_role("button", name="Make my link").click()
    link = bo.get_by_label("Link", exact=True).input_value()
    bo.get_by_role("button", name="Copy the link").click()
    expect(bo.get_by_text("Copied.")).to_be_visible()
    assert bo.evaluate("() => navigator.clipboard.readText()") == link
    look(bo, "my link")
    anna.goto("/friends")
    anna.get_by_role("button", name="Make my link").tap()
    expect(anna.get_by_role("img", name="The link as a QR code")).to_be_visible()
    look(anna, "my link on a phone")

    path = "/i/" + link.rpartition("/")[2]
    for page in (open_context(**PHONE).new_page(), open_context(**DESKTOP).new_page()):
        page.goto("/friends")
        look(page, "friends of nobody")
        page.goto(path)
        look(page, "an invitation")
        page.get_by_role("button", name="Be friends").click()
        expect(page.get_by_role("status")).to_have_text("You and Bo are friends now.")
        look(page, "a new guest")


@pytest.mark.parametrize("language", ["en", "de", "sv"])
def test_the_menu_has_room_for_all_its_words(
    pair: tuple[Page, Page, dict[str, str]], language: str
) -> None:
    bo = pair[1]
    bo.goto("/settings")
    bo.locator("[name=language]").select_option(language)
    bo.locator("form.settings button").click()
    bo.get_by_role("status").wait_for()
    for width in (1023, 1024, 1087, 1088, 1280):
        bo.set_viewport_size({"width": width, "height": 600})
        assert not is_cut_off(bo), width
