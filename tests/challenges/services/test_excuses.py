"""Days that an operator excuses, apart from the page on which that is done."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.db import connection

from challenges import signals
from challenges.models import Day, Player
from challenges.querysets import days
from challenges.services.days import publish_seed
from challenges.services.excuses import count_day_again, excuse_day
from config.errors import NotFound
from tests.cast import CLOSES, NOON, ONE_DAY, TODAY, Person, Queries, at_once, nothing_changes
from tests.operators import done, make_operator

pytestmark = pytest.mark.django_db

NO_DAY = TODAY - 100 * ONE_DAY


@pytest.fixture
def anna(db: None, clock: time_machine.Traveller) -> Player:
    return make_operator().player


@pytest.fixture
def announced() -> Iterator[list[Any]]:
    """The days that were announced, and since when they were excused by then."""
    heard: list[Any] = []

    def hear(day: Day, **kwargs: Any) -> None:
        heard.append((day.date, day.excused_at, Day.objects.get(pk=day.pk).excused_at))

    signals.day_excused.connect(hear)
    yield heard
    signals.day_excused.disconnect(hear)


def excused_at(date: datetime.date = TODAY) -> datetime.datetime | None:
    return Day.objects.get(date=date).excused_at


# --- Excusing --------------------------------------------------------------------------------


def test_a_day_is_excused_and_it_is_known_who_did_it(
    anna: Player, today: Day, announced: list[Any]
) -> None:
    assert excuse_day(operator=anna, date=TODAY) is True
    assert excused_at() == NOON
    assert announced == [(TODAY, NOON, NOON)]
    assert done() == [("Anna", "2026-12-01", "Excused.")]


def test_each_change_is_logged_and_no_repeat_is(
    anna: Player, today: Day, caplog: pytest.LogCaptureFixture
) -> None:
    for change in (excuse_day, excuse_day, count_day_again, count_day_again):
        change(operator=anna, date=TODAY)
    assert caplog.messages == ["day 2026-12-01 excused", "day 2026-12-01 counts again"]


def test_nothing_else_of_the_day_changes(anna: Player, today: Day) -> None:
    before = Day.objects.filter(date=TODAY).values().get()
    excuse_day(operator=anna, date=TODAY)
    assert Day.objects.filter(date=TODAY).values().get() == before | {"excused_at": NOON}


def test_excusing_again_changes_and_records_nothing(
    anna: Player, today: Day, clock: time_machine.Traveller, announced: list[Any]
) -> None:
    excuse_day(operator=anna, date=TODAY)
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        assert excuse_day(operator=anna, date=TODAY) is False
    assert len(announced) == len(done()) == 1


def test_a_day_counts_again(anna: Player, today: Day, announced: list[Any]) -> None:
    excuse_day(operator=anna, date=TODAY)
    assert count_day_again(operator=anna, date=TODAY) is True
    with nothing_changes():
        assert count_day_again(operator=anna, date=TODAY) is False
    assert excused_at() is None
    assert announced == [(TODAY, NOON, NOON), (TODAY, None, None)]
    assert done() == [("Anna", "2026-12-01", "Excused."), ("Anna", "2026-12-01", "Counts again.")]


def test_a_day_that_counts_does_not_count_again(
    anna: Player, today: Day, announced: list[Any]
) -> None:
    with nothing_changes():
        assert count_day_again(operator=anna, date=TODAY) is False
    assert announced == done() == []


def test_without_an_operator_nothing_is_recorded(today: Day, announced: list[Any]) -> None:
    assert excuse_day(operator=None, date=TODAY) is True
    assert count_day_again(operator=None, date=TODAY) is True
    assert len(announced) == 2
    assert done() == []


def test_a_day_to_come_can_be_excused(anna: Player, today: Day) -> None:
    tomorrow = TODAY + 2 * ONE_DAY
    excuse_day(operator=anna, date=tomorrow)
    assert list(days().excused()) == [Day.objects.get(date=tomorrow)]


def test_a_closed_day_can_be_excused(
    anna: Player, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    publish_seed(day=today, moment=CLOSES)
    excuse_day(operator=anna, date=TODAY)
    assert excused_at() == CLOSES
    assert Day.objects.get(date=TODAY).closed_at == CLOSES


def test_games_of_an_excused_day_go_on_and_new_ones_are_started(
    anna: Player, owner: Person, friend: Person, today: Day
) -> None:
    game = owner.start_daily()
    excuse_day(operator=anna, date=TODAY)
    assert owner.play_rows(game)["status"] == "finished"
    assert friend.start_daily()["status"] == "playing"


# --- Refusals --------------------------------------------------------------------------------

SERVICES = [excuse_day, count_day_again]


@pytest.mark.parametrize("service", SERVICES)
def test_a_date_without_a_day_is_not_found(
    service: Callable[..., bool], anna: Player, today: Day, announced: list[Any]
) -> None:
    with nothing_changes(), pytest.raises(NotFound):
        service(operator=anna, date=NO_DAY)
    assert announced == done() == []


def test_a_receiver_that_fails_undoes_the_excuse_and_its_record(anna: Player, today: Day) -> None:
    def fail(**kwargs: Any) -> None:
        raise RuntimeError

    signals.day_excused.connect(fail)
    try:
        with nothing_changes(), pytest.raises(RuntimeError):
            excuse_day(operator=anna, date=TODAY)
    finally:
        signals.day_excused.disconnect(fail)
    assert done() == []


# --- Order and races -------------------------------------------------------------------------


def test_the_calendar_is_locked_last(today: Day) -> None:
    """After what receivers wait for: whoever holds it must wait for nobody."""
    with Queries() as queries:
        excuse_day(operator=None, date=TODAY)
    first, last = queries.statements[0], queries.statements[-1]
    assert 'FROM "challenges_day"' in first
    if connection.vendor == "postgresql":
        assert "FOR NO KEY UPDATE" in first
        assert "pg_advisory_xact_lock(7201)" in last


@pytest.mark.django_db(transaction=True)
def test_of_eight_that_excuse_at_once_one_does(
    anna: Player, today: Day, announced: list[Any]
) -> None:
    def excuse() -> bool:
        return excuse_day(operator=anna, date=TODAY)

    assert sorted(at_once([excuse] * 8)) == [False] * 7 + [True]
    assert len(announced) == len(done()) == 1
