"""Counting calls: exactly so many in a time span, whoever else is counted at once."""

import time

import pytest
import time_machine
from django.core.cache import cache
from pytest_django import Settings

from challenges.services.limits import Limit, forget, give_back, take
from tests.cast import at_once

# Without a database in it: the counts are in the cache, which is another one on each database.
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]

FIVE_A_MINUTE = Limit("calls", 5, 60)


def test_a_limit_is_read_from_the_settings(settings: Settings) -> None:
    settings.LIMITS = {"calls": "5/60"}
    assert Limit.named("calls") == FIVE_A_MINUTE


def test_calls_within_the_limit_pass_and_the_next_waits_for_the_window(
    clock: time_machine.Traveller,
) -> None:
    clock.move_to("2026-12-01T12:00:10Z")
    assert [take(FIVE_A_MINUTE, "owner") for _ in range(7)] == [0, 0, 0, 0, 0, 50, 50]
    clock.move_to("2026-12-01T12:00:59Z")
    assert take(FIVE_A_MINUTE, "owner") == 1
    clock.move_to("2026-12-01T12:01:00Z")
    assert take(FIVE_A_MINUTE, "owner") == 0


def test_callers_and_limits_are_counted_apart() -> None:
    for _ in range(5):
        take(FIVE_A_MINUTE, "owner")
    assert take(FIVE_A_MINUTE, "owner") == 60
    assert take(FIVE_A_MINUTE, "friend") == 0
    assert take(Limit("others", 5, 60), "owner") == 0


def test_of_thirty_two_at_once_exactly_as_many_as_allowed_pass() -> None:
    for turn in range(5):
        waits = at_once([lambda who=f"owner-{turn}": take(FIVE_A_MINUTE, who)] * 32)
        assert sorted(waits) == [0] * 5 + [60] * 27


def test_a_crowd_of_others_does_not_push_a_count_out() -> None:
    for _ in range(5):
        take(FIVE_A_MINUTE, "owner")
    for number in range(2000):
        take(FIVE_A_MINUTE, f"192.0.2.{number}")
    assert take(FIVE_A_MINUTE, "owner") == 60


def test_a_call_that_is_given_back_is_not_counted() -> None:
    for _ in range(9):
        assert take(FIVE_A_MINUTE, "owner") == 0
        give_back(FIVE_A_MINUTE, "owner")
    assert [take(FIVE_A_MINUTE, "owner") for _ in range(6)] == [0, 0, 0, 0, 0, 60]


def test_what_a_window_that_is_over_counted_is_not_given_back(
    clock: time_machine.Traveller,
) -> None:
    take(FIVE_A_MINUTE, "owner")
    clock.move_to("2026-12-01T12:01:00Z")
    give_back(FIVE_A_MINUTE, "owner")
    assert [take(FIVE_A_MINUTE, "owner") for _ in range(6)] == [0, 0, 0, 0, 0, 60]


def test_a_call_is_given_back_to_the_window_that_counted_it(clock: time_machine.Traveller) -> None:
    """Else calls that are held over its end would make room for others."""
    clock.move_to("2026-12-01T12:00:59Z")
    counted_at = time.time()
    for _ in range(3):
        take(FIVE_A_MINUTE, "owner")
    clock.move_to("2026-12-01T12:01:00Z")
    take(FIVE_A_MINUTE, "owner")
    for _ in range(3):
        give_back(FIVE_A_MINUTE, "owner", counted_at=counted_at)
    assert [take(FIVE_A_MINUTE, "owner") for _ in range(5)] == [0, 0, 0, 0, 60]


def test_counting_begins_anew_for_one_caller_alone() -> None:
    for who in ("owner", "friend"):
        for _ in range(6):
            take(FIVE_A_MINUTE, who)
    forget(FIVE_A_MINUTE, "owner")
    assert take(FIVE_A_MINUTE, "owner") == 0
    assert take(FIVE_A_MINUTE, "friend") == 60


@pytest.mark.only_on("postgresql")
def test_redis_forgets_a_count_when_its_window_is_over() -> None:
    for _ in range(3):
        take(FIVE_A_MINUTE, "owner")
    (key,) = cache.keys("limit:*")  # type: ignore[attr-defined]
    assert cache.ttl(key) is not None  # type: ignore[attr-defined]
