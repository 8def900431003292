"""How many queries each call about boards takes, credentials included, at any number of players."""

from collections.abc import Callable

import pytest
from django.db import connection

from challenges.models import Player
from tests.cast import NOON, ONE_DAY, TODAY, Caller, Person, Queries, ok
from tests.leaderboards.circles import befriend
from tests.leaderboards.results import finish, finish_at_once, make_crowd

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

# The lock on the calendar is a statement on PostgreSQL alone.
LOCK = 1 if connection.vendor == "postgresql" else 0

CALLS: dict[str, tuple[int, str, dict[str, str]]] = {
    "all_boards": (3, "/leaderboards", {}),  # the excused days, the last closed one, the boards
    "day": (2, "/leaderboards/day", {}),  # the day, its board
    "best_day": (1, "/leaderboards/best-day", {}),
    "streak": (2, "/leaderboards/streak", {}),
    "longest_streak": (1, "/leaderboards/longest-streak", {}),
    "advent": (1, "/leaderboards/advent", {"period": "2026"}),
    "calendar": (1, "/advent/2026", {}),
    "list_days": (1, "/days", {"from": "2026-12-01", "to": "2026-12-31"}),
}


def many_play(count: int) -> None:
    finish_at_once(
        (player, 200 + number % 7, NOON + ONE_DAY / 48)
        for number, player in enumerate(make_crowd(count))
    )


def listed(person: Person) -> Person:
    Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
    return person


def test_without_an_account_calls_take_as_many_for_sixty_players_as_for_none(
    anybody: Caller,
) -> None:
    for players in (0, 60):
        many_play(players)
        for name, (count, path, query) in CALLS.items():
            with Queries() as queries:
                ok(anybody.get(path, **query))
            assert len(queries.statements) == count, (name, queries.statements)


WITH_ACCOUNT: dict[str, tuple[int, int, Callable[[Person], object]]] = {
    # Listed; a guest, whose places follow from the games and the excused days.
    "all_boards": (4, 6, lambda me: ok(me.get("/leaderboards"))),
    "best_day": (2, 4, lambda me: ok(me.get("/leaderboards/best-day"))),
    "around_me": (3, 6, lambda me: ok(me.get("/leaderboards/best-day", around="me"))),
    "calendar": (3, 3, lambda me: ok(me.get("/advent/2026"))),
    "me": (4, 4, lambda me: ok(me.get("/me"))),
    "my_public_figures": (4, 2, lambda me: ok(me.get(f"/players/{me.player.pk}"))),
}


@pytest.mark.parametrize("is_listed", [True, False])
def test_with_one_they_take_a_few_more(owner: Person, is_listed: bool) -> None:
    if is_listed:
        listed(owner)
    many_play(20)
    finish(owner.now(), TODAY, 230)
    for name, (of_listed, of_guest, call) in WITH_ACCOUNT.items():
        with Queries() as queries:
            call(owner)
        count = of_listed if is_listed else of_guest
        assert len(queries.statements) == count, (name, queries.statements)


AMONG: dict[str, tuple[int, int]] = {
    # Listed; a guest, whose games and the excused days are read, too.
    "": (4, 6),  # the credentials, the excused days, the last closed one, all boards
    "/day": (3, 5),  # the day in place of those
    "/best-day": (2, 4),
    "/streak": (3, 5),
    "/longest-streak": (2, 4),
    "/advent": (2, 4),
}


@pytest.mark.parametrize("path", AMONG)
@pytest.mark.parametrize("is_listed", [True, False])
def test_among_friends_it_takes_as_many_for_thirty_as_for_none(
    owner: Person, path: str, is_listed: bool
) -> None:
    of_listed, of_guest = AMONG[path]
    if is_listed:
        listed(owner)
    finish(owner.now(), TODAY, 230)
    for friends in (0, 30):
        many_play(friends)
        befriend(owner.now(), *Player.objects.filter(name__startswith="Player "))
        with Queries() as queries:
            ok(owner.get(f"/leaderboards{path}", among="friends"))
        assert len(queries.statements) == (of_listed if is_listed else of_guest), queries.statements


@pytest.mark.parametrize("players", [0, 40])
def test_the_move_that_finishes_a_ranked_game_takes_the_same_number_at_any_size(
    owner: Person, players: int
) -> None:
    many_play(players)
    game = listed(owner).play_rows(owner.start_daily(), leave=1)
    with Queries() as queries:
        owner.write(game, "maxi_yatzy")
    # Three of every move. The player, the excused days, the results, the places; the new places,
    # the changes of counts. The excused days and the boards for the answer.
    assert len(queries.statements) == 11 + LOCK, queries.statements


def test_that_of_a_guest_takes_no_more_than_the_answer_needs(owner: Person) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    with Queries() as queries:
        owner.write(game, "maxi_yatzy")
    # Three of every move, the player; for the answer the excused days, the games, the boards.
    assert len(queries.statements) == 8 + LOCK, queries.statements
