"""How many queries each call takes, credentials included."""

from collections.abc import Callable

import pytest
import time_machine

from challenges.models import Day
from tests.cast import ONE_DAY, TODAY, Browser, Caller, Json, Person, Queries, ok

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

KEY = "c9f7d8ce-5a2f-4c7e-9a3e-8f5a0d1c2b3a"

Call = Callable[[Person, Json], object]

# What each call takes beside finding out who calls.
PRIVATE: dict[str, tuple[int, Call]] = {
    "get_me": (3, lambda me, _: ok(me.get("/me"))),
    "change_me": (5, lambda me, _: ok(me.patch("/me", {"name": "Åsa", "country": "SE"}))),
    "get_today": (2, lambda me, _: ok(me.get("/days/today"))),
    "get_day": (2, lambda me, _: ok(me.get(f"/days/{TODAY}"))),
    "list_days": (
        2,
        lambda me, _: ok(me.get("/days", **{"from": "2026-12-01", "to": "2026-12-31"})),
    ),
    "list_games": (1, lambda me, _: ok(me.get("/games"))),
    "list_reviews": (1, lambda me, _: ok(me.get("/me/reviews"))),
    "get_game": (1, lambda me, game: ok(me.get(f"/games/{game['id']}"))),
    "get_proof_that_is_refused": (1, lambda me, game: me.get(f"/games/{game['id']}/proof")),
    "resume_daily_game": (1, lambda me, _: ok(me.post(f"/days/{TODAY}/game"))),
    "start_solo_game": (1, lambda me, _: me.start_solo()),
    "start_solo_game_by_key": (
        2,
        lambda me, _: ok(
            me.post("/games", {"rules": "maxi", "mode": "solo"}, Idempotency_Key=KEY), 201
        ),
    ),
    "keep_dice": (2, lambda me, game: me.keep(game, 0)),
    "write_a_row": (2, lambda me, game: me.write(game, "chance")),
    "repeat_a_move": (1, lambda me, game: ok(me.move(game, 0, row="ones"))),
    "make_another_move_there": (1, lambda me, game: me.move(game, 0, row="twos")),
    "make_an_illegal_move": (1, lambda me, game: me.move(game, 1, keep=[True] * 6)),
    "move_in_no_game_of_mine": (1, lambda me, _: me.move(str(me.player.pk), 0, row="ones")),
}
PUBLIC: dict[str, tuple[int, Callable[[Caller], object]]] = {
    "list_rules": (0, lambda caller: ok(caller.get("/rules"))),
    "get_rules": (0, lambda caller: ok(caller.get("/rules/maxi"))),
    "get_today": (1, lambda caller: ok(caller.get("/days/today"))),
    "get_day": (1, lambda caller: ok(caller.get(f"/days/{TODAY}"))),
    "list_days": (
        1,
        lambda caller: ok(caller.get("/days", **{"from": "2026-12-01", "to": "2026-12-31"})),
    ),
    "list_commitments": (1, lambda caller: ok(caller.get("/commitments"))),
    "get_unknown_address": (0, lambda caller: caller.get("/nothing")),
    "sign_up": (3, lambda caller: ok(caller.post("/players", {}), 201)),
    "sign_up_by_key": (4, lambda caller: ok(caller.post("/players", {}, Idempotency_Key=KEY), 201)),
}


def started(owner: Person) -> Json:
    return owner.write(owner.start_daily(), "ones")


@pytest.mark.parametrize("name", PRIVATE)
def test_a_token_takes_one_query(owner: Person, name: str) -> None:
    count, call = PRIVATE[name]
    game = started(owner)
    with Queries() as queries:
        call(owner, game)
    assert len(queries.statements) == count + 1, queries.statements


@pytest.mark.parametrize("name", PRIVATE)
def test_a_session_takes_one_query_once_it_is_in_the_cache(owner: Person, name: str) -> None:
    count, call = PRIVATE[name]
    game = started(owner)
    browser = Browser(player=owner.player)
    with Queries() as queries:
        call(browser, game)
    assert len(queries.statements) == count + 1, queries.statements


@pytest.mark.parametrize("name", PUBLIC)
def test_who_has_no_account_takes_none(anybody: Caller, name: str) -> None:
    count, call = PUBLIC[name]
    with Queries() as queries:
        call(anybody)
    assert len(queries.statements) == count, queries.statements


def test_the_last_move_of_an_unranked_game_takes_three_queries_too(owner: Person) -> None:
    game = owner.play_rows(owner.start_solo(), leave=1)
    with Queries() as queries:
        owner.write(game, "maxi_yatzy")
    assert len(queries.statements) == 3


def test_starting_the_ranked_game_takes_four(owner: Person) -> None:
    with Queries() as queries:
        owner.start_daily()
    assert len(queries.statements) == 4  # the player, no game yet, the day, the new game


def test_outside_december_the_profile_takes_one_more_from_the_second_year_on(
    owner: Person, anybody: Caller, clock: time_machine.Traveller
) -> None:
    calls = [
        # the player, an address that waits, the calendars, the games and the excused days
        (lambda: ok(owner.get("/me")), 5),
        (lambda: ok(owner.patch("/me", {"name": "Åsa"})), 7),
        (lambda: ok(owner.patch("/me", {"die": "plain"})), 7),
        (lambda: ok(anybody.post("/players", {}), 201), 3),
    ]
    clock.shift(31 * ONE_DAY)
    owner.get("/me")  # notes the day on which the device was last used
    for call, count in calls:
        with Queries() as queries:
            call()
        assert len(queries.statements) == count, queries.statements


def test_changing_whether_one_is_listed_takes_no_more_than_a_name(owner: Person) -> None:
    with Queries() as queries:
        ok(owner.patch("/me", {"name": "Åsa"}))
    name = len(queries.statements)
    with Queries() as queries:
        ok(owner.patch("/me", {"die": "christmas"}))
    assert len(queries.statements) == name == 6


def test_a_page_of_games_takes_as_many_as_one_game(owner: Person) -> None:
    for _ in range(25):
        owner.start_solo()
    with Queries() as queries:
        page = ok(owner.get("/games"))
    assert len(queries.statements) == 2
    with Queries() as queries:
        ok(owner.get("/games", cursor=page["next"]))
    assert len(queries.statements) == 2


def test_the_proof_of_a_finished_solo_game_takes_three(owner: Person) -> None:
    game = owner.play_rows(owner.start_solo("yacht"))
    with Queries() as queries:
        ok(owner.get(f"/games/{game['id']}/proof"))
    assert len(queries.statements) == 3  # the player, the game, one that was finished on its dice


def test_making_the_days_takes_as_many_for_forty_as_for_one(anybody: Caller) -> None:
    Day.objects.all().delete()
    with Queries() as queries:
        ok(anybody.get("/days/today"))
    # It is not there; which are missing, the end of the chain, all at once; it is there.
    assert len(queries.statements) == 5
