import datetime

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day
from tests.challenges.commands.conftest import Run

pytestmark = pytest.mark.django_db

NOON = datetime.datetime(2026, 12, 1, 12, tzinfo=datetime.UTC)


@time_machine.travel(NOON, tick=False)
def test_days_are_made_once(run: Run) -> None:
    assert run("make_days", "--dry-run")[0] == (
        "42 days would be made.\nFrom 2026-12-01 to 2027-01-11.\n"
    )
    assert Day.objects.count() == 0
    assert run("make_days")[0] == "42 days made.\nFrom 2026-12-01 to 2027-01-11.\n"
    assert run("make_days")[0] == "0 days made.\n"


def test_days_that_have_ended_are_closed_once(run: Run) -> None:
    with time_machine.travel(NOON, tick=False):
        run("make_days")
    with time_machine.travel(NOON + datetime.timedelta(days=2), tick=False):
        assert run("close_days", "--dry-run")[0] == (
            "2026-12-01 would be closed.\n2026-12-02 would be closed.\n2 days are due.\n"
        )
        assert Day.objects.filter(seed__isnull=False).count() == 0
        assert run("close_days")[0] == (
            "2026-12-01 closed, 0 games expired.\n"
            "2026-12-02 closed, 0 games expired.\n"
            "2 days closed.\n"
        )
        assert run("close_days")[0] == "0 days closed.\n"


def test_a_day_that_cannot_be_closed_is_told(run: Run, settings: Settings) -> None:
    with time_machine.travel(NOON, tick=False):
        run("make_days")
    settings.SEED_KEYS = {"test": b"another key"}
    with time_machine.travel(NOON + datetime.timedelta(days=1), tick=False):
        assert run("close_days")[0] == (
            "0 days closed.\n1 days could not be closed; the log says why.\n"
        )


@time_machine.travel(NOON, tick=False)
def test_keys_are_told_apart_by_what_needs_them(run: Run, settings: Settings) -> None:
    run("make_days")
    settings.SEED_KEYS = {"new": b"new", "older": b"older"}

    assert run("seed_keys")[0] == (
        "new: current; needed by 0 days, 0 games\n"
        "older: old; needed by 0 days, 0 games, may be removed\n"
        "test: MISSING from SEED_KEYS; needed by 42 days, 0 games\n"
    )
