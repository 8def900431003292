"""The page of an advent calendar, and who has played on which days."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

from django.utils.html import strip_tags

from challenges.models import Player
from tests.cast import NOON, ONE_DAY, TODAY, Person
from tests.challenges.web.visitors import Form, Page
from tests.leaderboards.results import finish

PATH = "/advent/2026"
PLAY = "Door 1 Tuesday 1 December Play"
AGAIN = "Play these dice again, for fun"
CHRISTMAS, IVORY = "Throw with the Christmas die", "Throw with the ivory die again"
AUCKLAND, HONOLULU = "Pacific/Auckland", "Pacific/Honolulu"
JANUARY = datetime.datetime(2027, 1, 9, 12, tzinfo=datetime.UTC)


@dataclass
class Door:
    state: str
    text: str
    """What its face says."""
    behind: str
    """What it says once it is opened, of one that was missed."""
    links: list[str]


def door(page: Page, number: int) -> Door:
    found = re.search(
        rf'<li class="door is-(\w+)[^"]*" id="door-{number}">(.*?)</li>', page.html, re.DOTALL
    )
    assert found
    face, _, behind = found[2].partition("<div class=")
    if found[1] == "locked":
        face, behind = found[2], ""
    return Door(found[1], words(face), words(f"<{behind}"), re.findall('href="(.*?)"', found[2]))


def words(html: str) -> str:
    return " ".join(strip_tags(html).split())


def states(page: Page) -> dict[str, list[int]]:
    """The doors by their state."""
    found: dict[str, list[int]] = {}
    for number in range(1, 25):
        found.setdefault(door(page, number).state, []).append(number)
    return found


def again_form(page: Page, number: int) -> Form:
    return next(form for form in page.forms if form.fields.get("date") == [f"2026-12-{number:02}"])


def claim(*people: Person) -> None:
    for person in people:
        Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
        person.player.refresh_from_db()


def play_all(person: Person, *, but: tuple[int, ...] = ()) -> None:
    for number in range(1, 25):
        if number not in but:
            finish(person.player, TODAY + (number - 1) * ONE_DAY, 100 + number)
