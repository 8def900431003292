"""Looking back at closed days: what is due is done once, whoever does it or is killed."""

import datetime
from pathlib import Path
from typing import Any

import pytest
import time_machine

from challenges import signals, tasks
from challenges.engine import game as engine
from challenges.engine.dice import DiceStream, Seed
from challenges.engine.record import moves_from_text
from challenges.engine.sheets import sheet_for
from challenges.models import Day, Game, LookBack, Review
from challenges.services.perfect_play import looking_back
from challenges.services.perfect_play.look_backs import day_looked_back_at, make_reviews_due
from challenges.services.perfect_play.looking_back import CLAIM, Done, look_back, look_back_at
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.perfect_play.reviews import review_of
from challenges.services.perfect_play.tables import values_of
from challenges.services.problems import DayNotClosed
from challenges.strategy.turn import Turn, state_of
from config.errors import NotFound
from tests.cast import (
    CLOSES,
    ONE_DAY,
    TODAY,
    Person,
    Queries,
    at_once,
    nothing_changes,
)
from tests.challenges.services import recomputed
from tests.challenges.services.perfect_play.closed_days import LONG, close, people, played
from tests.friends.table import finish_daily

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]

MAXI = sheet_for("maxi")
TOMORROW = TODAY + ONE_DAY


def dice_of_today() -> DiceStream:
    return DiceStream(Seed.fromhex(recomputed.seed_of_day(TODAY).hex()), MAXI.dice)


def stop_after(monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Let it be killed as it is about to keep one more piece than these."""
    keep, pieces = looking_back.keep_figures, count

    def keep_some(found: Any) -> int:
        nonlocal pieces
        if not pieces:
            raise SystemExit
        pieces -= 1
        return keep(found)

    monkeypatch.setattr(looking_back, "keep_figures", keep_some)


# --- Par and ceiling -------------------------------------------------------------------------


def test_a_closed_day_gets_its_par_and_its_ceiling(
    today: Day, clock: time_machine.Traveller
) -> None:
    close(clock)
    assert look_back(seconds=LONG) == Done([TODAY], 0)
    row = LookBack.objects.get()
    stream = dice_of_today()
    for total, moves in ((row.par, row.par_moves), (row.ceiling, row.ceiling_moves)):
        game = engine.replay(MAXI, stream, moves_from_text(moves))
        assert game.outcome
        assert game.total == total
    assert (row.par, row.ceiling) == (292, 513)
    assert (row.start, row.reviewed_at, row.claimed_until) == (400.0, CLOSES, None)


def test_par_is_the_game_of_who_takes_the_best_move_each_time(
    today: Day, clock: time_machine.Traveller
) -> None:
    close(clock)
    look_back(seconds=LONG)
    values = values_of(MAXI)
    game = engine.Game.start(MAXI, dice_of_today())
    for move in moves_from_text(LookBack.objects.get().par_moves):
        turn = Turn(MAXI, values, state_of(MAXI, game.filled))
        worth = turn.worth(game.throw, game.dice)
        assert turn.worth_of(game.throw, game.dice, move) == pytest.approx(worth, abs=1e-8)
        game = game.play(move)


def test_what_is_read_of_it_holds_both_games_and_the_luck_of_the_expert(
    today: Day, clock: time_machine.Traveller
) -> None:
    close(clock)
    look_back(seconds=LONG)
    row = LookBack.objects.get()
    with Queries() as queries:
        found = day_looked_back_at(TODAY)
    assert len(queries.statements) == 1
    assert (found.par.play.total, found.ceiling.play.total) == (row.par, row.ceiling)
    assert found.luck == row.par - 400.0
    for shown in (found.par, found.ceiling):
        assert len(shown.throws) == shown.play.ply
        assert shown.throws[0].dice == dice_of_today()(1, 1)


def test_of_a_day_that_is_no_day_or_not_closed_nothing_is_read(
    today: Day, clock: time_machine.Traveller
) -> None:
    with nothing_changes():
        for read in (day_looked_back_at, lambda date: look_back_at(date=date)):
            with pytest.raises(NotFound):
                read(datetime.date(2020, 1, 1))
            for moment in (today.opens_at - ONE_DAY, today.opens_at, today.closes_at):
                clock.move_to(moment)
                with pytest.raises(DayNotClosed):
                    read(TODAY)
        assert look_back(seconds=LONG) == Done()


def test_before_it_is_computed_it_is_not_ready(today: Day, clock: time_machine.Traveller) -> None:
    close(clock)
    with nothing_changes(), pytest.raises(StrategyNotReady) as refusal:
        day_looked_back_at(TODAY)
    assert refusal.value.members["progress"] == {"levels": 20, "of": 20, "share": 1.0}


def test_without_the_table_nothing_is_done_and_nothing_is_lost(
    today: Day, no_tables: Path, clock: time_machine.Traveller
) -> None:
    close(clock)
    with nothing_changes():
        tasks.look_back()
        for refused in (day_looked_back_at, lambda date: look_back_at(date=date)):
            with pytest.raises(StrategyNotReady) as refusal:
                refused(TODAY)
            assert refusal.value.members["progress"] == {"levels": 0, "of": 20, "share": 0.0}


# --- The job ---------------------------------------------------------------------------------


def test_with_nothing_to_do_it_takes_two_queries(today: Day, clock: time_machine.Traveller) -> None:
    close(clock, days=3)
    look_back(seconds=LONG)
    with nothing_changes(), Queries() as queries:
        tasks.look_back()
    assert len(queries.statements) == 2, queries.statements


def test_what_everybody_sees_comes_first_and_the_newest_day_before_a_backlog(
    owner: Person, friend: Person, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish_daily(owner)
    clock.shift(ONE_DAY)
    finish_daily(friend, TOMORROW)
    close(clock, days=2)
    done: list[tuple[str, datetime.date]] = []
    compute, keep = looking_back._computed, looking_back.keep_figures

    def computed(day: Day, values: Any) -> LookBack:
        done.append(("par", day.date))
        return compute(day, values)

    def kept(found: Any) -> int:
        found = list(found)
        done.extend(("review", game.day.date) for game, *_figures in found)
        return keep(found)

    monkeypatch.setattr(looking_back, "_computed", computed)
    monkeypatch.setattr(looking_back, "keep_figures", kept)
    look_back(seconds=LONG)
    assert done == [(what, date) for what in ("par", "review") for date in (TOMORROW, TODAY)]


@pytest.mark.parametrize("pieces", [0, 1, 2])
def test_a_run_that_is_killed_is_gone_on_with(
    clock: time_machine.Traveller, small_pieces: None, monkeypatch: pytest.MonkeyPatch, pieces: int
) -> None:
    played(clock, 5)
    with monkeypatch.context() as patch:
        stop_after(patch, pieces)
        with pytest.raises(SystemExit):
            tasks.look_back()
    assert Review.objects.count() == 2 * pieces
    # Whoever was killed has the day for a minute more.
    with nothing_changes():
        tasks.look_back()
    clock.shift(CLAIM)
    assert look_back(seconds=LONG) == Done([], 5 - 2 * pieces)
    assert LookBack.objects.get().reviewed_at == CLOSES + CLAIM
    assert Review.objects.count() == 5


def test_a_run_stops_between_two_pieces_and_the_next_goes_on_there(
    clock: time_machine.Traveller, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(clock, 5)
    look_back_for = LookBack.objects.values_list("reviewed_after", "claimed_until", "reviewed_at")
    seconds = iter(range(1000))
    monkeypatch.setattr(looking_back.time, "monotonic", lambda: next(seconds))
    # It looks at the clock as it begins, before each day and before each piece.
    assert look_back(seconds=3) == Done([TODAY], 2)
    after, claimed_until, reviewed_at = look_back_for.get()
    assert after == Game.objects.order_by("-started_at", "id")[1].pk
    assert (claimed_until, reviewed_at) == (None, None)
    assert look_back(seconds=2) == Done([], 2)
    assert look_back(seconds=2) == Done([], 1)
    assert look_back_for.get()[1:] == (None, CLOSES)


def test_who_has_lost_a_day_stores_no_more_how_far_it_came(
    clock: time_machine.Traveller, small_pieces: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(clock, 5)
    keep = looking_back.keep_figures

    def lose(found: Any) -> int:
        make_reviews_due(date=TODAY)
        return keep(found)

    with monkeypatch.context() as patch:
        patch.setattr(looking_back, "keep_figures", lose)
        assert look_back(seconds=LONG) == Done([TODAY], 2)
    row = LookBack.objects.get()
    assert (row.reviewed_after, row.claimed_until, row.reviewed_at) == (None, None, None)
    assert look_back(seconds=LONG) == Done([], 3)


def test_a_day_that_fails_keeps_no_other_from_being_done(
    today: Day, clock: time_machine.Traveller, caplog: pytest.LogCaptureFixture
) -> None:
    close(clock, days=3)
    Day.objects.filter(date=TOMORROW).update(seed="00" * 32)
    with pytest.raises(ExceptionGroup, match="1 days could not be looked back at"):
        tasks.look_back()
    assert f"day {TOMORROW} could not be looked back at" in caplog.text
    assert set(LookBack.objects.values_list("day", flat=True)) == {TODAY, TODAY + 2 * ONE_DAY}


def test_by_hand_a_day_is_done_to_its_end_whoever_is_at_it(
    clock: time_machine.Traveller, small_pieces: None
) -> None:
    played(clock, 5)
    assert look_back_at(date=TODAY) == Done([TODAY], 5)
    Review.objects.all().delete()
    LookBack.objects.update(reviewed_at=None, claimed_until=CLOSES + CLAIM)
    assert look_back_at(date=TODAY) == Done([], 5)


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_four_jobs_at_once_keep_every_review_once(
    clock: time_machine.Traveller, small_pieces: None
) -> None:
    games = played(clock, 6)
    values_of(MAXI)
    announced: list[Game] = []

    def listen(games: list[Game], **_more: Any) -> None:
        announced.extend(games)

    signals.games_reviewed.connect(listen)
    try:
        found = at_once([lambda: look_back(seconds=LONG)] * 4)
    finally:
        signals.games_reviewed.disconnect(listen)
    assert sum(done.reviews for done in found) == 6
    assert sorted(date for done in found for date in done.days) == [TODAY]
    assert {game.pk for game in announced} == {game.pk for game in games}
    assert len(announced) == 6
    assert LookBack.objects.get().reviewed_at == CLOSES


@pytest.mark.django_db(transaction=True)
def test_players_ask_for_their_reviews_while_the_job_is_at_them(
    clock: time_machine.Traveller, small_pieces: None
) -> None:
    persons = people(4)
    games = [finish_daily(person) for person in persons]
    close(clock)
    values_of(MAXI)
    asking = [
        lambda person=person, game=game: review_of(player=person.now(), game_id=game.pk)
        for person, game in zip(persons, games, strict=True)
    ]
    at_once([*asking, lambda: look_back(seconds=LONG)])
    assert [len(review.moves) for review in Review.objects.all()] == [game.ply for game in games]
    assert LookBack.objects.get().reviewed_at == CLOSES
