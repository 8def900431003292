"""Excusing a day, and letting it count again, with the streaks around it."""

import datetime

import pytest
import time_machine

from challenges.models import Day
from leaderboards.models import Rebuild
from leaderboards.services.rebuilds import work_off
from tests.cast import NOON, ONE_DAY, TODAY, nothing_changes
from tests.challenges.commands.conftest import Run
from tests.leaderboards.results import (
    assert_boards_are_right,
    finish,
    make_player,
    stored_boards,
)
from tests.leaderboards.spoiling import due, in_small_pieces, stop_at
from tests.operators import done

pytestmark = pytest.mark.django_db

AROUND = (TODAY - ONE_DAY, TODAY + ONE_DAY)


@pytest.fixture
def missed(today: Day) -> None:
    """Three who have played yesterday and tomorrow, and one who has played on one day only."""
    for number in range(3):
        player = make_player(f"Player {number}")
        for date in AROUND:
            finish(player, date, 300, NOON)
    finish(make_player("Once"), TODAY - ONE_DAY, 200, NOON)


def streaks() -> list[int]:
    return sorted(value for _, value, _ in stored_boards()["streak", 20261202])


def is_excused(date: datetime.date = TODAY) -> bool:
    return Day.objects.get(date=date).is_excused


def test_a_day_is_excused_and_counts_again(run: Run, missed: None) -> None:
    boards = stored_boards()
    with nothing_changes():
        told = run("excuse_day", "2026-12-01", "--dry-run")
    assert told == ("3 players would have other streaks.\n", "")
    assert run("excuse_day", "2026-12-01") == ("2026-12-01 is excused.\n3 players mended.\n", "")
    assert is_excused()
    assert streaks() == [2, 2, 2]
    assert_boards_are_right()
    with nothing_changes():
        told = run("excuse_day", "2026-12-01", "--undo", "--dry-run")
        assert told == ("3 players would have other streaks.\n", "")
        told = run("excuse_day", "2026-12-01", "--dry-run")
        assert told == ("0 players would have other streaks.\n", "")
    told = run("excuse_day", "2026-12-01", "--undo")
    assert told == ("2026-12-01 counts.\n3 players mended.\n", "")
    assert not is_excused()
    assert stored_boards() == boards
    assert done() == []


def test_a_repeat_changes_nothing(run: Run, missed: None) -> None:
    with nothing_changes():
        told = run("excuse_day", "2026-12-01", "--undo")
        assert told == ("2026-12-01 counts.\n0 players mended.\n", "")
    run("excuse_day", "2026-12-01")
    with nothing_changes():
        told = run("excuse_day", "2026-12-01")
        assert told == ("2026-12-01 is excused.\n0 players mended.\n", "")


@pytest.mark.parametrize("repeats", [True, False])
def test_a_command_that_is_killed_is_gone_on_with(
    run: Run, missed: None, monkeypatch: pytest.MonkeyPatch, repeats: bool
) -> None:
    in_small_pieces(monkeypatch)
    with monkeypatch.context() as patch:
        stop_at(patch, 2, SystemExit)
        with pytest.raises(SystemExit):
            run("excuse_day", "2026-12-01")
    assert is_excused()
    assert due("streaks", TODAY).examined == 2
    if repeats:
        run("excuse_day", "2026-12-01")
    else:
        work_off(seconds=30)
    assert Rebuild.objects.get().finished_at == NOON
    assert streaks() == [2, 2, 2]
    assert_boards_are_right()


def test_a_date_that_is_no_day_is_told(
    run: Run, missed: None, clock: time_machine.Traveller
) -> None:
    with nothing_changes():
        for options in ((), ("--undo",), ("--dry-run",)):
            told = run("excuse_day", "2020-01-01", *options)
            assert told == ("", "There is no day 2020-01-01.")
