"""Figures of closed days and of players, in GET /days and GET /players/{id}."""

import pytest
import time_machine

from challenges.models import Player
from challenges.services.excuses import count_day_again, excuse_day
from challenges.services.moderation import hide_player, show_player
from leaderboards.models import Standing
from leaderboards.services.closing import close_day
from leaderboards.services.rebuilds import carry_out_streaks
from tests.cast import CLOSES, NOON, ONE_DAY, TODAY, Caller, Json, Person, ok
from tests.leaderboards.results import finish, make_player
from tests.operators import make_operator

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


def figures(caller: Caller) -> Json | None:
    one = ok(caller.get(f"/days/{TODAY}"))["figures"]
    listed = ok(caller.get("/days", **{"from": str(TODAY), "to": str(TODAY)}))["days"]
    assert [day["figures"] for day in listed] == [one]
    found: Json | None = one
    return found


def test_the_figures_of_a_day_are_published_by_its_closing(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    for total in (100, 200, 200, 300):
        finish(make_player(), TODAY, total)
    finish(make_player("Guest", claimed=False), TODAY, 640)
    assert figures(anybody) is None
    clock.move_to(CLOSES)
    assert figures(anybody) is None
    close_day(date=TODAY)
    assert figures(anybody) == {
        "players": 4,
        "mean": 200.0,
        "spread": pytest.approx(5000**0.5),
        "best": 300,
        "distribution": [[300, 1], [200, 2], [100, 1]],
    }


def test_who_is_hidden_leaves_the_figures_of_closed_days_and_comes_back(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    best = make_player("Best")
    for player, total in ((best, 300), (make_player(), 200)):
        finish(player, TODAY, total)
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    before = figures(anybody)
    operator = make_operator().player
    hide_player(operator=operator, player_id=best.pk)
    assert figures(anybody) == {
        "players": 1,
        "mean": 200.0,
        "spread": 0.0,
        "best": 200,
        "distribution": [[200, 1]],
    }
    show_player(operator=operator, player_id=best.pk)
    assert figures(anybody) == before


def test_a_listed_player_has_figures(anybody: Caller, clock: time_machine.Traveller) -> None:
    player = make_player("Anna")
    for number, total in enumerate((200, 300, 300)):
        finish(player, TODAY + number * ONE_DAY, total)
    clock.move_to(NOON + 2 * ONE_DAY)
    path = f"/players/{player.pk}"
    assert ok(anybody.get(path))["figures"] == {
        "days": 3,
        "mean": pytest.approx(800 / 3),
        "best": {"day": "2026-12-02", "total": 300},
        "streak": 3,
        "longest_streak": 3,
    }
    clock.move_to(NOON + 20 * ONE_DAY)
    found = ok(anybody.get(path))["figures"]
    assert (found["streak"], found["longest_streak"]) == (0, 3)


def test_streaks_step_over_a_day_as_soon_as_it_is_excused(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    player = make_player("Anna")
    for number in (0, 1, 3):
        finish(player, TODAY + number * ONE_DAY, 200)
    clock.move_to(NOON + 3 * ONE_DAY)
    day = TODAY + 2 * ONE_DAY

    def streaks() -> tuple[int, int]:
        found = ok(anybody.get(f"/players/{player.pk}"))["figures"]
        return found["streak"], found["longest_streak"]

    assert streaks() == (1, 2)
    excuse_day(operator=None, date=day)
    assert streaks() == (3, 3)
    carry_out_streaks(date=day)
    assert streaks() == (3, 3)
    count_day_again(operator=None, date=day)
    assert streaks() == (1, 2)
    assert set(Standing.objects.filter(board=4).values_list("value", flat=True)) == {3}


def test_who_is_not_listed_has_none(anybody: Caller, owner: Person) -> None:
    finish(owner.now(), TODAY, 200)
    path = f"/players/{owner.player.pk}"
    assert ok(anybody.get(path))["figures"] is None
    assert ok(owner.get(path))["figures"] is None
    Player.objects.filter(pk=owner.player.pk).update(claimed_at=NOON, unlisted_at=NOON)
    assert ok(anybody.get(path))["figures"] is None
