"""Replaying the games of closed days."""

from collections.abc import Callable

import pytest
import time_machine

from challenges.models import Day, Game, Player
from leaderboards.models import Rebuild
from leaderboards.services.closing import close_due_days
from leaderboards.services.rebuilds import work_off
from tests.cast import NOON, ONE_DAY, TODAY, Person, at_once, nothing_changes, row_of
from tests.challenges.commands.conftest import Run
from tests.leaderboards.results import assert_boards_are_right
from tests.leaderboards.spoiling import due, in_small_pieces, mistake, stop_at

pytestmark = pytest.mark.django_db

TOMORROW = TODAY + ONE_DAY


@pytest.fixture
def closed(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> dict[str, str]:
    """The games of two days that are closed and audited, by who played them on which."""
    Player.objects.filter(pk__in=[owner.player.pk, friend.player.pk]).update(claimed_at=NOON)
    people = {"owner": owner, "friend": friend, "stranger": stranger}
    games = {name: one.play_rows(one.start_daily())["id"] for name, one in people.items()}
    clock.move_to(NOON + ONE_DAY)
    games["owner tomorrow"] = owner.write(owner.start_daily(TOMORROW), "chance")["id"]
    clock.move_to(NOON + 2 * ONE_DAY)
    assert len(close_due_days()) == 2
    work_off(seconds=30)
    return games


@pytest.fixture
def mistaken(closed: dict[str, str]) -> Callable[[], bool]:
    """Three rows are wrong; if they are right again."""
    true = list(Game.objects.order_by("pk").values())
    mistake(closed["owner"], total=649)
    mistake(closed["stranger"], ply=3)
    mistake(closed["owner tomorrow"], status="playing")
    return lambda: list(Game.objects.order_by("pk").values()) == true


def test_the_games_of_all_closed_days_are_audited_and_again(
    run: Run, mistaken: Callable[[], bool]
) -> None:
    with nothing_changes():
        told = run("audit_games", "--dry-run")
    assert told == (
        "2026-12-01: 2 games differ.\n2026-12-02: 1 games differ.\n3 games differ in 2 days.\n",
        "",
    )
    assert run("audit_games") == (
        "2026-12-01: 2 games mended.\n2026-12-02: 1 games mended.\n3 games mended in 2 days.\n",
        "",
    )
    assert mistaken()
    assert_boards_are_right()
    assert run("audit_games", "--dry-run") == ("0 games differ in 2 days.\n", "")
    assert run("audit_games") == ("0 games mended in 2 days.\n", "")


def test_the_days_that_are_asked_for_are_audited_and_no_others(
    run: Run, mistaken: Callable[[], bool]
) -> None:
    one, other = "2026-12-01", "2026-12-02"
    assert run("audit_games", other)[0] == f"{other}: 1 games mended.\n1 games mended in 1 days.\n"
    assert not mistaken()
    told = "2026-12-01: 2 games mended.\n2 games mended in 2 days.\n"
    assert run("audit_games", one, other)[0] == told
    assert mistaken()


def test_places_follow_the_games_that_are_mended(
    run: Run, mistaken: Callable[[], bool], closed: dict[str, str]
) -> None:
    run("rebuild_board", "all")
    assert_boards_are_right()
    run("audit_games")
    assert mistaken()
    assert_boards_are_right()


def test_a_game_that_cannot_be_replayed_is_told_and_keeps_no_other_from_being_mended(
    run: Run,
    closed: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    in_small_pieces(monkeypatch)
    true = row_of(closed["owner"])
    mistake(closed["owner"], total=649)
    mistake(closed["stranger"], moves="garbage")
    mistake(closed["friend"], moves="chance\nchance")
    for options, what in ((("--dry-run",), "differ"), ((), "mended")):
        told = run("audit_games", "2026-12-01", *options)
        expected = (
            f"2026-12-01: 1 games {what}.\n"
            "2026-12-01: 2 games cannot be replayed.\n"
            f"1 games {what} in 1 days.\n"
        )
        assert told == (expected, "")
    assert row_of(closed["owner"]) == true
    assert f"game {closed['stranger']} cannot be replayed: line 1: 'garbage' is" in caplog.text
    assert f"game {closed['friend']} cannot be replayed: " in caplog.text
    assert not Rebuild.objects.filter(finished_at=None).exists()
    assert_boards_are_right()


def test_an_audit_without_dice_stays_due_and_is_tried_again_later(
    run: Run, mistaken: Callable[[], bool], clock: time_machine.Traveller
) -> None:
    seed = Day.objects.get(date=TODAY).seed
    Day.objects.filter(date=TODAY).update(seed="00" * 32)
    told = (
        "2026-12-01: 3 games have no dice now.\n2026-12-02: 1 games mended.\n"
        "1 games mended in 2 days.\n"
    )
    assert run("audit_games") == (told, "")
    left = due("audit", TODAY)
    assert (left.examined, left.mended, left.unchecked) == (0, 0, 3)
    Day.objects.filter(date=TODAY).update(seed=seed)
    with nothing_changes():
        assert work_off(seconds=30) == []
    clock.shift(3600)
    assert work_off(seconds=30) == [left]
    assert mistaken()
    left.refresh_from_db()
    assert (left.examined, left.mended, left.unchecked) == (3, 2, 0)


def test_an_audit_without_dice_is_tried_again_at_once_by_whoever_asks(
    run: Run, mistaken: Callable[[], bool]
) -> None:
    seed = Day.objects.get(date=TODAY).seed
    Day.objects.filter(date=TODAY).update(seed="00" * 32)
    run("audit_games")
    Day.objects.filter(date=TODAY).update(seed=seed)
    run("audit_games")
    assert mistaken()
    assert not Rebuild.objects.filter(finished_at=None).exists()


def test_a_day_that_is_open_keeps_all_from_being_audited(
    run: Run, mistaken: Callable[[], bool]
) -> None:
    with nothing_changes():
        for options in ((), ("--dry-run",)):
            told = run("audit_games", "2026-12-01", "2026-12-03", *options)
            assert told == ("", "Day 2026-12-03 is not closed.")
    assert not mistaken()


@pytest.mark.parametrize("piece", [1, 2, 3])
def test_an_audit_that_is_killed_is_gone_on_with_by_the_job(
    run: Run, mistaken: Callable[[], bool], monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    in_small_pieces(monkeypatch)
    with monkeypatch.context() as patch:
        stop_at(patch, piece, SystemExit)
        with pytest.raises(SystemExit):
            run("audit_games")
    assert Rebuild.objects.filter(finished_at=None).exists()
    work_off(seconds=30)
    assert mistaken()
    assert_boards_are_right()


@pytest.mark.django_db(transaction=True)
def test_four_audits_at_once_mend_each_game_once(
    run: Run, mistaken: Callable[[], bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    Rebuild.objects.all().delete()
    assert {error for _, error in at_once([lambda: run("audit_games")] * 4)} == {""}
    assert mistaken()
    assert sum(Rebuild.objects.values_list("mended", flat=True)) == 3
    assert_boards_are_right()
