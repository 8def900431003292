"""Doors that are locked, open, started or played, with the clock moved and in far zones."""

import datetime

import time_machine
from django.test import Client

from challenges.models import Day, Game, Player
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, NOON, ONE_DAY, OPENS, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.web.advent import AUCKLAND, HONOLULU, JANUARY, PATH, PLAY, door, states

# --- Locked and open -------------------------------------------------------------------------


def test_in_november_every_door_is_locked_and_says_when_it_opens(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON - ONE_DAY)
    page = Visitor().open(PATH)
    assert states(page) == {"locked": [*range(1, 25)]}
    assert door(page, 1).text == "Door 1 Tuesday 1 December opens Tue"
    assert door(page, 24).text == "Door 24 Thursday 24 December opens Thu"
    assert page.buttons == []


def test_on_the_first_one_door_can_be_opened(today: Day) -> None:
    with nothing_changes():
        page = Visitor().open(PATH)
    assert states(page) == {"open": [1], "locked": [*range(2, 25)]}
    assert page.buttons == ["Open door 1", PLAY]
    assert "sessionid" not in page.answer.cookies


def test_doors_are_those_of_the_readers_date(today: Day) -> None:
    """At noon in UTC it is 2 December in Auckland and still the night to the 1st in Honolulu."""
    for zone, opened in ((AUCKLAND, 2), (HONOLULU, 1)):
        visitor = Visitor()
        page = visitor.open(f"{PATH}?time_zone={zone}")
        assert states(page)["open"] == [opened], zone
        assert states(page)["locked"] == [*range(opened + 1, 25)], zone
        visitor.client.cookies["time_zone"] = zone
        assert states(visitor.open(PATH)) == states(page), zone


def test_doors_are_those_of_the_players_date(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    owner.patch("/me", {"time_zone": AUCKLAND})
    friend.patch("/me", {"time_zone": HONOLULU})
    assert states(Visitor(owner).open(PATH))["open"] == [2]
    assert states(Visitor(friend).open(PATH))["open"] == [1]
    clock.move_to(CLOSES - datetime.timedelta(hours=2, seconds=1))
    assert states(Visitor(friend).open(PATH))["open"] == [1]
    clock.shift(datetime.timedelta(seconds=1))
    page = Visitor(friend).open(PATH)
    assert states(page) == {"missed": [1], "open": [2], "locked": [*range(3, 25)]}


def test_a_door_whose_day_is_open_elsewhere_stays_locked(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(OPENS)
    page = Visitor().open(f"{PATH}?time_zone=Pacific/Kiritimati")
    assert states(page)["open"] == [1]
    page = Visitor().open(f"{PATH}?time_zone={HONOLULU}")
    assert states(page) == {"locked": [*range(1, 25)]}


def test_a_day_that_is_missing_is_made(db: None, clock: time_machine.Traveller) -> None:
    assert states(Visitor().open(PATH))["open"] == [1]


def test_the_door_makes_a_guest_and_starts_the_game_of_the_day(today: Day) -> None:
    visitor = Visitor()
    page = visitor.press(visitor.open(PATH), PLAY, time_zone=HONOLULU)
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}"
    assert (game.mode, game.day_id, game.player.is_guest) == ("daily", TODAY, True)
    assert game.player.time_zone == HONOLULU


def test_sent_twice_it_is_one_guest_and_one_game(today: Day) -> None:
    visitor = Visitor()
    page = visitor.open(PATH)
    form, _button = page.find(PLAY)
    first = visitor.client.post(form.action, form.fields)
    # The second tap left the browser before the first was answered: without its session.
    again = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.1")
    again.cookies["csrftoken"] = page.answer.cookies["csrftoken"].value
    second = again.post(form.action, form.fields)
    assert first["Location"] == second["Location"] == f"/games/{Game.objects.get().pk}"
    assert Player.objects.count() == 1


def test_a_second_start_resumes(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    game = owner.start_daily()
    with nothing_changes():
        assert visitor.press(page, PLAY).path == f"/games/{game['id']}"


# --- Started ---------------------------------------------------------------------------------


def test_a_game_that_was_started_is_behind_its_door(owner: Person, today: Day) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    page = Visitor(owner).open(PATH)
    assert states(page) == {"open": [1], "locked": [*range(2, 25)]}
    assert door(page, 1).text == "Door 1 Tuesday 1 December Play on"
    assert door(page, 1).links == [f"/games/{game['id']}"]
    assert "Play on behind door 1" in page.text
    assert "On their day 0 / 24 Sum so far 0 Your rank – none yet" in page.text


def test_it_can_be_finished_until_its_day_closes(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    clock.move_to(CLOSES - ONE_DAY / 24)
    page = Visitor(owner).open(PATH)
    assert states(page)["open"] == [1, 2]
    assert door(page, 1).text == "Door 1 Tuesday 1 December Play on until Wed 12:00"
    assert "Open door 2" in page.buttons
    total = owner.play_rows(game)["total"]
    page = Visitor(owner).open(PATH)
    assert states(page)["played"] == [1]
    assert str(total) in door(page, 1).text


def test_one_that_was_not_finished_is_missed(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    clock.move_to(CLOSES)
    page = Visitor(owner).open(PATH)
    assert states(page) == {"missed": [1], "open": [2], "locked": [*range(3, 25)]}
    assert "Your game was not finished before the day closed." in door(page, 1).behind
    assert door(page, 1).links == [f"/games/{game['id']}"]
    close_due_days()
    assert door(Visitor(owner).open(PATH), 1) == door(page, 1)


# --- Played ----------------------------------------------------------------------------------


def test_a_door_that_was_played_shows_its_total(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily())
    for moment in (NOON, NOON + ONE_DAY, JANUARY):
        clock.move_to(moment)
        page = Visitor(owner).open(PATH)
        assert states(page)["played"] == [1]
        expected = f"Door 1 Tuesday 1 December {game['total']} points, played on its day"
        assert door(page, 1).text == expected
        assert door(page, 1).links == [f"/games/{game['id']}"]
        assert f"On their day 1 / 24 Sum so far {game['total']}" in page.text


def test_played_on_its_dice_once_more_it_is_as_it_was(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    visitor = Visitor(owner)
    before = door(visitor.open(PATH), 1)
    owner.play_rows(owner.start_solo(day=str(TODAY)))
    assert door(visitor.open(PATH), 1) == before


def test_from_the_door_to_the_lit_window(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    visitor.press(visitor.open(PATH), PLAY)
    game = Game.objects.get()
    owner.play_rows(owner.start_daily())
    game.refresh_from_db()
    assert str(game.total) in door(visitor.open(PATH), 1).text
