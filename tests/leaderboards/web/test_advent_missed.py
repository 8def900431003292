"""Doors that were missed: when they can be opened late, and what that changes."""

import pytest
import time_machine

from challenges.models import Day, Game
from challenges.services.excuses import excuse_day
from leaderboards.models import Standing
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, ONE_DAY, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.results import finish
from tests.leaderboards.web.advent import (
    AGAIN,
    AUCKLAND,
    JANUARY,
    PATH,
    again_form,
    claim,
    door,
    states,
)


def test_a_missed_door_cannot_be_opened_before_its_day_has_closed(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES - ONE_DAY / 24)
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed from Wed 12:00"
    assert "It can be opened from Wed 2 Dec, 12:00," in door(page, 1).behind
    assert AGAIN not in page.buttons
    form, _button = page.find("Open door 2")
    fields = form.fields | {"rules": ["maxi"], "date": [str(TODAY)]}
    with nothing_changes():
        assert visitor.client.post("/practice", fields).status_code == 409


def test_from_when_it_can_be_is_told_in_the_readers_zone(today: Day) -> None:
    page = Visitor().open(f"{PATH}?time_zone={AUCKLAND}")
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed from Thu 01:00"
    assert "It can be opened from Thu 3 Dec, 01:00," in door(page, 1).behind


def test_once_its_day_has_closed_it_can_be_opened(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed"
    assert "You did not play this door on its day." in door(page, 1).behind
    game_page = visitor.press(page, AGAIN)
    game = Game.objects.get()
    assert game_page.path == f"/games/{game.pk}"
    assert (game.mode, game.day_id) == ("solo", TODAY)
    page = visitor.open(PATH)
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed"
    assert door(page, 1).links == [f"/games/{game.pk}"]
    assert "Play on" in door(page, 1).behind


def test_what_is_played_late_does_not_make_it_a_played_one(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    claim(owner)
    clock.move_to(CLOSES)
    close_due_days()
    worse = owner.play_rows(owner.start_solo(day=str(TODAY)))
    better = owner.play_keenly(owner.start_solo(day=str(TODAY)))
    best = max(worse, better, key=lambda game: game["total"])
    owner.start_solo(day=str(TODAY))
    page = Visitor(owner).open(PATH)
    assert states(page) == {"missed": [1], "open": [2], "locked": [*range(3, 25)]}
    assert door(page, 1).text == f"Door 1 Tuesday 1 December missed late {best['total']}"
    assert f"{best['total']} points, played late" in door(page, 1).behind
    assert door(page, 1).links == [f"/games/{best['id']}"]
    assert AGAIN in page.buttons
    assert "On their day 0 / 24 Sum so far 0 Your rank – none yet" in page.text
    assert not Standing.objects.exists()


def test_doors_opened_from_one_page_are_no_repeats_of_each_other(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES + ONE_DAY)
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    for number in (1, 2):
        visitor.client.post("/practice", again_form(page, number).fields)
    assert [game.day_id.day for game in Game.objects.order_by("day")] == [1, 2]


def test_a_missed_door_makes_a_guest_of_who_has_no_account(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    visitor = Visitor()
    page = visitor.press(visitor.open(PATH), AGAIN)
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}"
    assert (game.mode, game.day_id, game.player.is_guest) == ("solo", TODAY, True)


@pytest.mark.usefixtures("days_ahead")
def test_after_the_last_day_all_that_were_missed_can_be_opened(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(JANUARY)
    page = Visitor().open(PATH)
    assert states(page) == {"missed": [*range(1, 25)]}
    assert page.buttons == [AGAIN] * 24


def test_an_excused_day_is_told_apart(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    excuse_day(operator=None, date=TODAY)
    clock.move_to(CLOSES)
    page = Visitor(owner).open(PATH)
    assert door(page, 1).state == "missed"
    assert door(page, 1).text == "Door 1 Tuesday 1 December excused"
    assert "the Christmas die does not need it" in door(page, 1).behind
    assert AGAIN in page.buttons


def test_an_excused_day_that_was_played_is_played(owner: Person, today: Day) -> None:
    finish(owner.player, TODAY, 240)
    excuse_day(operator=None, date=TODAY)
    page = Visitor(owner).open(PATH)
    assert states(page)["played"] == [1]
    assert "On their day 1 / 24 Sum so far 240" in page.text
