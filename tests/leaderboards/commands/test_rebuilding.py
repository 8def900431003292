"""Commands that rebuild a day, boards and a player, and the one that folds counts."""

import pytest
import time_machine

from challenges.models import Day, Player
from leaderboards.histograms import pack
from leaderboards.models import CountChange, Histogram, Rebuild
from leaderboards.services import counts
from leaderboards.services.rebuilds import work_off
from tests.cast import NOON, NOWHERE, TODAY, at_once, nothing_changes
from tests.challenges.commands.conftest import Run
from tests.leaderboards.results import (
    ONE_DAY,
    assert_boards_are_right,
    finish,
    make_player,
    stored_boards,
    stored_counts,
    unannounced,
)
from tests.leaderboards.spoiling import due, in_small_pieces, make_players, spoil, stop_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def wrong(clock: time_machine.Traveller) -> list[Player]:
    players = make_players(5)
    spoil()
    return players


@pytest.fixture
def right(clock: time_machine.Traveller) -> list[Player]:
    return make_players(5)


# --- Boards ----------------------------------------------------------------------------------


def test_all_boards_are_rebuilt_and_again(run: Run, wrong: list[Player]) -> None:
    assert run("rebuild_board", "all") == ("5 players mended, 5 counts mended.\n", "")
    assert_boards_are_right()
    assert run("rebuild_board", "all") == ("0 players mended, 0 counts mended.\n", "")
    assert [rebuild.operator for rebuild in Rebuild.objects.all()] == [None, None]


def test_a_dry_run_counts_what_differs_and_changes_nothing(
    run: Run, wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    # Of best days, longest streaks, December, today's streaks, and of the date that is no day.
    with nothing_changes():
        output, _ = run("rebuild_board", "all", "--dry-run")
    assert output == "5 players differ, 5 counts are wrong.\n"
    with nothing_changes():
        output, _ = run("rebuild_board", "day", "--dry-run")
    assert output == "5 players differ, 1 counts are wrong.\n"
    run("rebuild_board", "all")
    for board in ("all", "day", "streak"):
        output, _ = run("rebuild_board", board, "--dry-run")
        assert output == "0 players differ, 0 counts are wrong.\n"


def test_counts_that_are_not_folded_yet_are_not_wrong(run: Run, right: list[Player]) -> None:
    counts.fold_changes()
    finish(make_player("Late"), TODAY, 300)
    assert CountChange.objects.count() > 0
    output, _ = run("rebuild_board", "all", "--dry-run")
    assert output == "0 players differ, 0 counts are wrong.\n"


def test_a_board_that_is_none_is_refused(run: Run, right: list[Player]) -> None:
    with nothing_changes():
        assert "invalid choice: 'weekly'" in run("rebuild_board", "weekly")[1]


@pytest.mark.parametrize("piece", [1, 3, 5])
def test_a_command_that_is_killed_is_gone_on_with_by_the_job(
    run: Run, wrong: list[Player], monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    in_small_pieces(monkeypatch)
    with monkeypatch.context() as patch:
        stop_at(patch, piece, SystemExit)
        with pytest.raises(SystemExit):
            run("rebuild_board", "all")
    assert due("board", "all").examined == min(2 * (piece - 1), 5)
    work_off(seconds=30)
    assert_boards_are_right()
    assert Rebuild.objects.get().examined == 5


def test_a_command_that_is_killed_is_done_by_its_repeat(
    run: Run, wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    with monkeypatch.context() as patch:
        stop_at(patch, 3, SystemExit)
        with pytest.raises(SystemExit):
            run("rebuild_board", "all")
    assert run("rebuild_board", "all") == ("5 players mended, 5 counts mended.\n", "")
    assert_boards_are_right()
    assert Rebuild.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_four_commands_at_once_rebuild_once_or_twice(
    run: Run, wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    assert {error for _, error in at_once([lambda: run("rebuild_board", "all")] * 4)} == {""}
    assert not Rebuild.objects.filter(finished_at=None).exists()
    assert sum(Rebuild.objects.values_list("mended", flat=True)) == 5
    assert_boards_are_right()


# --- A day -----------------------------------------------------------------------------------


def test_the_board_of_a_day_is_rebuilt_and_again(run: Run, wrong: list[Player]) -> None:
    with nothing_changes():
        output, _ = run("rebuild_day", "2026-12-01", "--dry-run")
    # Where there is no place and no count, the count is not wrong.
    assert output == "5 players differ, 0 counts are wrong.\n"
    assert run("rebuild_day", "2026-12-01") == ("5 players mended, 0 counts mended.\n", "")
    assert {row[1] for row in stored_boards()["day", 20261201]} == {200, 201, 202, 203, 204}
    assert sum(stored_counts()["day", 20261201].values()) == 5
    output, _ = run("rebuild_day", "2026-12-01", "--dry-run")
    assert output == "0 players differ, 0 counts are wrong.\n"
    assert run("rebuild_day", "2026-12-01") == ("0 players mended, 0 counts mended.\n", "")


def test_a_count_that_is_mended_is_told_and_logged(
    run: Run, right: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    counts.fold_changes()
    true = stored_counts()
    Histogram.objects.filter(board=1, period=20261201).update(players=pack({0: 3, 204: 1}))
    told = run("rebuild_day", "2026-12-01")
    assert told == ("0 players mended, 1 counts mended.\n", "")
    assert stored_counts() == true
    assert caplog.messages[0] == (
        "counts mended: board day, period 20261201: {0: 3, 200: 0, 201: 0, 202: 0, 203: 0} "
        "became {0: 0, 200: 1, 201: 1, 202: 1, 203: 1}"
    )
    told = run("rebuild_day", "2026-12-01")
    assert told == ("0 players mended, 0 counts mended.\n", "")


def test_a_date_that_is_no_day_is_not_rebuilt(run: Run, right: list[Player]) -> None:
    with nothing_changes():
        for options in ((), ("--dry-run",)):
            assert run("rebuild_day", "2020-01-01", *options)[1] == "There is no day 2020-01-01."


def test_a_day_whose_rebuild_was_killed_is_gone_on_with(
    run: Run, wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    with monkeypatch.context() as patch:
        stop_at(patch, 2, SystemExit)
        with pytest.raises(SystemExit):
            run("rebuild_day", "2026-12-01")
    assert len(stored_boards()["day", 20261201]) == 2
    work_off(seconds=30)
    assert len(stored_boards()["day", 20261201]) == 5


# --- A player --------------------------------------------------------------------------------


def test_a_player_is_rebuilt_and_again(run: Run, wrong: list[Player]) -> None:
    one = str(wrong[1].pk)
    with nothing_changes():
        assert run("rebuild_player", one, "--dry-run") == ("1 players differ.\n", "")
    assert run("rebuild_player", one) == ("1 players mended.\n", "")
    assert run("rebuild_player", one, "--dry-run") == ("0 players differ.\n", "")
    assert run("rebuild_player", one) == ("0 players mended.\n", "")
    assert run("rebuild_player", str(wrong[2].pk), "--dry-run") == ("1 players differ.\n", "")


def test_a_player_who_is_not_there_is_told(run: Run, right: list[Player]) -> None:
    with nothing_changes():
        for options in ((), ("--dry-run",)):
            told = run("rebuild_player", NOWHERE, *options)
            assert told == ("", f"There is no player {NOWHERE}.")
        assert "invalid UUID value: 'Anna'" in run("rebuild_player", "Anna")[1]


def test_a_guest_has_no_places_to_mend(run: Run, clock: time_machine.Traveller) -> None:
    guest = make_player(claimed=False)
    unannounced(guest, TODAY, 300, NOON)
    with nothing_changes():
        assert run("rebuild_player", str(guest.pk)) == ("0 players mended.\n", "")


# --- Counts ----------------------------------------------------------------------------------


def test_changes_are_folded_in_and_none_is_left(run: Run, right: list[Player]) -> None:
    waiting = CountChange.objects.count()
    with nothing_changes():
        told = run("drain_counts", "--dry-run")
    assert told == (f"{waiting} changes would be folded in.\n", "")
    assert run("drain_counts") == (f"{waiting} changes folded in.\n", "")
    assert CountChange.objects.count() == 0
    assert_boards_are_right()
    assert run("drain_counts") == ("0 changes folded in.\n", "")


def test_folding_that_is_killed_leaves_every_count_as_it_was(
    run: Run, right: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(changed: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(counts, "_store", stop)
        with nothing_changes(), pytest.raises(SystemExit):
            run("drain_counts")
    run("drain_counts")
    assert_boards_are_right()


@pytest.mark.django_db(transaction=True)
def test_changes_are_folded_in_once_while_games_are_finished(run: Run, right: list[Player]) -> None:
    calls = [
        lambda player=player: finish(player, TODAY + ONE_DAY, 250, NOON) and None
        for player in right
    ]
    at_once([*calls, *[lambda: run("drain_counts")] * 3])
    run("drain_counts")
    assert CountChange.objects.count() == 0
    assert_boards_are_right()


def test_no_command_makes_a_day(run: Run, clock: time_machine.Traveller) -> None:
    for command in ("rebuild_day", "audit_games", "excuse_day"):
        assert run(command, str(TODAY))[1] == f"There is no day {TODAY}."
    assert not Day.objects.exists()
