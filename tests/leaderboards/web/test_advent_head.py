"""The figures above the doors."""

import datetime

import time_machine

from challenges.models import Day
from challenges.services.days import make_days
from tests.cast import TODAY, Person
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.results import finish
from tests.leaderboards.web.advent import PATH, claim


def test_who_is_listed_sees_their_rank(owner: Person, friend: Person, today: Day) -> None:
    claim(owner, friend)
    finish(owner.player, TODAY, 200)
    finish(friend.player, TODAY, 300)
    page = Visitor(owner).open(PATH)
    assert "On their day 1 / 24 Sum so far 200 Your rank 2 / 2" in page.text
    assert "/leaderboards/advent?period=2026" in page.links


def test_a_guest_sees_the_rank_they_would_have(owner: Person, friend: Person, today: Day) -> None:
    claim(owner)
    finish(owner.player, TODAY, 200)
    finish(friend.player, TODAY, 150)
    page = Visitor(friend).open(PATH)
    assert "Sum so far 150 Your rank would be 2" in page.text
    assert "You play as a guest, on this device only." in page.text


def test_so_does_who_is_unlisted_by_choice(owner: Person, friend: Person, today: Day) -> None:
    claim(owner, friend)
    finish(owner.player, TODAY, 200)
    finish(friend.player, TODAY, 250)
    friend.patch("/me", {"listed": False})
    page = Visitor(friend).open(PATH)
    assert "Sum so far 250 Your rank would be 1" in page.text
    assert "You play as a guest" not in page.text


def test_figures_are_those_of_the_year(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    claim(owner)
    finish(owner.player, TODAY, 200)
    clock.move_to("2027-12-01 12:00+00:00")
    make_days()
    finish(owner.player, datetime.date(2027, 12, 1), 120)
    page = Visitor(owner).open("/advent/2027")
    assert "On their day 1 / 24 Sum so far 120 Your rank 1 / 1" in page.text


def test_who_has_no_account_sees_none(today: Day) -> None:
    page = Visitor().open(PATH)
    assert "Sum so far" not in page.text
    assert "Free, no sign-up." in page.text
