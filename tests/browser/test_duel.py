"""Hints, and a game against the computer to its end, in a real browser."""

import re
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from challenges.engine.sheets import sheet_for
from tests.browser.conftest import DESKTOP, PHONE, OpenBrowser, Watch
from tests.browser.table import Table
from tests.browser.test_accessibility import check, is_cut_off
from tests.browser.test_network import MOVES
from tests.servers.service import Service, Services
from tests.solved import make_table

# What a page does does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")

GENERALA = sheet_for("generala")  # the shortest sheet
CHANCE = {"keep": None, "row": "chance", "worth": 391.2, "loss": 0}


@pytest.fixture(scope="module")
def service(services: Services, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """It knows best play of one sheet, and computes no other."""
    folder = tmp_path_factory.mktemp("one-table")
    make_table(folder, GENERALA)
    service = services.make(
        STRATEGY_DIR=str(folder), BUILD_TABLES="0", LIMIT_CALLS_OF_PLAYER="10000/60"
    )
    service.start()
    yield service
    services.dismiss(service)


def begin(page: Page, level: str = "", sheet: str = "Generala") -> Table:
    page.goto("/practice")
    if level:
        page.get_by_role("link", name=re.compile(f"^{level}")).click()
        expect(page.get_by_role("link", name=re.compile(f"^{level}"))).to_have_attribute(
            "aria-current", "true"
        )
    name = f"Play {sheet} · {level}" if level else f"Play {sheet}"
    page.get_by_role("button", name=name, exact=True).click()
    table = Table(page)
    table.ready(0)
    return table


def hint_of(table: Table) -> dict[str, Any]:
    answer = table.page.request.get(f"/api/v1/games/{table.id}/hint")
    hint: dict[str, Any] = answer.json()
    return hint


def figure(number: float, places: str) -> str:
    """As browsers write it: halves, of what was told in thousandths, are rounded up."""
    return str(Decimal(str(number)).quantize(Decimal(places), ROUND_HALF_UP))


def move_in_words(table: Table, move: dict[str, Any]) -> str:
    if move["row"]:
        name = table.page.locator(f'[data-row="{move["row"]}"] .line-name').first.inner_text()
        points = table.game()["choices"][move["row"]]
        return f"{'Write' if points else 'Scratch'} {name.strip()}"
    faces = [str(face) for face, stays in zip(table.faces, move["keep"], strict=True) if stays]
    return f"Keep {', '.join(faces)}" if faces else "Throw all dice again"


def glowing(table: Table) -> tuple[list[int], list[str]]:
    """The slots of the dice, and the rows."""
    page = table.page
    dice = page.locator(".die.is-hinted").evaluate_all("all => all.map(it => +it.dataset.die)")
    rows = page.locator(".line.is-hinted").evaluate_all("all => all.map(it => it.dataset.row)")
    return dice, rows


def make(table: Table, move: dict[str, Any], ply: int) -> None:
    page = table.page
    if move["row"]:
        page.locator(f'[data-row="{move["row"]}"] .line-choice').click()
        table.score_button.click()
    else:
        for number, stays in enumerate(move["keep"], start=1):
            table.die(number).set_checked(stays)
        table.throw_button.click()
    table.ready(ply + 1)


def test_the_bulb_shows_the_best_move_then_says_why_and_is_gone_after_the_move(
    phone: Page,
) -> None:
    table = begin(phone)
    bulb = phone.locator("#hint-button")
    for ply in range(6):
        best = hint_of(table)["best"]
        expect(bulb).to_have_text("Hint")
        assert glowing(table) == ([], [])
        bulb.tap()
        words = move_in_words(table, best)
        expect(phone.locator("#hint-words")).to_have_text(words)
        table.says(f"Hint: {words}.")
        kept = [slot for slot, stays in enumerate(best["keep"] or []) if stays]
        assert glowing(table) == (kept, [best["row"]] if best["row"] else [])
        expect(bulb).to_have_text("Why?")
        expect(phone.locator("#hint")).to_be_hidden()
        make(table, best, ply)
    assert glowing(table) == ([], [])
    expect(phone.locator("#hint-words")).to_have_text("")


def test_why_tells_what_is_expected_and_what_the_next_best_lose(desktop: Page) -> None:
    table = begin(desktop)
    hint = hint_of(table)
    for key in ("h", "H"):
        desktop.keyboard.press(key)
        expect(desktop.locator("#hint-words")).not_to_have_text("")
    box = desktop.locator("#hint")
    expect(box).to_contain_text(move_in_words(table, hint["best"]))
    expected = figure(hint["expected"], "0.1")
    expect(box).to_contain_text(f"Expected total: {expected}")
    others = [
        f"{move_in_words(table, option)} −{figure(max(option['loss'], 0.01), '0.01')}"
        if option["loss"]
        else f"{move_in_words(table, option)} just as good"
        for option in hint["options"][1:4]
    ]
    expect(box.get_by_role("listitem")).to_have_text(others)
    table.says(re.compile(rf"Expected total: {expected}\..*{re.escape(others[2])}\.$"))
    check(desktop, "why")
    desktop.locator("#hint-button").press("Enter")
    expect(box).to_be_hidden()
    desktop.keyboard.press("h")
    expect(box).to_be_visible()
    table.throw_button.click()
    table.ready(1)
    expect(box).to_be_hidden()
    expect(desktop.locator("#hint-button")).to_have_text("Hint")


def place_of(page: Page, *selectors: str) -> list[Any]:
    return [page.locator(selector).bounding_box() for selector in selectors]


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_nothing_moves_for_a_hint_or_the_computers_turn(
    open_context: OpenBrowser, size: dict[str, object]
) -> None:
    page = open_context(**size).new_page()
    table = begin(page, "Medium", sheet="Maxi Yatzy")
    game, sheet = ("#main-button", ".dice", ".lines >> nth=0"), ".lines >> nth=0"
    waits = page.get_by_text("The computer plays your throws after you.")
    expect(waits).to_be_visible()
    before = place_of(page, *game)
    answer = {"ply": 0, "expected": 391.2, "best": CHANCE, "options": [CHANCE]}
    page.route("**/hint", lambda route: route.fulfill(json=answer))
    for _ in range(2):
        page.locator("#hint-button").click()
        expect(page.locator(".line.is-hinted")).to_have_count(1)
        assert place_of(page, *game) == before
    check(page, "why, beside a row that glows")
    page.locator("#hint-button").click()
    table.row("Chance").click()
    table.score_button.click()
    table.ready(1)
    expect(page.locator("#duel-turn")).to_be_visible()
    expect(waits).to_be_hidden()
    assert place_of(page, sheet) == before[2:]


@pytest.mark.parametrize(("motion", "animation"), [("reduce", "none"), ("no-preference", "glow")])
def test_the_dice_glow_without_moving_for_those_who_want_it_so(
    open_context: OpenBrowser, motion: str, animation: str
) -> None:
    page = open_context(**DESKTOP, reduced_motion=motion).new_page()
    table = begin(page)
    ply = 0
    while not (hint_of(table)["best"]["keep"] or [False]).count(True):
        table.row("Ones" if ply == 0 else "Twos").click()
        table.score_button.click()
        ply += 1
        table.ready(ply)
    page.locator("#hint-button").click()
    die = page.locator(".die.is-hinted .die-body").first
    expect(die).to_be_visible()
    assert die.evaluate("it => getComputedStyle(it).animationName") == animation


def test_a_sheet_that_is_not_solved_yet_says_so(desktop: Page, watch: Watch) -> None:
    watch.expected.append("status of 503")
    begin(desktop, sheet="Maxi Yatzy")
    desktop.locator("#hint-button").click()
    expect(desktop.get_by_role("alert")).to_have_text(
        "The best moves are still being computed."
        " 0% of the work for this sheet is done. Try again in a minute."
    )
    assert glowing(Table(desktop)) == ([], [])


def test_the_game_that_counts_has_no_bulb(desktop: Page) -> None:
    Table(desktop).begin()
    expect(desktop.locator("#hint-button")).to_have_count(0)
    desktop.keyboard.press("h")
    expect(desktop.get_by_role("alert")).to_have_count(0)


def test_without_scripts_the_hint_is_a_link(open_context: OpenBrowser) -> None:
    page = open_context(**PHONE, java_script_enabled=False).new_page()
    page.goto("/practice?opponent=hard")
    page.get_by_role("button", name="Play Generala · Hard").tap()
    page.get_by_role("link", name="Hint").tap()
    expect(page.get_by_text(re.compile(r"^Expected total: \d+\.\d$"))).to_be_visible()
    page.get_by_role("button", name=re.compile(r"^Ones \d+$")).tap()
    expect(page.get_by_role("heading", name=re.compile(r"^Turn 1: "))).to_be_visible()
    expect(page.get_by_text("Turn 2 of 11")).to_be_visible()


# --- Against the computer --------------------------------------------------------------------


def seen(page: Page, name: str) -> str:
    return page.locator(f'[data-duel="{name}"]').inner_text()


def test_a_duel_to_its_end_by_touch(phone: Page) -> None:
    table = begin(phone, "Expert")
    expect(phone.locator("#duel-turn")).to_be_hidden()
    for ply, row in enumerate(["Ones", "Twos", "Threes"]):
        table.row(row).tap()
        table.score_button.tap()
        table.ready(ply + 1)
        game = table.game()
        opponent, turn = game["opponent"], game["opponent"]["last_turn"]
        assert (seen(phone, "mine"), seen(phone, "rival")) == (
            str(game["total"]),
            str(opponent["total"]),
        )
        points = phone.locator(f'[data-row="{turn["row"]}"] [data-rival]')
        expect(points).to_have_text(str(turn["points"]))
        assert phone.locator("[data-rival]:not(:empty)").count() == turn["turn"] == ply + 1
        table.says(re.compile(rf"The computer: .+, {turn['points']}\. Total {opponent['total']}\."))
        expect(phone.locator("#duel-throws")).to_be_hidden()
    phone.get_by_role("button", name=re.compile("^Turn 3: ")).tap()
    expect(phone.locator(".duel-throw")).to_have_count(len(turn["throws"]))
    for throw, line in zip(turn["throws"], phone.locator(".duel-throw").all(), strict=True):
        kept = (throw["keep"] or []).count(True)
        expect(line.locator(".die")).to_have_count(5)
        expect(line.locator(".die.is-kept")).to_have_count(kept)
        expect(line).to_be_visible()
    check(phone, "duel")
    table.play_elsewhere(7)
    phone.reload()
    table.ready(10)
    phone.locator(".line-choice:visible").tap()
    table.score_button.tap()
    expect(phone.get_by_role("button", name="Rematch, on new dice")).to_be_visible()
    game = table.game()
    assert game["status"] == "finished"
    lead = game["total"] - game["opponent"]["total"]
    plural = "" if abs(lead) == 1 else "s"
    winner = "You" if lead > 0 else "The computer"
    verdict = f"{winner} won by {abs(lead)} point{plural}" if lead else "A tie"
    expect(phone.get_by_role("heading", name=verdict, exact=True)).to_be_visible()
    totals = [str(game["total"]), str(game["opponent"]["total"])]
    expect(phone.locator(".over-duel .over-total")).to_have_text(totals)
    check(phone, "duel that is over")
    phone.get_by_role("button", name="Rematch, on new dice").tap()
    table.ready(0)
    assert table.game()["opponent"]["level"] == "expert"


def test_a_game_just_played_had_a_hint_and_a_rival_and_has_a_review(phone: Page) -> None:
    table = begin(phone, "Expert")
    bulb, ply = phone.locator("#hint-button"), 0
    while not table.game()["opponent"]["last_turn"]:
        best = hint_of(table)["best"]
        bulb.tap()
        expect(phone.locator("#hint-words")).to_have_text(move_in_words(table, best))
        make(table, best, ply)
        ply += 1
    expect(phone.locator("#duel-turn")).to_be_visible()
    expect(phone.locator('[data-duel="lead"]')).to_have_text("level")
    table.play_elsewhere()
    phone.reload()
    mine, rival = phone.locator(".over-duel .over-total").all_inner_texts()
    game = table.game()
    assert (int(mine), int(rival)) == (game["total"], game["opponent"]["total"])
    phone.get_by_role("link", name="How much was skill, how much luck?").tap()
    expect(phone.locator(".sum-total dd")).to_have_text(f"= {mine}")
    turns = phone.locator(".review-turn")
    expect(turns).to_have_count(11)
    for mark in turns.first.locator(".mark").all():
        expect(mark).to_have_text(re.compile("^(★ ?Best|only move)$"))
    check(phone, "review of a duel")


def test_nothing_of_a_duel_is_cut_off(open_context: OpenBrowser) -> None:
    small = {**PHONE, "viewport": {"width": 320, "height": 640}}
    page = open_context(**small).new_page()
    page.goto("/practice?opponent=medium")
    check(page, "practice")
    assert not is_cut_off(page)
    table = begin(page, "Medium", sheet="Maxi Yatzy")
    table.row("Three of a kind").tap()
    table.score_button.tap()
    table.ready(1)
    page.locator("#duel-toggle").tap()
    assert not is_cut_off(page)
    for width in (390, 720, 1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert not is_cut_off(page), width
    expect(page.locator("#duel-throws")).to_be_visible()
    check(page, "duel on a wide screen")


def test_a_row_that_the_computer_cannot_answer_yet_is_kept_and_sent_again(
    desktop: Page, watch: Watch
) -> None:
    watch.expected.append("status of 503")
    table = begin(desktop, "Expert")
    problem = {"status": 503, "code": "strategy_not_ready", "title": "Later", "detail": "Later."}
    answers = iter([problem])

    def answer(route: Route) -> None:
        if body := next(answers, None):
            route.fulfill(status=503, json=body)
        else:
            route.continue_()

    desktop.route(MOVES, answer)
    table.row("Ones").click()
    table.score_button.click()
    expect(desktop.get_by_role("alert")).to_have_text(
        "The computer cannot answer yet: its table is being computed."
        " Your move is kept on this device and sent again by itself."
    )
    table.ready(1)
    assert table.game()["opponent"]["last_turn"]["turn"] == 1
    expect(desktop.get_by_role("alert")).to_have_count(0)
