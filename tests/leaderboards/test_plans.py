"""Boards are ranges of indexes: no statement of theirs reads a large table from end to end."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from challenges.models import Game, Player, Review
from challenges.querysets import games
from challenges.services.perfect_play.looking_back import REVIEWS_AT_ONCE, _next_games
from friends.models import Friendship
from friends.services.friendships import MOST_FRIENDS
from leaderboards.among import read_board_among_friends, read_ranks_among_friends
from leaderboards.boards import Position, Span, read_board, read_days
from leaderboards.models import Standing
from leaderboards.querysets import standings
from leaderboards.ranking import ALL_TIME, Board, Place, period_of
from leaderboards.ranks import Asked, read_ranks
from leaderboards.services import comparing
from leaderboards.services.counts import recount
from leaderboards.services.pieces import PLAYERS_AT_ONCE, players_beside
from tests.cast import NOON, ONE_DAY, TODAY, UTC
from tests.leaderboards.results import make_day, make_player, unannounced, unsaved_result
from tests.plans import DROPPED, faults_of, plan_of, recorded, scans_of

PLAYERS, GUESTS = 5000, 40_000
LARGE = {model._meta.db_table for model in (Player, Game, Review, Standing, Friendship)}
DAY = period_of(TODAY)
BOARDS = {
    Board.DAY: (DAY,),
    Board.BEST_DAY: (ALL_TIME,),
    Board.STREAK: (DAY - 1, DAY, DAY + 1, DAY + 2),
    Board.LONGEST_STREAK: (ALL_TIME,),
    Board.ADVENT: (2026,),
    Board.DAY_SKILL: (DAY,),
}
NUMBERS = ("start", "luck", "loss", "accuracy", "skill", "plies")
# What a connection plans at first, and what it comes to keep.
MODES = ("force_custom_plan", "force_generic_plan")

pytestmark = [pytest.mark.only_on("postgresql"), pytest.mark.django_db]


@pytest.fixture(scope="module")
def boards(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """In a transaction around those of the tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        _fill_boards()
        yield
        transaction.set_rollback(True)


def _fill_boards() -> None:
    """A thousand places for each value, so that ties are long too."""
    moment = datetime.datetime(2026, 12, 1, tzinfo=UTC)
    players = Player.objects.bulk_create(
        Player(name=f"Player {number}", joined_at=moment, claimed_at=moment)
        for number in range(PLAYERS)
    )
    Standing.objects.bulk_create(
        Standing(
            player=player,
            board=board,
            period=periods[number % len(periods)],
            value=number % 5,
            reached_at=moment + datetime.timedelta(seconds=number),
        )
        for board, periods in BOARDS.items()
        for number, player in enumerate(players)
    )
    for board, periods in BOARDS.items():
        for period in periods:
            recount(board=board, period=period)
    _add_guests()
    _analyze()


def _add_guests() -> None:
    """So many more that reading all players for one page would not pay."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO challenges_player (id, login, password, name, country, language, "
            "time_zone, die, joined_at, is_active, is_staff, is_superuser, session_generation, "
            "signup_request) SELECT gen_random_uuid(), md5(number::text), '', 'Guest', '', 'en', "
            "'UTC', 'plain', now(), true, false, false, 0, '' "
            "FROM generate_series(1, %s) number",
            [GUESTS],
        )


def _analyze() -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def in_memory() -> None:
    """From now on statements are planned as for what lies there."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL random_page_cost = 1.1")


def somebody(board: Board) -> Position:
    """In the middle, and so in the middle of a tie."""
    rows = standings().on(board, BOARDS[board][0]).in_order()
    row = rows[rows.count() // 2]
    return Position(Place(row.value, row.reached_at), row.player_id)


def assert_served_by_indexes(call: Callable[[], Any]) -> None:
    with recorded() as statements:
        call()
    assert statements
    for mode in MODES:
        for statement in statements:
            assert faults_of(plan_of(statement, mode), LARGE) == [], (mode, statement)


def test_pages_are_ranges(boards: None) -> None:
    for board, periods in BOARDS.items():
        position = somebody(board)
        for span in (
            Span(after=50),
            Span(after=50, position=position),
            Span(before=50, after=0, position=position, is_included=True),
            Span(before=25, after=25, position=position, is_included=True),
        ):
            page = partial(read_board, board, periods, span, player_id=position.player_id)
            assert_served_by_indexes(page)


def test_ranks_read_a_few_rows(boards: None) -> None:
    for board, periods in BOARDS.items():
        player_id = somebody(board).player_id
        assert_served_by_indexes(partial(read_ranks, [Asked(board, periods)], player_id=player_id))
        assert_served_by_indexes(partial(read_ranks, [Asked(board, periods, Place(3, NOON))]))


def test_all_boards_of_an_answer_and_the_figures_of_days_read_a_few_rows(boards: None) -> None:
    player_id = somebody(Board.DAY).player_id
    asked = [Asked(board, periods) for board, periods in BOARDS.items()]
    assert_served_by_indexes(lambda: read_ranks(asked, player_id=player_id))
    assert_served_by_indexes(lambda: read_days(range(DAY, DAY + 31)))


# --- Among friends ---------------------------------------------------------------------------


@pytest.fixture
def circle(boards: None) -> Player:
    """Somebody with as many friends as there can be; most others have two."""
    me, *others = Player.objects.filter(claimed_at__isnull=False).order_by("pk")
    pairs = [(me, friend) for friend in others[:MOST_FRIENDS]]
    pairs += pairwise(others[MOST_FRIENDS:])
    Friendship.objects.bulk_create(
        Friendship(player=one, friend=other, since=NOON)
        for pair in pairs
        for one, other in (pair, pair[::-1])
    )
    _analyze()
    return me


def assert_goes_from_friend_to_place(
    call: Callable[[], Any], *, asked: int, with_names: bool
) -> None:
    """By the primary keys, looking for so many places of each; no row is read for nothing."""
    with recorded() as statements:
        call()
    (statement,) = statements
    for mode in MODES:
        scans = {scan["Relation Name"]: scan for scan in scans_of(plan_of(statement, mode))}
        friend, place = (scans[model._meta.db_table] for model in (Friendship, Standing))
        # In the order of the index or in that of the rows: they stand side by side.
        condition = friend.get("Index Cond") or friend["Recheck Cond"]
        assert condition.startswith("(player_id = "), mode
        assert (friend["Actual Rows"], friend["Actual Loops"]) == (MOST_FRIENDS, 1)
        assert place["Index Name"] == "leaderboards_standing_pkey"
        assert all(
            f"({name} = " in place["Index Cond"] for name in ("player_id", "board", "period")
        )
        assert place["Actual Loops"] == (MOST_FRIENDS + 1) * asked
        if with_names:
            player = scans[Player._meta.db_table]
            assert player["Index Cond"].startswith("(id = ")
            assert player["Actual Loops"] == MOST_FRIENDS + 1
        assert not any(scan.get(DROPPED) for scan in scans.values())


def test_boards_among_friends_go_from_each_friend_to_their_place(circle: Player) -> None:
    for board, periods in BOARDS.items():
        page = partial(read_board_among_friends, board, periods, circle.pk)
        assert_goes_from_friend_to_place(page, asked=len(periods), with_names=True)
    asked = [Asked(board, periods) for board, periods in BOARDS.items()]
    ranks = partial(read_ranks_among_friends, asked, circle.pk)
    assert_goes_from_friend_to_place(ranks, asked=sum(map(len, BOARDS.values())), with_names=False)


# --- Changes ---------------------------------------------------------------------------------


def finish_for(players: list[Player], *dates: datetime.date) -> None:
    for date in dates:
        game = unannounced(make_player(), date, 200)
        fields = {field.attname: getattr(game, field.attname) for field in Game._meta.fields}
        del fields["id"], fields["player_id"]
        Game.objects.bulk_create(Game(player=player, **fields) for player in players)
    _analyze()


def review_some(found: Iterable[Game]) -> None:
    Review.objects.bulk_create(
        Review(game=game, reviewed_at=NOON, **dict.fromkeys(NUMBERS, 300)) for game in found
    )
    _analyze()


def test_finishing_a_game_reads_the_rows_of_its_player(boards: None) -> None:
    finish_for([*Player.objects.all()[:1000]], TODAY)
    review_some(games())
    player_id = unannounced(make_player(), TODAY, 200).player_id
    assert_served_by_indexes(lambda: [*comparing.differences_after_finish(player_id, TODAY)])


def test_reviews_of_a_day_that_no_statistics_know_read_their_own_rows(boards: None) -> None:
    players = [*Player.objects.all()[:3000]]
    finish_for(players, *(TODAY - number * ONE_DAY for number in range(1, 8)))
    in_memory()
    day = make_day(TODAY + ONE_DAY)
    Game.objects.bulk_create(unsaved_result(player, day, 200) for player in players)
    reviewed = [*games().filter(day=day)[:REVIEWS_AT_ONCE]]
    assert_served_by_indexes(lambda: [*comparing.differences_after_reviews(reviewed)])
    with recorded() as statements:
        assert [*comparing.differences_after_reviews(reviewed)] == []
    for statement in statements:
        for mode in MODES:
            for scan in scans_of(plan_of(statement, mode)):
                assert scan["Actual Rows"] * scan["Actual Loops"] <= 2 * REVIEWS_AT_ONCE, scan


def test_games_to_review_are_read_from_where_the_last_piece_ended(boards: None) -> None:
    # A day among others: of one alone reading the whole table can be the quicker way.
    week = [TODAY - number * ONE_DAY for number in range(7)]
    finish_for([*Player.objects.all()[:3000]], *week)
    found = games().ranked().filter(day=TODAY).newest_first()
    review_some(found[:1500])
    in_memory()
    after = found[1400].pk
    assert [game.pk for game in _next_games(TODAY, after)] == [game.pk for game in found[1500:1600]]
    assert_served_by_indexes(lambda: _next_games(TODAY, after))
    assert_served_by_indexes(lambda: _next_games(TODAY, None))


def test_players_beside_a_day_are_read_from_where_the_last_piece_ended(boards: None) -> None:
    players = [*Player.objects.order_by("pk")[:1000]]
    finish_for(players, *(TODAY + number * ONE_DAY for number in range(-20, 21)))
    after = players[len(players) // 2].pk
    with recorded() as statements:
        found = players_beside(TODAY, set(), after=after)
    assert found[0] > after
    assert len(found) == PLAYERS_AT_ONCE
    (statement,) = statements
    # As planned each time: the condition of the index needs the kind of game.
    (scan,) = scans_of(plan_of(statement, "force_custom_plan"))
    assert scan["Index Name"] == "one_ranked_game_per_player_and_day"
    assert "player_id >" in scan["Index Cond"]
    assert scan["Actual Rows"] <= 3 * PLAYERS_AT_ONCE + 1
