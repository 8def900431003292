"""Where somebody ranks, against a count of all players one by one."""

from __future__ import annotations

import datetime
import random
import uuid

import pytest

from challenges.models import Player
from leaderboards.boards import Span, read_board, read_days
from leaderboards.models import CountChange, Standing
from leaderboards.ranking import ALL_TIME, Board, Place, period_of
from leaderboards.ranks import Asked, Ranked, read_ranks
from leaderboards.services.counts import change_counts, fold_changes
from tests.cast import TODAY, UTC
from tests.leaderboards.results import make_player

NOON = datetime.datetime(2026, 12, 1, 12, tzinfo=UTC)
DAY = period_of(TODAY)
STREAKS = (DAY - 1, DAY, DAY + 1)

pytestmark = pytest.mark.django_db(transaction=True)


def place(player: Player, board: Board, period: int, value: int) -> None:
    Standing.objects.create(player=player, board=board, period=period, value=value, reached_at=NOON)
    change_counts({(board, period, value): 1})


def ranked(board: Board, *periods: int, value: int | None = None) -> Ranked:
    place = None if value is None else Place(value, NOON)
    (found,) = read_ranks([Asked(board, periods, place)])
    return found


def ranked_of(player: Player, board: Board, *periods: int) -> Ranked:
    (found,) = read_ranks([Asked(board, periods)], player_id=player.pk)
    return found


def told(found: Ranked) -> tuple[int, int | None, int | None, float | None]:
    if found.mine is None:
        return found.players, None, None, None
    rank, place = found.mine
    assert place.reached_at == NOON
    return found.players, place.value, rank.rank, rank.beaten


@pytest.fixture
def scores() -> dict[Player, int]:
    return dict(zip((make_player() for _ in range(5)), (300, 200, 200, 0, 649), strict=True))


@pytest.fixture(params=["folded", "half", "lying about"])
def day(scores: dict[Player, int], request: pytest.FixtureRequest) -> dict[Player, int]:
    for number, (player, value) in enumerate(scores.items()):
        place(player, Board.DAY, DAY, value)
        if request.param == "half" and number == 2:
            fold_changes()
    if request.param == "folded":
        fold_changes()
        assert not CountChange.objects.exists()
    return scores


def test_the_players_of_a_board_are_told_their_ranks(day: dict[Player, int]) -> None:
    assert [told(ranked_of(player, Board.DAY, DAY)) for player in day] == [
        (5, 300, 2, 0.75),
        (5, 200, 3, 0.25),
        (5, 200, 3, 0.25),
        (5, 0, 5, 0.0),
        (5, 649, 1, 1.0),
    ]


def test_a_value_that_nobody_counts_has_the_rank_that_it_would_have(
    day: dict[Player, int],
) -> None:
    assert told(ranked(Board.DAY, DAY, value=200)) == (5, 200, 3, 0.2)
    assert told(ranked(Board.DAY, DAY, value=201)) == (5, 201, 3, 0.6)
    assert told(ranked(Board.DAY, DAY, value=0)) == (5, 0, 5, 0.0)
    assert told(ranked(Board.DAY, DAY, value=32_767)) == (5, 32_767, 1, 1.0)
    assert told(ranked(Board.DAY, DAY)) == (5, None, None, None)


def test_a_page_and_the_days_tell_the_same(day: dict[Player, int]) -> None:
    page = read_board(Board.DAY, [DAY], Span(after=3))
    assert [(row.rank, row.value) for row in page.rows] == [(1, 649), (2, 300), (3, 200)]
    assert page.has_after
    assert page.counts.players == 5
    assert page.distribution == [(649, 1), (300, 1), (200, 2), (0, 1)]
    assert read_days([DAY, DAY + 1]) == {DAY: page.distribution}


def test_nobody_is_on_an_empty_board() -> None:
    assert told(ranked(Board.DAY, DAY)) == (0, None, None, None)
    assert told(ranked(Board.DAY, DAY, value=7)) == (0, 7, 1, 1.0)
    (found,) = read_ranks([Asked(Board.DAY, (DAY,))], player_id=uuid.uuid4())
    assert told(found) == (0, None, None, None)


def test_streaks_that_end_on_different_dates_share_a_board(scores: dict[Player, int]) -> None:
    for (player, value), period in zip(scores.items(), [*STREAKS, *STREAKS], strict=False):
        place(player, Board.STREAK, period, value)
        fold_changes()
    place(make_player(), Board.STREAK, DAY, 500)
    place(make_player(), Board.STREAK, DAY - 2, 999)
    assert [told(ranked_of(player, Board.STREAK, *STREAKS))[:3] for player in scores] == [
        (6, 300, 3),
        (6, 200, 4),
        (6, 200, 4),
        (6, 0, 6),
        (6, 649, 1),
    ]


def test_several_boards_are_told_in_the_order_they_are_asked_for(
    day: dict[Player, int],
) -> None:
    first = next(iter(day))
    place(first, Board.BEST_DAY, ALL_TIME, 301)
    asked = [
        Asked(Board.ADVENT, (2026,)),
        Asked(Board.BEST_DAY, (ALL_TIME,)),
        Asked(Board.DAY, (DAY,)),
    ]
    found = [told(one) for one in read_ranks(asked, player_id=first.pk)]
    assert found == [(0, None, None, None), (1, 301, 1, 1.0), (5, 300, 2, 0.75)]


def test_any_histogram_ranks_as_counting_does() -> None:
    chance = random.Random(7)
    totals = [chance.randrange(40) for _ in range(60)]
    for number, total in enumerate(totals):
        change_counts({(Board.DAY, DAY, total): 1})
        if number in (20, 50):
            fold_changes()
    for value in range(42):
        rank, _value = ranked(Board.DAY, DAY, value=value).mine or pytest.fail("no rank")
        assert rank.rank == 1 + sum(total > value for total in totals)
        assert rank.beaten == sum(total < value for total in totals) / len(totals)
