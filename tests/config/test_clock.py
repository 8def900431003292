"""The one place that reads the time."""

import datetime
from concurrent.futures import ThreadPoolExecutor

import pytest
import time_machine

from config import clock

NOON = datetime.datetime(2026, 12, 1, 12, tzinfo=datetime.UTC)
PAST = datetime.datetime(2026, 11, 1, 8, 30, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _noon() -> object:
    with time_machine.travel(NOON, tick=False):
        yield


def test_now_is_aware_and_in_utc() -> None:
    assert clock.now() == NOON
    assert clock.now().tzinfo is datetime.UTC


def test_a_moment_of_the_past_is_lived_through_and_left_again() -> None:
    with clock.at(PAST):
        assert clock.now() == PAST
        with clock.at(NOON - datetime.timedelta(days=1)):
            assert clock.now() == NOON - datetime.timedelta(days=1)
        assert clock.now() == PAST
    assert clock.now() == NOON


def test_it_is_left_after_a_fault_too() -> None:
    with pytest.raises(RuntimeError), clock.at(PAST):
        raise RuntimeError
    assert clock.now() == NOON


def test_other_threads_stay_in_the_present() -> None:
    with ThreadPoolExecutor(1) as pool, clock.at(PAST):
        assert pool.submit(clock.now).result() == NOON
