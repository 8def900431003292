"""Rebuilds that meet each other, or what makes them due."""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
import time_machine
from django.db import connection

from challenges.models import Day, Game
from challenges.services.excuses import count_day_again, excuse_day
from leaderboards.models import Histogram, Rebuild
from leaderboards.ranking import Board
from leaderboards.services import pieces
from leaderboards.services.closing import rebuild_day
from leaderboards.services.counts import fold_changes
from leaderboards.services.pieces import ALL_BOARDS
from leaderboards.services.rebuilds import ask_for, carry_out, work_off
from leaderboards.services.standings import mend_players
from tests.cast import TODAY, Person, Queries, at_once
from tests.challenges.api.test_moves_at_once import waits_for_a_lock
from tests.leaderboards.results import (
    ONE_DAY,
    assert_boards_are_right,
    finish,
    make_player,
    unannounced,
)
from tests.test_servers import wait_until

pytestmark = pytest.mark.django_db

MINUTE = 60.0


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_a_day_changes_again_while_its_streaks_are_rebuilt(monkeypatch: pytest.MonkeyPatch) -> None:
    """The change waits for the piece, and what the piece still needs is not held by the change."""
    player = make_player()
    for number in range(3):
        finish(player, TODAY + number * ONE_DAY, 200)
    excuse_day(operator=None, date=TODAY + ONE_DAY)
    in_piece, release = Event(), Event()

    def wait(*, player_ids: Collection[Any]) -> int:
        monkeypatch.undo()
        in_piece.set()
        assert release.wait(timeout=30)
        return pieces.rebuild_players(player_ids=player_ids)

    monkeypatch.setattr(pieces, "rebuild_players", wait)
    with ThreadPoolExecutor(2) as pool:
        piece = pool.submit(at_once, [lambda: work_off(seconds=MINUTE)])
        assert in_piece.wait(timeout=30)
        change = pool.submit(
            at_once, [lambda: count_day_again(operator=None, date=TODAY + ONE_DAY)]
        )
        wait_until(waits_for_a_lock)
        release.set()
        piece.result()
        assert change.result() == [True]
    work_off(seconds=MINUTE)
    assert_boards_are_right()


def test_a_day_is_rebuilt_to_its_end_where_others_mend_the_same_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(5):
        unannounced(make_player(f"Player {number}"), TODAY, 200 + number)
    others: list[int] = []

    def come_second(*, player_ids: Collection[Any]) -> int:
        if not others:
            others.append(mend_players(player_ids=player_ids))
        return mend_players(player_ids=player_ids)

    monkeypatch.setattr(pieces, "PLAYERS_AT_ONCE", 2)
    monkeypatch.setattr(pieces, "mend_players", come_second)
    assert rebuild_day(date=TODAY) == (3, 0)
    assert others == [2]
    assert_boards_are_right()


def test_the_job_too_rebuilds_a_day_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        unannounced(make_player(f"Player {number}"), TODAY, 200 + number)
    monkeypatch.setattr(pieces, "PLAYERS_AT_ONCE", 2)
    done = carry_out(ask_for(kind=Rebuild.Kind.DAY, subject=str(TODAY)))
    assert done.finished_at is not None
    assert (done.examined, done.mended) == (5, 5)
    assert_boards_are_right()


def test_an_audit_locks_the_players_of_a_piece_in_the_order_of_their_ids(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    for person in (owner, friend):
        person.play_rows(person.start_daily())
    Game.objects.update(total=1)
    ask_for(kind=Rebuild.Kind.AUDIT, subject=str(TODAY))
    with Queries() as queries:
        (audit,) = work_off(seconds=MINUTE)
    assert audit.mended == 2
    assert_boards_are_right()
    locking = [sql for sql in queries.statements if sql.endswith("FOR NO KEY UPDATE")]
    players = [sql for sql in locking if 'FROM "challenges_player"' in sql]
    assert len(players) == (connection.vendor == "postgresql")
    assert all(" ORDER BY " in sql for sql in players)


def test_counts_where_no_day_is_hide_no_others_from_a_rebuild() -> None:
    finish(make_player(), TODAY, 200)
    fold_changes()
    one = Histogram.objects.filter(board=Board.DAY).values_list("players", flat=True).get()
    Histogram.objects.update(players=one + one)
    Histogram.objects.create(board=Board.DAY, period=20200101, players=one)
    carry_out(ask_for(kind=Rebuild.Kind.BOARD, subject=ALL_BOARDS))
    assert not Rebuild.objects.filter(finished_at=None).exists()
    assert_boards_are_right()
