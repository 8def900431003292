"""Whole games in a real browser: by touch, by mouse and by keyboard alone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, OpenBrowser
from tests.browser.table import ROWS, Table
from tests.browser.test_network import Failing

# What a page does does not depend on the database; that all of it works together, one game shows.
pytestmark = pytest.mark.only_on("sqlite")


@pytest.mark.only_on("sqlite", "postgresql")
def test_a_whole_game_by_touch_on_a_phone(phone: Page) -> None:
    table = Table(phone).sit_down()
    ply = 0
    for row in reversed(ROWS):
        if ply < 10:
            phone.locator(".die").first.tap()
            table.throw_button.tap()
            ply += 1
            table.ready(ply)
        table.row(row).tap()
        table.score_button.tap()
        ply += 1
        if row != "Ones":
            table.ready(ply)
    expect(phone.get_by_role("heading", name="Your score of the day")).to_be_visible()
    game = table.game()
    assert game["status"] == "finished"
    assert list(game["sheet"].values()) == [table.written(row) for row in ROWS]
    assert table.total() == game["total"]
    phone.goto("/")
    expect(phone.get_by_text(f"{game['total']} points")).to_be_visible()


def test_a_whole_game_by_mouse(desktop: Page) -> None:
    table = Table(desktop).begin()
    for ply, row in enumerate(ROWS):
        points = int(table.row(row).inner_text().split()[-1])
        table.row(row).click()
        label = f"Score · {row} {points}" if points else f"Scratch · {row}"
        desktop.get_by_role("button", name=label, exact=True).click()
        if row != "Maxi Yatzy":
            table.ready(ply + 1)
            assert table.written(row) == points
    expect(desktop.get_by_role("heading", name="Your score of the day")).to_be_visible()
    assert table.game()["status"] == "finished"


def test_a_whole_game_by_keyboard_alone(desktop: Page) -> None:
    """Every step by what has a name: Tab, Enter, digits, T and the arrows."""
    desktop.goto("/")
    for _ in range(20):
        desktop.keyboard.press("Tab")
        if desktop.get_by_role("button", name="Play today's dice").is_visible() and has_focus(
            desktop, "Play today's dice"
        ):
            break
    desktop.keyboard.press("Enter")
    table = Table(desktop)
    table.ready(0)
    desktop.keyboard.press("1")
    expect(table.die(1)).to_be_checked()
    desktop.keyboard.press("3")
    desktop.keyboard.press("3")
    expect(table.die(3)).not_to_be_checked()
    desktop.keyboard.press("t")
    table.ready(1)
    assert table.game()["throws_left"] == 1
    desktop.keyboard.press("Space")
    table.ready(2)
    ply = 2
    for row in ROWS:
        desktop.keyboard.press("ArrowDown")
        expect(table.row(row)).to_be_focused()
        expect(table.row(row)).to_have_attribute("aria-pressed", "true")
        desktop.keyboard.press("Enter")
        ply += 1
        if row != "Maxi Yatzy":
            table.ready(ply)
            expect(desktop.locator("#main-button")).to_be_focused()
            desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("heading", name="Your score of the day")).to_be_visible()


def has_focus(page: Page, name: str) -> bool:
    return page.get_by_role("button", name=name).evaluate("it => it === document.activeElement")


def test_the_button_says_what_it_will_do(desktop: Page) -> None:
    table = Table(desktop).begin()
    button = desktop.locator("#main-button")
    expect(button).to_have_text("Throw 6 dice")
    for number in range(1, 6):
        table.die(number).check()
    expect(button).to_have_text("Throw 1 die")
    table.die(6).check()
    expect(button).to_have_text("Let a die go, or choose a row")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    assert table.game()["ply"] == 0
    table.row("Chance").click()
    expect(button).to_have_text(re.compile(r"Score · Chance \d+"))
    table.row("Chance").click()
    expect(button).to_have_text("Let a die go, or choose a row")
    table.row("Chance").click()
    table.die(6).uncheck()
    expect(button).to_have_text("Throw 1 die")


def test_after_the_third_throw_only_a_row_is_left(desktop: Page) -> None:
    table = Table(desktop).begin()
    for ply in (1, 2):
        table.throw_button.click()
        table.ready(ply)
    button = desktop.locator("#main-button")
    expect(button).to_have_text("Choose a row")
    expect(button).to_have_attribute("aria-disabled", "true")
    expect(table.die(1)).to_be_disabled()
    desktop.keyboard.press("t")
    desktop.keyboard.press("1")
    assert table.game()["ply"] == 2


def test_kept_dice_stay_and_stay_kept(desktop: Page) -> None:
    table = Table(desktop).begin()
    before = table.faces
    table.die(2).check()
    table.die(5).check()
    table.throw_button.click()
    table.ready(1)
    expect(table.die(2)).to_be_checked()
    expect(table.die(5)).to_be_checked()
    assert [table.faces[1], table.faces[4]] == [before[1], before[4]]
    assert table.faces == table.game()["dice"]


def test_a_screen_reader_hears_dice_rows_and_totals(desktop: Page) -> None:
    table = Table(desktop).begin()
    table.throw_button.click()
    table.ready(1)
    faces = ", ".join(map(str, table.faces))
    table.says(f"Thrown: {faces}. 1 throw left.")
    table.row("Chance").click()
    table.score_button.click()
    table.ready(2)
    game = table.game()
    faces = ", ".join(map(str, game["dice"]))
    points = game["sheet"]["chance"]
    table.says(f"Chance: {points}. Total {points}. Turn 2 of 20: {faces}.")
    desktop.keyboard.press("4")
    table.says(f"Die 4, a {game['dice'][3]}, is kept.")
    desktop.keyboard.press("4")
    table.says(f"Die 4, a {game['dice'][3]}, is let go.")


def test_dice_roll_for_those_who_like_it(open_context: OpenBrowser) -> None:
    page = open_context(**DESKTOP, reduced_motion="no-preference").new_page()
    table = Table(page).begin()
    table.die(1).check(force=True)
    answer = Failing(page, 0)
    table.throw_button.click()
    expect(page.locator(".die.is-rolling")).to_have_count(5)
    answer.let_pass()
    table.ready(1)
    expect(page.locator(".die.is-rolling")).to_have_count(0)
    expect(page.locator(".die.is-landing")).to_have_count(5)
    assert table.faces == table.game()["dice"]


def test_a_house_rule_game_shows_its_saved_throws(desktop: Page) -> None:
    desktop.goto("/practice")
    form = desktop.locator("#scandinavian")
    form.get_by_text("House rules").click()
    form.get_by_label("Saved throws").check()
    form.get_by_role("button", name="Play Yatzy").click()
    table = Table(desktop)
    table.ready(0)
    table.row("Chance").click()
    table.score_button.click()
    table.ready(1)
    expect(desktop.get_by_text("saved: 2")).to_be_visible()
    expect(desktop.get_by_text("4 throws left")).to_be_visible()
