"""Days that were played and closed, for whoever looks back at them."""

import time_machine

from challenges.models import Game
from leaderboards.services.closing import close_due_days
from tests.cast import (
    CLOSES,
    ONE_DAY,
    Person,
    make_person,
)
from tests.friends.table import finish_daily

LONG = 60.0


def people(count: int) -> list[Person]:
    return [make_person(f"Player {number}") for number in range(count)]


def close(clock: time_machine.Traveller, days: int = 1) -> None:
    """The day that is today, and those after it."""
    clock.move_to(CLOSES + (days - 1) * ONE_DAY)
    close_due_days()


def played(clock: time_machine.Traveller, count: int) -> list[Game]:
    games = [finish_daily(person) for person in people(count)]
    close(clock)
    return games
