"""The look of the dice, on the pages that show them."""

import re

import pytest
import time_machine

from challenges.models import Day
from challenges.services.players import update_profile
from tests.cast import ONE_DAY, Person
from tests.challenges.web.test_static import ROOT
from tests.challenges.web.visitors import Visitor

AFTER_DECEMBER = 31 * ONE_DAY


def choose_christmas(person: Person) -> None:
    update_profile(player=person.player, changes={"die": "christmas"})


def test_dice_are_plain_at_first(owner: Person, visitor: Visitor, today: Day) -> None:
    game = owner.start_daily()
    mine = Visitor(owner)
    assert 'data-look="plain"' in visitor.open("/").html
    assert 'data-look="plain"' in mine.open("/").html
    assert 'data-look="plain"' in mine.open(f"/games/{game['id']}").html


def test_the_chosen_die_lies_on_the_front_page_and_on_the_table(owner: Person, today: Day) -> None:
    choose_christmas(owner)
    visitor = Visitor(owner)
    assert 'data-look="christmas"' in visitor.open("/").html
    game = owner.start_daily()
    page = visitor.open(f"/games/{game['id']}")
    assert 'data-look="christmas"' in page.html
    assert 'data-look="christmas"' in visitor.throw(page, 0).html


def test_after_december_it_is_plain_again(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    choose_christmas(owner)
    clock.shift(AFTER_DECEMBER)
    game = owner.start_solo()
    visitor = Visitor(owner)
    assert 'data-look="plain"' in visitor.open("/").html
    assert 'data-look="plain"' in visitor.open(f"/games/{game['id']}").html


def test_there_is_no_choice_where_there_is_one_die(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    choose_christmas(owner)
    clock.shift(AFTER_DECEMBER)
    visitor = Visitor(owner)
    page = visitor.open("/settings")
    assert "die" not in page.forms[0].fields
    assert "Christmas red" not in page.text
    assert "Saved." in visitor.press(page, "Save", name="Åsa").text
    assert (owner.now().name, owner.now().die) == ("Åsa", "christmas")


def test_a_form_of_december_that_is_sent_in_january_saves_the_rest(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/settings")
    clock.shift(AFTER_DECEMBER)
    assert "Saved." in visitor.press(page, "Save", name="Åsa", die="christmas").text
    assert (owner.now().name, owner.now().die) == ("Åsa", "plain")


# --- Colours ---------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    """As WCAG has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted(map(luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pips_can_be_told_from_the_die(scheme: str) -> None:
    by_day, by_night = (ROOT / "css" / "tokens.css").read_text().split("prefers-color-scheme: dark")
    read = by_day if scheme == "light" else by_day + by_night
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", read))
    pairs = [("star", "berry"), ("star", "berry-light"), ("gold", "berry-deep")]
    for pip, die in pairs:
        assert contrast(colours[pip], colours[die]) >= 4.5, (pip, die)
