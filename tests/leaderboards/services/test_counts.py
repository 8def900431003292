"""Folding the changes of counts in, however many boards they are of."""

import datetime
from collections import Counter

import pytest

from challenges.models import Player
from leaderboards.models import CountChange
from leaderboards.ranking import Board, period_of
from leaderboards.services.counts import change_counts, fold_changes
from leaderboards.services.standings import rebuild_players
from tests.cast import NOON, ONE_DAY, TODAY, Queries
from tests.leaderboards.results import (
    assert_boards_are_right,
    make_player,
    stored_boards,
    stored_counts,
    unannounced,
)

pytestmark = pytest.mark.django_db

FOUR_YEARS = [TODAY - number * ONE_DAY for number in range(4 * 365)]


def test_changes_of_thousands_of_boards_are_folded_in_at_once() -> None:
    change_counts({(Board.DAY, period_of(date), 200): 2 for date in FOUR_YEARS})
    change_counts({(Board.STREAK, period_of(date), 7): 1 for date in FOUR_YEARS})
    expected = {("day", period_of(date)): Counter({200: 2}) for date in FOUR_YEARS}
    expected |= {("streak", period_of(date)): Counter({7: 1}) for date in FOUR_YEARS}
    assert fold_changes() == 2 * len(FOUR_YEARS)
    assert not CountChange.objects.exists()
    assert stored_counts() == expected
    change_counts({(Board.DAY, period_of(date), 200): -2 for date in FOUR_YEARS})
    fold_changes()
    assert stored_counts() == {key: held for key, held in expected.items() if key[0] == "streak"}


def test_who_played_for_years_is_taken_off_all_boards_in_a_few_statements() -> None:
    player = make_player()
    for date in (TODAY - datetime.timedelta(number) for number in range(450)):
        unannounced(player, date, 200)
    rebuild_players(player_ids=[player.pk])
    fold_changes()
    assert_boards_are_right()
    Player.objects.filter(pk=player.pk).update(hidden_at=NOON)
    with Queries() as queries:
        assert rebuild_players(player_ids=[player.pk]) == 1
    deletes = [sql for sql in queries.statements if sql.startswith("DELETE")]
    assert len(deletes) == 3
    fold_changes()
    assert (stored_boards(), stored_counts()) == ({}, {})
