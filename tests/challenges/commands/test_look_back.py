from collections.abc import Iterator
from pathlib import Path

import pytest
import time_machine

from challenges.models import Review
from tests.cast import CLOSES, NOON, OPENS, TODAY, make_person, nothing_changes
from tests.challenges.commands.conftest import Run
from tests.friends.table import finish_daily

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def test_a_closed_day_is_looked_back_at_and_may_be_again(
    run: Run, clock: time_machine.Traveller
) -> None:
    run("make_days")
    game = finish_daily(make_person("Anna"))
    clock.move_to(CLOSES)
    run("close_days")
    told = "2026-12-01: par 328, ceiling 514.\n"
    assert run("look_back", str(TODAY)) == (f"{told}1 games reviewed.\n", "")
    assert Review.objects.get().game_id == game.pk
    assert run("look_back", str(TODAY)) == (f"{told}0 games reviewed.\n", "")


def test_what_cannot_be_looked_back_at_is_refused(run: Run, clock: time_machine.Traveller) -> None:
    run("make_days")
    with nothing_changes():
        assert run("look_back", "2020-01-01") == ("", "There is no day 2020-01-01.")
        for moment in (OPENS, CLOSES):
            clock.move_to(moment)
            told, refusal = run("look_back", str(TODAY))
            assert (told, refusal.split(":")[0]) == ("", "The day is not closed yet")


def test_without_the_table_it_says_so(
    run: Run, no_tables: Path, clock: time_machine.Traveller
) -> None:
    run("make_days")
    clock.move_to(CLOSES)
    run("close_days")
    with nothing_changes():
        told, refusal = run("look_back", str(TODAY))
    assert (told, refusal.split(":")[0]) == ("", "The best moves are still being computed")
