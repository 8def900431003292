"""Boards among friends, against their definition on the games of a few people."""

from __future__ import annotations

import random

import pytest

from challenges.models import Day, Player
from challenges.services.excuses import excuse_day
from leaderboards.ranking import Board
from leaderboards.services.among import (
    first_among_friends,
    page_among_friends,
    places_among_friends,
)
from leaderboards.services.counts import fold_changes
from leaderboards.services.places import (
    Chosen,
    Mine,
    Page,
    advent_board,
    all_time_board,
    board_of_day,
    page_of,
    streak_board,
)
from leaderboards.services.rebuilds import carry_out_streaks
from leaderboards.services.standings import rebuild_players
from tests.cast import NOON, ONE_DAY, TODAY
from tests.leaderboards.circles import Expected, befriend, expected_among, places_of_all
from tests.leaderboards.results import HOUR, finish, make_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

DATES = [TODAY + number * ONE_DAY for number in range(-3, 2)]
UNLISTED = ({"claimed_at": None}, {"hidden_at": NOON}, {"unlisted_at": NOON})


def boards() -> list[Chosen]:
    return [
        *map(board_of_day, DATES),
        all_time_board(Board.BEST_DAY),
        streak_board(NOON),
        all_time_board(Board.LONGEST_STREAK),
        advent_board(2026),
    ]


def somebody_of(chance: random.Random, number: int) -> Player:
    """Of few totals and few moments, so that there are ties, and ties of moments inside them."""
    player = make_player(f"Player {number}")
    for date in DATES:
        if chance.random() < 0.7:
            moment = NOON + (date - TODAY) + chance.randint(0, 1) * HOUR
            finish(player, date, chance.choice([0, 199, 200, 201]), moment)
    if chance.random() < 0.3:
        Player.objects.filter(pk=player.pk).update(**chance.choice(UNLISTED))
        rebuild_players(player_ids=[player.pk])
    return Player.objects.get(pk=player.pk)


def told(mine: Mine | None) -> tuple[int, int, float, bool] | None:
    if mine is None:
        return None
    return mine.rank.rank, mine.place.value, mine.rank.beaten, mine.is_listed


def seen(page: Page, players: dict[object, Player]) -> Expected:
    rows = [(row.rank, players[row.player_id], row.value) for row in page.rows]
    assert page.players == len(rows)
    assert (page.next, page.previous) == (None, None)
    return Expected(rows, told(page.mine), list(page.distribution))


@pytest.mark.parametrize("seed", range(4))
def test_they_are_what_counting_all_games_says(seed: int) -> None:
    chance = random.Random(seed)
    players = [somebody_of(chance, number) for number in range(12)]
    circles: dict[Player, set[Player]] = {player: set() for player in players}
    for number, player in enumerate(players):
        for other in players[:number]:
            if chance.random() < 0.4:
                befriend(player, other)
                circles[player].add(other)
                circles[other].add(player)
    if seed % 2:
        excuse_day(operator=None, date=TODAY)
        carry_out_streaks(date=TODAY)
        fold_changes()
    places = places_of_all()
    by_id: dict[object, Player] = {player.pk: player for player in players}
    for me, circle in circles.items():
        overview = places_among_friends(boards(), me)
        for chosen, now in zip(boards(), overview, strict=True):
            expected = expected_among(circle, me, places, chosen.board.code, chosen.periods)
            assert seen(page_among_friends(chosen, me), by_id) == expected, chosen
            assert (now.chosen, now.players) == (chosen, len(expected.rows))
            assert told(now.mine) == expected.mine


def test_the_rows_are_those_of_everybody_in_the_same_order() -> None:
    chance = random.Random(9)
    players = [somebody_of(chance, number) for number in range(20)]
    me, friends = players[0], players[1::2]
    befriend(me, *friends)
    circle = {player.pk for player in (me, *friends)}
    for chosen in boards():
        of_all = [row for row in page_of(chosen, None).rows if row.player_id in circle]
        among = page_among_friends(chosen, me).rows
        assert [row[1:] for row in among] == [row[1:] for row in of_all]


def test_the_first_rows_know_of_those_that_follow() -> None:
    players = [make_player(f"Player {number}") for number in range(5)]
    for number, player in enumerate(players):
        finish(player, TODAY, 300 - number)
    befriend(players[4], *players[:4])
    chosen = board_of_day(TODAY)
    page = first_among_friends(chosen, players[4], 3, unlisted=None)
    assert [(row.rank, row.name) for row in page.rows] == [
        (1, "Player 0"),
        (2, "Player 1"),
        (3, "Player 2"),
    ]
    assert page.players == 5
    assert told(page.mine) == (5, 296, 0.0, True)
    assert page.next is not None
    assert first_among_friends(chosen, players[4], 5, unlisted=None).next is None


def test_a_friend_who_leaves_the_boards_has_no_row_and_changes_no_rank() -> None:
    me, better, other = (make_player(name) for name in ("Me", "Better", "Other"))
    for player, total in ((me, 200), (better, 300), (other, 100)):
        finish(player, TODAY, total)
    befriend(me, better, other)
    chosen = board_of_day(TODAY)
    assert told(page_among_friends(chosen, me).mine) == (2, 200, 0.5, True)
    for fields in UNLISTED:
        Player.objects.filter(pk=better.pk).update(**fields)
        rebuild_players(player_ids=[better.pk])
        page = page_among_friends(chosen, me)
        assert [(row.rank, row.name) for row in page.rows] == [(1, "Me"), (2, "Other")]
        assert told(page.mine) == (1, 200, 1.0, True)


def test_streaks_of_several_last_dates_are_one_board(today: Day) -> None:
    me, ahead, behind = (make_player(name) for name in ("Me", "Ahead", "Behind"))
    for player, numbers in ((me, (0, 1, 2)), (ahead, (1, 2, 3, 4)), (behind, (1, 2))):
        for number in numbers:
            finish(player, DATES[number], 200)
    befriend(me, ahead, behind)
    chosen = streak_board(NOON)
    assert len(chosen.periods) > 2
    page = page_among_friends(chosen, me)
    assert [(row.rank, row.name, row.value) for row in page.rows] == [
        (1, "Ahead", 4),
        (2, "Me", 3),
        (3, "Behind", 2),
    ]
