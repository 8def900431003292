"""What the page of a calendar asks the database."""

import time_machine

from challenges.models import Day
from tests.cast import Person, Queries
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.web.advent import CHRISTMAS, JANUARY, PATH, claim, play_all
from tests.leaderboards.web.test_queries import queries


def test_what_the_page_costs(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    claim(owner)
    for person in (owner, friend):
        play_all(person)
    assert queries(Visitor(), PATH) == 1  # the days
    assert queries(Visitor(owner), PATH) == 4  # the player; the days; my games; the board
    # The same; and of who is not listed all results and the excused days.
    assert queries(Visitor(friend), PATH) == 6
    clock.move_to(JANUARY)
    assert queries(Visitor(owner), PATH) == 5  # the same; whether a calendar is complete


def test_choosing_the_dice_costs_the_player_and_the_change(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    form, _button = visitor.open(PATH).find(CHRISTMAS)
    with Queries() as asked:
        assert visitor.client.post(PATH, form.fields).status_code == 302
    assert len(asked.statements) == 3  # the player; the locked player; its change
