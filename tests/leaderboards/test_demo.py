import datetime
import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connections
from django.db.models import Count
from pytest_django import Settings

from challenges.models import Day, Game, LookBack, Player, Review
from challenges.services.states import state_of
from leaderboards.management.commands import demo
from leaderboards.models import Standing
from leaderboards.ranking import Board
from leaderboards.services.closing import Closing, close_due_days
from tests.leaderboards.results import assert_boards_are_right, stored_boards

# Whole transactions: an account is confirmed in one that must not be inside another.
pytestmark = pytest.mark.django_db(transaction=True)

NOON = datetime.datetime(2026, 12, 10, 12, tzinfo=datetime.UTC)


def fill(players: int = 4, days: int = 3) -> str:
    output = io.StringIO()
    call_command("demo", players=players, days=days, stdout=output, no_color=True)
    return output.getvalue()


@pytest.fixture(autouse=True)
def _development(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEVELOPMENT = True
    monkeypatch.setattr(demo, "PAUSE", 0)


@time_machine.travel(NOON, tick=False)
def test_bots_are_claimed_and_their_games_are_those_of_a_replay() -> None:
    said = fill()

    assert Player.objects.filter(claimed_at__isnull=False).count() == 4
    played = list(Game.objects.filter(mode="daily").select_related("day"))
    assert f"{len(played)} games played on 5 days." in said
    assert {game.status for game in played} <= {"finished", "playing", "expired"}
    for game in played:
        state = state_of(game, NOON)
        assert (state.play.ply, state.play.total) == (game.ply, game.total)
        assert game.started_at <= (game.finished_at or NOON) <= NOON


@time_machine.travel(NOON, tick=False)
def test_the_days_that_have_ended_are_closed() -> None:
    fill()

    closed = Day.objects.filter(closed_at__isnull=False).order_by("date")
    assert [day.date.isoformat() for day in closed] == [
        "2026-12-05",
        "2026-12-06",
        "2026-12-07",
        "2026-12-08",
        "2026-12-09",
    ]
    assert not Game.objects.filter(day__in=closed, status="playing").exists()


def test_all_boards_are_those_of_the_games_also_once_the_next_day_is_closed() -> None:
    with time_machine.travel(NOON, tick=False):
        fill(players=12, days=6)
        assert_boards_are_right()
        assert stored_boards()["day", 20261209]
    with time_machine.travel(NOON + datetime.timedelta(days=1), tick=False):
        assert [closing.mended for closing in close_due_days()] == [0]
        assert_boards_are_right()


@time_machine.travel(NOON, tick=False)
def test_everybody_plays_the_computer_once() -> None:
    assert "4 games played against the computer." in fill()

    duels = Game.objects.filter(mode="computer", status="finished")
    assert sorted(duels.values_list("opponent", flat=True)) == ["easy", "easy", "hard", "medium"]
    assert duels.values("player").distinct().count() == 4
    for game in duels:
        assert game.opponent_total == state_of(game, NOON).opponent.total  # type: ignore[union-attr]


@time_machine.travel(NOON, tick=False)
def test_closed_days_are_looked_back_at_and_have_their_board(solved_tables: Path) -> None:
    said = fill()

    assert LookBack.objects.filter(reviewed_at__isnull=False).count() == 5
    finished = Game.objects.filter(mode="daily", status="finished", day__closed_at__isnull=False)
    assert f"5 days looked back at, {finished.count()} games reviewed." in said
    skill = Standing.objects.filter(board=Board.DAY_SKILL).count()
    assert Review.objects.count() == skill == finished.count() > 0
    assert_boards_are_right()


@time_machine.travel(NOON, tick=False)
def test_without_a_table_it_says_that_reviews_follow(no_tables: Path) -> None:
    assert "Reviews and the board of skill follow: maxi is not solved yet." in fill()
    assert not LookBack.objects.exists()


@time_machine.travel(NOON, tick=False)
def test_a_second_run_adds_nothing() -> None:
    fill()
    before = list(Game.objects.order_by("pk").values())
    fill()

    assert list(Game.objects.order_by("pk").values()) == before
    assert Player.objects.count() == 4
    assert not Day.objects.values("date").annotate(rows=Count("pk")).filter(rows__gt=1).exists()


@time_machine.travel(NOON, tick=False)
def test_a_service_that_runs_closes_no_day_before_it_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its job comes between any two days, and finds none that has ended, is open and has games."""
    live_through, found = demo._live_through, []

    def live_beside_a_job(*arguments: Any, **more: Any) -> int:
        played = live_through(*arguments, **more)
        with ThreadPoolExecutor(1) as worker:
            found.extend(worker.submit(close_as_a_job).result())
        return played

    monkeypatch.setattr(demo, "_live_through", live_beside_a_job)
    fill(players=12)
    played = set(Game.objects.filter(mode="daily").values_list("day", flat=True))
    assert len(played) >= 4
    assert played.isdisjoint(closing.date for closing in found)


def close_as_a_job() -> list[Closing]:
    try:
        return close_due_days()
    finally:
        connections.close_all()


def test_production_is_left_alone(settings: Settings) -> None:
    settings.DEVELOPMENT = False

    with pytest.raises(CommandError, match="DEVELOPMENT=1 only"):
        fill()
    assert not Player.objects.exists()
