"""What the main pages ask the database. A list costs the same however long it is.

The front page and those of days and players have boards: tests/leaderboards/web/test_queries.py.
"""

import time_machine

from challenges.models import Day
from challenges.services.players import update_profile
from tests.cast import ONE_DAY, Json, Person, Queries
from tests.challenges.web.visitors import Visitor


def queries(visitor: Visitor, path: str) -> int:
    visitor.open(path)  # whatever is asked for once only
    with Queries() as asked:
        assert visitor.open(path).status == 200
    return len(asked.statements)


def test_pages_of_who_just_arrived(visitor: Visitor, today: Day) -> None:
    assert queries(visitor, "/days") == 2  # the days; if there are earlier ones
    assert queries(visitor, "/practice") == 0
    assert queries(visitor, "/rules/maxi") == 0
    assert queries(visitor, "/settings") == 0


def test_pages_of_a_player(owner: Person, today: Day) -> None:
    """One query of each is the player of the session; the session itself is cached."""
    visitor = Visitor(owner)
    game: Json = owner.write(owner.start_daily(), "chance")
    for _ in range(3):
        owner.start_solo("yacht")
    assert queries(visitor, f"/games/{game['id']}") == 3  # the game with its day; its challenge
    assert queries(visitor, "/games") == 2  # the games
    assert queries(visitor, "/days") == 4  # the days; if there are earlier ones; my games
    assert queries(visitor, f"/games/{game['id']}/proof") == 4  # the game twice; the day before
    assert queries(visitor, "/settings") == 1


def test_the_christmas_die_costs_one_query_after_december(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    update_profile(player=owner.player, changes={"die": "christmas"})
    visitor = Visitor(owner)
    assert queries(visitor, "/settings") == 1
    clock.shift(31 * ONE_DAY)
    game = owner.start_solo()
    assert queries(visitor, "/settings") == 2
    assert queries(visitor, f"/games/{game['id']}") == 4
    update_profile(player=owner.player, changes={"die": "plain"})
    assert queries(visitor, f"/games/{game['id']}") == 3


def test_a_move_costs_the_game_and_its_change(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open(f"/games/{owner.start_daily()['id']}")
    form, button = page.row("chance")
    with Queries() as asked:
        visitor.client.post(page.path, form.fields | button.fields)
    assert len(asked.statements) == 3  # the player; the locked game; its change
