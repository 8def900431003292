"""A table to play at, as its player sees it: by names, not by the page's insides."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import uuid
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.servers.service import Service

HIDDEN = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)"')
ROWS = {
    "Ones": "ones",
    "Twos": "twos",
    "Threes": "threes",
    "Fours": "fours",
    "Fives": "fives",
    "Sixes": "sixes",
    "One pair": "one_pair",
    "Two pairs": "two_pairs",
    "Three pairs": "three_pairs",
    "Three of a kind": "three_of_a_kind",
    "Four of a kind": "four_of_a_kind",
    "Five of a kind": "five_of_a_kind",
    "Full house": "full_house",
    "Villa": "villa",
    "Tower": "tower",
    "Small straight": "small_straight",
    "Large straight": "large_straight",
    "Full straight": "full_straight",
    "Chance": "chance",
    "Maxi Yatzy": "maxi_yatzy",
}


class Table:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.throw_button = page.get_by_role("button", name=re.compile("^Throw "))
        self.score_button = page.get_by_role("button", name=re.compile("^(Score|Scratch) · "))
        self.notice = page.get_by_role("alert")

    def sit_down(self) -> Table:
        """Play today's dice, as somebody who just arrived."""
        self.page.goto("/")
        self.page.get_by_role("button", name="Play today's dice").click()
        self.ready(0)
        return self

    def begin(self) -> Table:
        """As `sit_down`, without the page in between, for tests that begin where a game does."""
        request = self.page.request
        fields = dict(HIDDEN.findall(request.get("/").text()))
        zone = self.cookies["time_zone"]
        self.page.goto(request.post("/", form={**fields, "time_zone": zone}).url)
        self.ready(0)
        return self

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie["name"]: cookie["value"] for cookie in self.page.context.cookies()}

    @property
    def id(self) -> str:
        return self.page.url.rsplit("/", 1)[1]

    def ready(self, ply: int) -> None:
        """Wait until the game stands at a ply and the next move can be made."""
        self.page.wait_for_selector(f'#table[data-state="ready"][data-ply="{ply}"]')

    def die(self, number: int) -> Locator:
        return self.page.get_by_role("checkbox", name=re.compile(f"^Die {number}: "))

    @property
    def faces(self) -> list[int]:
        shown = self.page.locator(".die[data-face]").all()
        return [int(die.get_attribute("data-face") or 0) for die in shown]

    def row(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=re.compile(rf"^{name} \d+$"))

    def written(self, name: str) -> int | None:
        line = self.page.locator(f'.line[data-row="{ROWS[name]}"] [data-points]')
        text = line.text_content()
        return int(text) if text else None

    def total(self) -> int:
        return int(self.page.locator('[data-value="total"]').inner_text())

    def says(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.get_by_role("status").last).to_have_text(text)

    def play_elsewhere(self, moves: int | None = None) -> None:
        """Write so many free rows, or all that are left, behind the page's back."""
        game = self.game()
        token = self.cookies["csrftoken"]
        while game["status"] == "playing" and moves != 0:
            move = {"ply": game["ply"], "row": next(iter(game["choices"]))}
            answer = self.page.request.post(
                f"/api/v1/games/{self.id}/moves",
                data=move,
                headers={"X-CSRFToken": token},
            )
            game, moves = answer.json(), moves and moves - 1

    def game(self) -> dict[str, Any]:
        """The game as the service has it."""
        game: dict[str, Any] = self.page.request.get(f"/api/v1/games/{self.id}").json()
        return game


def moves_made(service: Service, game_id: str) -> str:
    """The moves of a game, as SQLite has them."""
    path = Path(service.environment["DATA_DIR"], "db.sqlite3")
    with contextlib.closing(sqlite3.connect(path)) as database:
        statement = "SELECT moves FROM challenges_game WHERE id = ?"
        ((moves,),) = database.execute(statement, [uuid.UUID(game_id).hex])
    return str(moves)
