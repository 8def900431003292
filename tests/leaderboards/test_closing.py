"""Closing days: what is due, once, whatever happens."""

import datetime

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from challenges.models import Day, Game
from challenges.services.days import make_days, publish_seed
from challenges.services.games import expire_games
from config.secrets import parse_seed_keys
from leaderboards import tasks
from leaderboards.models import Standing
from leaderboards.services import closing
from leaderboards.services.closing import Closing, close_day, close_due_days, due_dates
from leaderboards.services.counts import fold_changes
from tests.cast import (
    CLOSES,
    MICROSECOND,
    NOON,
    ONE_DAY,
    SEED_KEYS,
    TODAY,
    Person,
    at_once,
    make_person,
    nothing_changes,
    ok,
    row_of,
)
from tests.challenges.services import recomputed
from tests.leaderboards.results import assert_boards_are_right
from tests.leaderboards.spoiling import make_players

pytestmark = pytest.mark.django_db

TOMORROW = TODAY + ONE_DAY
NEXT_DAY = TODAY + 2 * ONE_DAY
SECOND = "second:the-second-seed-key-of-the-tests-which-is-long-enough"


def day_of(date: datetime.date) -> Day:
    return Day.objects.get(date=date)


# --- One day ---------------------------------------------------------------------------------


def test_a_day_that_has_ended_publishes_the_seed_it_was_committed_to(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    assert close_day(date=TODAY) == Closing(TODAY, 0)
    closed = day_of(TODAY)
    assert closed.seed == recomputed.seed_of("daily:2026-12-01").hex()
    assert recomputed.commitment_of(bytes.fromhex(closed.seed)) == today.commitment
    assert closed.closed_at == CLOSES


def test_a_closing_mends_places_and_counts_and_says_so(
    today: Day, clock: time_machine.Traveller
) -> None:
    players = make_players(3)
    fold_changes()
    Standing.objects.filter(board=1, period=20261201, player=players[0]).delete()
    clock.move_to(CLOSES)
    # Who lost the place without its count is counted twice once it is mended.
    assert close_day(date=TODAY) == Closing(TODAY, 0, mended=1, counts=1)
    assert_boards_are_right()


def test_closing_changes_nothing_else_of_the_day(today: Day, clock: time_machine.Traveller) -> None:
    before = {day["date"]: day for day in Day.objects.values()}
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    after = {day["date"]: day for day in Day.objects.values()}
    seed = recomputed.seed_of_day(TODAY).hex()
    assert after == before | {TODAY: before[TODAY] | {"seed": seed, "closed_at": CLOSES}}


def test_unfinished_ranked_games_expire_and_no_others(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    finished = owner.play_rows(owner.start_daily())
    again = owner.start_solo(day=str(TODAY))
    solo = owner.start_solo()
    begun = friend.write(friend.start_daily(), "chance")
    fresh = stranger.start_daily()
    clock.move_to(NOON + ONE_DAY - MICROSECOND)
    of_tomorrow = friend.start_daily(TOMORROW)
    before = {game["id"]: row_of(game["id"]) for game in (finished, again, solo, of_tomorrow)}
    rows = {game["id"]: row_of(game["id"]) for game in (begun, fresh)}
    clock.move_to(CLOSES)
    assert close_day(date=TODAY) == Closing(TODAY, 2)
    assert {game_id: row_of(game_id) for game_id in before} == before
    for game_id, row in rows.items():
        assert row_of(game_id) == row | {"status": "expired"}


def test_an_expired_game_stays_readable(owner: Person, clock: time_machine.Traveller) -> None:
    game = owner.write(owner.start_daily(), "chance")
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    assert ok(owner.get(f"/games/{game['id']}")) == game | {
        "status": "expired",
        "choices": {},
        "throws_left": 0,
    }


def test_a_day_is_not_closed_before_its_end(owner: Person, clock: time_machine.Traveller) -> None:
    owner.start_daily()
    for moment in (NOON, CLOSES - MICROSECOND):
        clock.move_to(moment)
        with nothing_changes():
            assert close_day(date=TODAY) is None
            assert close_due_days() == []


def test_a_date_that_is_no_day_is_not_closed(clock: time_machine.Traveller) -> None:
    with nothing_changes():
        assert close_day(date=datetime.date(2020, 1, 1)) is None


def test_the_second_closing_changes_nothing(owner: Person, clock: time_machine.Traveller) -> None:
    owner.start_daily()
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    clock.move_to(CLOSES + ONE_DAY / 2)
    with nothing_changes():
        assert close_day(date=TODAY) is None
        assert close_due_days() == []


# --- Whatever is due -------------------------------------------------------------------------


def test_all_days_that_ended_are_closed_however_late(
    owner: Person, clock: time_machine.Traveller
) -> None:
    owner.start_daily()
    clock.move_to(NOON + 10 * ONE_DAY)
    closings = close_due_days()
    dates = [TODAY + number * ONE_DAY for number in range(10)]
    assert closings == [Closing(date, int(date == TODAY)) for date in dates]
    assert list(Day.objects.exclude(seed=None).values_list("date", flat=True)) == dates
    with nothing_changes():
        assert close_due_days() == []


def test_the_job_closes_what_is_due(owner: Person, clock: time_machine.Traveller) -> None:
    owner.start_daily()
    clock.move_to(CLOSES)
    tasks.close_due_days()
    assert day_of(TODAY).seed == recomputed.seed_of_day(TODAY).hex()
    with nothing_changes():
        tasks.close_due_days()


@pytest.mark.parametrize("broken", ["missing", "changed"])
def test_a_day_whose_key_is_wrong_is_left_and_the_others_are_closed(
    owner: Person,
    settings: Settings,
    clock: time_machine.Traveller,
    caplog: pytest.LogCaptureFixture,
    broken: str,
) -> None:
    game = owner.start_daily()
    # From the day after the last one made on, days are committed to with the second key.
    settings.SEED_KEYS = parse_seed_keys(f"{SECOND},{SEED_KEYS}")
    clock.move_to(NOON + 40 * ONE_DAY)
    make_days()
    with_second = Day.objects.filter(key_id="second").order_by("date").first()
    assert with_second is not None
    clock.move_to(with_second.closes_at)
    wrong = {"missing": SECOND, "changed": f"{SECOND},first:{'x' * 43}"}[broken]
    settings.SEED_KEYS = parse_seed_keys(wrong)
    row, day = row_of(game["id"]), Day.objects.filter(date=TODAY).values().get()
    assert close_due_days() == [Closing(with_second.date, 0)]
    assert (row_of(game["id"]), Day.objects.filter(date=TODAY).values().get()) == (row, day)
    assert "day 2026-12-01 cannot be closed" in caplog.text
    assert "x" * 43 not in caplog.text
    # With its key back, the day is closed by the next run.
    settings.SEED_KEYS = parse_seed_keys(f"{SECOND},{SEED_KEYS}")
    assert close_due_days()[0] == Closing(TODAY, 1)


def test_an_error_on_one_day_leaves_it_and_the_others_are_closed(
    owner: Person,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    owner.start_daily()
    clock.move_to(NOON + 3 * ONE_DAY)

    def fail_on_tomorrow(*, day: Day, moment: datetime.datetime) -> None:
        if day.date == TOMORROW:
            raise ValueError("unheard of")
        publish_seed(day=day, moment=moment)

    with monkeypatch.context() as patch:
        patch.setattr(closing, "publish_seed", fail_on_tomorrow)
        for _ in range(2):
            with pytest.raises(ExceptionGroup, match="1 days were not closed") as failed:
                tasks.close_due_days()
            assert [str(error) for error in failed.value.exceptions] == ["unheard of"]
            assert due_dates() == [TOMORROW]
        with pytest.raises(CommandError, match="1 days were not closed, the others are"):
            call_command("close_days")
    assert "day 2026-12-02 was not closed" in caplog.text
    assert "ValueError: unheard of" in caplog.text
    assert close_due_days() == [Closing(TOMORROW, 0)]


def test_a_closing_that_is_killed_leaves_the_day_for_the_next_one(
    owner: Person, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner.start_daily()
    clock.move_to(CLOSES)

    def stop(**kwargs: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(closing, "publish_seed", stop)
        with nothing_changes(), pytest.raises(SystemExit):
            close_due_days()
    assert close_due_days() == [Closing(TODAY, 1)]


# --- Whatever a row says ---------------------------------------------------------------------


def test_a_game_that_was_stored_after_the_closing_is_expired_all_the_same(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    """A start that began before midnight may commit after the closing."""
    game = owner.start_daily()
    late = Game.objects.get(pk=game["id"])
    Game.objects.all().delete()
    clock.move_to(CLOSES)
    assert close_day(date=TODAY) == Closing(TODAY, 0)
    late.save(force_insert=True)
    assert row_of(game["id"])["status"] == "playing"
    for answer in (
        owner.get(f"/games/{game['id']}"),
        owner.post(f"/days/{TODAY}/game"),
    ):
        assert ok(answer)["status"] == "expired"
    assert ok(owner.get("/games"))["results"][0]["status"] == "expired"
    assert ok(owner.get(f"/days/{TODAY}"))["my_game"]["status"] == "expired"
    with nothing_changes():
        answer = owner.move(game, 0, row="chance")
        assert answer.status_code == 409
        assert answer.json()["code"] == "game_expired"  # type: ignore[attr-defined]
    assert close_due_days() == []
    assert row_of(game["id"])["status"] == "expired"


def test_expiring_alone_is_safe_to_repeat(owner: Person, clock: time_machine.Traveller) -> None:
    owner.start_daily()
    clock.move_to(CLOSES)
    assert expire_games(day=day_of(TODAY)) == 1
    assert expire_games(day=day_of(TODAY)) == 0


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_eight_closings_at_once_close_each_day_once(clock: time_machine.Traveller) -> None:
    people = [make_person(f"Player {number}") for number in range(5)]
    for person in people:
        person.start_daily()
    clock.move_to(NOON + 3 * ONE_DAY)
    closings = at_once([close_due_days] * 8)
    closed = sorted((closing for one in closings for closing in one), key=lambda one: one.date)
    assert closed == [Closing(TODAY, 5), Closing(TOMORROW, 0), Closing(NEXT_DAY, 0)]
    assert set(Game.objects.values_list("status", flat=True)) == {"expired"}
    for date in (TODAY, TOMORROW, NEXT_DAY):
        assert day_of(date).seed == recomputed.seed_of_day(date).hex()


@pytest.mark.django_db(transaction=True)
def test_people_read_and_start_while_days_are_closed(clock: time_machine.Traveller) -> None:
    people = [make_person(f"Player {number}") for number in range(4)]
    for person in people:
        person.start_daily()
    clock.move_to(CLOSES)
    calls = [
        lambda person=person: Person(token=person.token).start_daily(TOMORROW) for person in people
    ]
    results = at_once([*calls, lambda: close_day(date=TODAY)])
    assert [game["day"] for game in results[:4]] == [str(TOMORROW)] * 4
    assert results[4] == Closing(TODAY, 4)


def test_the_service_is_ready_meanwhile(today: Day) -> None:
    assert Client().get("/readyz").status_code == 200
