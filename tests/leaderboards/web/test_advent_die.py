"""The Christmas die: who can choose it, and who keeps it."""

import pytest
import time_machine

from challenges.models import Day
from challenges.services.excuses import excuse_day
from tests.cast import NOON, ONE_DAY, OPENS, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.web.advent import (
    AUCKLAND,
    CHRISTMAS,
    IVORY,
    JANUARY,
    PATH,
    PLAY,
    play_all,
    states,
)


def test_in_december_it_can_be_chosen_and_left_again(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.press(visitor.open(PATH), CHRISTMAS)
    assert page.path == PATH
    assert "You throw with the Christmas dice. Merry Christmas!" in page.text
    assert owner.now().die == "christmas"
    assert CHRISTMAS not in page.buttons
    page = visitor.press(page, IVORY)
    assert "You throw with the ivory dice." in page.text
    assert owner.now().die == "plain"


def test_december_is_that_of_the_player(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(OPENS + ONE_DAY / 24)
    assert CHRISTMAS not in Visitor(owner).open(PATH).buttons
    owner.patch("/me", {"time_zone": AUCKLAND})
    assert CHRISTMAS in Visitor(owner).open(PATH).buttons


def test_outside_december_it_cannot_be_chosen(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    for moment in (NOON - ONE_DAY, JANUARY):
        clock.move_to(moment)
        with nothing_changes():
            assert visitor.press(page, CHRISTMAS).status == 400
        assert CHRISTMAS not in visitor.open(PATH).buttons


def test_what_is_no_die_is_refused(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    for die in ("golden", "", None):
        with nothing_changes():
            assert visitor.press(page, CHRISTMAS, die=die).status == 400
    with nothing_changes():
        assert visitor.press(page, CHRISTMAS, csrfmiddlewaretoken=None).status == 403


def test_without_an_account_there_is_none_to_choose(owner: Person, today: Day) -> None:
    visitor = Visitor()
    page = visitor.open(PATH)
    assert "You can choose it once you have begun your first game." in page.text
    fields = page.find(PLAY)[0].fields | {"die": ["christmas"]}
    with nothing_changes():
        assert visitor.client.post(PATH, fields).status_code == 404
        assert visitor.client.post("/advent/2025", fields).status_code == 404


def test_who_played_all_24_keeps_it(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    play_all(owner)
    clock.move_to("2026-12-24 22:00+00:00")
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    assert states(page) == {"played": [*range(1, 25)]}
    assert "Your calendar is complete. Congratulations!" in page.text
    assert "On their day 24 / 24 Sum so far 2700" in page.text
    clock.move_to(JANUARY)
    page = visitor.press(visitor.open(PATH), CHRISTMAS)
    assert owner.now().die == "christmas"
    assert "It is yours to keep" in page.text
    assert "Congratulations!" in page.text


@pytest.mark.usefixtures("days_ahead")
def test_a_day_that_is_excused_is_not_needed(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    play_all(owner, but=(7,))
    clock.move_to(JANUARY)
    visitor = Visitor(owner)
    assert "Congratulations!" not in visitor.open(PATH).text
    assert CHRISTMAS not in visitor.open(PATH).buttons
    excuse_day(operator=None, date=TODAY + 6 * ONE_DAY)
    page = visitor.open(PATH)
    assert "Congratulations!" in page.text
    assert CHRISTMAS in page.buttons
