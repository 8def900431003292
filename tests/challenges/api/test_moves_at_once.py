"""Moves that arrive at the same time, each in a thread with a connection of its own."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from traceback import walk_stack

import pytest
import time_machine
from django.db import connection, connections, transaction
from django.http import HttpResponse

from challenges import signals
from challenges.models import Game
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    MICROSECOND,
    TODAY,
    Caller,
    Json,
    Person,
    at_once,
    ok,
    refused,
    row_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


def mover(owner: Person, game: Json, ply: int, **move: object) -> Callable[[], HttpResponse]:
    """Makes the move as one more device of the owner."""
    return lambda: Caller(token=owner.token).post(
        f"/games/{game['id']}/moves", {"ply": ply, **move}
    )


@pytest.fixture
def finished() -> Iterator[list[str]]:
    """The ids of the games that were announced as finished."""
    heard: list[str] = []

    def hear(sender: object, game: Game, **kwargs: object) -> None:
        heard.append(str(game.pk))

    signals.game_finished.connect(hear)
    yield heard
    signals.game_finished.disconnect(hear)


@pytest.mark.parametrize("move", [{"keep": [False] * 6}, {"row": "chance"}])
def test_sixteen_identical_moves_all_succeed_and_one_is_made(owner: Person, move: Json) -> None:
    game = owner.start_daily()
    answers = at_once([mover(owner, game, 0, **move)] * 16)
    games = [ok(answer) for answer in answers]
    assert games == [games[0]] * 16
    assert games[0]["ply"] == 1
    assert row_of(game["id"])["ply"] == 1
    assert ok(owner.get(f"/games/{game['id']}")) == games[0]


def test_of_two_different_moves_one_wins_and_the_other_is_told(owner: Person) -> None:
    for turn, rows in enumerate([("ones", "twos"), ("threes", "fours"), ("fives", "sixes")]):
        game = owner.start_daily()
        answers = at_once([mover(owner, game, turn, row=row) for row in rows])
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        (won,) = [ok(answer) for answer in answers if answer.status_code == 200]
        (lost,) = [answer for answer in answers if answer.status_code == 409]
        assert refused(lost, 409, "other_move_there")["game"] == won
        assert won["ply"] == turn + 1
        assert row_of(game["id"])["ply"] == turn + 1


def test_of_sixteen_different_moves_one_wins(owner: Person) -> None:
    game = owner.start_daily()
    answers = at_once([mover(owner, game, 0, row=row) for row in list(game["sheet"])[:16]])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
    (won,) = [ok(answer) for answer in answers if answer.status_code == 200]
    losers = [answer for answer in answers if answer.status_code == 409]
    assert [refused(answer, 409, "other_move_there")["game"] for answer in losers] == [won] * 15
    (row,) = [row for row, points in won["sheet"].items() if points is not None]
    assert row_of(game["id"])["moves"] == row


def test_the_finishing_move_sixteen_times_finishes_the_game_once(
    owner: Person, finished: list[str]
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    answers = at_once([mover(owner, game, 19, row="maxi_yatzy")] * 16)
    games = [ok(answer) for answer in answers]
    assert games == [games[0]] * 16
    assert games[0]["status"] == "finished"
    assert finished == [game["id"]]


def test_two_different_finishing_moves_finish_the_game_once(
    owner: Person, finished: list[str]
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    moves = [{"row": "maxi_yatzy"}, {"keep": [False] * 6}] * 4
    answers = at_once([mover(owner, game, 19, **move) for move in moves])
    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [409] * 4
    now = ok(owner.get(f"/games/{game['id']}"))
    assert finished == ([game["id"]] if now["status"] == "finished" else [])
    assert now["ply"] == 20


def test_moves_in_different_games_do_not_wait_for_each_other(owner: Person, friend: Person) -> None:
    games = [(person, person.start_daily()) for person in (owner, friend)]
    answers = at_once([mover(person, game, 0, row="chance") for person, game in games])
    assert [ok(answer)["ply"] for answer in answers] == [1, 1]


# --- At midnight -----------------------------------------------------------------------------


def hold_game(game_id: str, held: Event, release: Event) -> None:
    """Locks a game's row until it is told to let go."""
    try:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game_id)
            held.set()
            release.wait(timeout=30)
    finally:
        connections.close_all()


def wait_until_somebody_waits() -> None:
    somebody_waits = begins_to_write if connection.vendor == "sqlite" else waits_for_a_lock
    for _ in range(300):
        if somebody_waits():
            return
        time.sleep(0.1)
    raise AssertionError("nobody waits")


def waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        return cursor.fetchone() is not None


def begins_to_write() -> bool:
    """SQLite does not tell who waits for its one lock; the threads' stacks do."""
    frames = [frame for top in sys._current_frames().values() for frame, _ in walk_stack(top)]
    return "_start_transaction_under_autocommit" in {frame.f_code.co_name for frame in frames}


@pytest.mark.parametrize("leave", [20, 1])
def test_a_move_that_waited_past_midnight_is_too_late(
    owner: Person, clock: time_machine.Traveller, finished: list[str], leave: int
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=leave)
    before = row_of(game["id"])
    clock.move_to(CLOSES - MICROSECOND)
    ok(owner.get("/me"))  # the device was used on this date: now the move alone writes
    held, release = Event(), Event()
    with ThreadPoolExecutor(2) as pool:
        holder = pool.submit(hold_game, game["id"], held, release)
        assert held.wait(timeout=30)
        waiting = pool.submit(at_once, [mover(owner, game, game["ply"], row="maxi_yatzy")])
        wait_until_somebody_waits()
        clock.move_to(CLOSES)
        release.set()
        holder.result()
        (answer,) = waiting.result()
    refused(answer, 409, "game_expired")
    assert row_of(game["id"]) == before
    assert finished == []


def test_a_closing_that_waited_for_a_move_leaves_the_finished_game(
    owner: Person, clock: time_machine.Traveller, finished: list[str]
) -> None:
    """The move came in time and holds the game; the closing begins before the move is done."""
    game = owner.play_rows(owner.start_daily(), leave=1)
    clock.move_to(CLOSES - MICROSECOND)
    in_signal, release = Event(), Event()

    def wait(sender: object, **kwargs: object) -> None:
        in_signal.set()
        release.wait(timeout=30)

    signals.game_finished.connect(wait)
    try:
        with ThreadPoolExecutor(2) as pool:
            moving = pool.submit(at_once, [mover(owner, game, 19, row="maxi_yatzy")])
            assert in_signal.wait(timeout=30)
            clock.move_to(CLOSES)
            closing = pool.submit(at_once, [lambda: close_day(date=TODAY)])
            wait_until_somebody_waits()
            release.set()
            (answer,) = moving.result()
            (closed,) = closing.result()
    finally:
        signals.game_finished.disconnect(wait)
    assert ok(answer)["status"] == "finished"
    assert closed is not None
    assert closed.expired == 0
    assert row_of(game["id"])["status"] == "finished"
    assert finished == [game["id"]]


def test_moves_and_closings_at_midnight_agree(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    games = [(person, person.play_rows(person.start_daily(), 1)) for person in (owner, friend)]
    clock.move_to(CLOSES)
    calls = [mover(person, game, 19, row="maxi_yatzy") for person, game in games]
    answers = at_once([*calls, lambda: close_day(date=TODAY), *calls])
    for answer in (*answers[:2], *answers[3:]):
        assert isinstance(answer, HttpResponse)
        refused(answer, 409, "game_expired")
    assert [row_of(game["id"])["status"] for _person, game in games] == ["expired"] * 2
