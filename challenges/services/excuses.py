"""What operators do to days: excuse one that an outage has spoiled, and let it count again.

Each call locks its day, changes what is not so yet, records who did it, where somebody did, and
waits until nobody computes a streak; a repeat changes and records nothing.
"""

import datetime

from django.db import transaction

from challenges import signals
from challenges.models import Day, Player
from challenges.querysets import days
from challenges.services.locks import Lock, take
from challenges.services.operations import record
from config import clock
from config.errors import NotFound


def excuse_day(*, operator: Player | None, date: datetime.date) -> bool:
    """Streaks step over the day, whether it is over, open or still to come; if that is new.

    Raises NotFound.
    """
    with transaction.atomic():
        day = _locked(date)
        if day.is_excused:
            return False
        _change(day, clock.now(), operator, "Excused.")
    return True


def count_day_again(*, operator: Player | None, date: datetime.date) -> bool:
    """Undo excusing; if there was something to undo. Raises NotFound."""
    with transaction.atomic():
        day = _locked(date)
        if not day.is_excused:
            return False
        _change(day, None, operator, "Counts again.")
    return True


def _locked(date: datetime.date) -> Day:
    """Games of the day can be started."""
    day = days().filter(date=date).select_for_update(no_key=True).first()
    if day is None:
        raise NotFound
    return day


def _change(
    day: Day, excused_at: datetime.datetime | None, operator: Player | None, message: str
) -> None:
    """The calendar comes last: who has it waits for nobody, and receivers may have to wait.

    It is in time: streaks that were computed without the change are committed before it, and
    those to come see it.
    """
    day.excused_at = excused_at
    day.save(update_fields=["excused_at"])
    signals.day_excused.send(Day, day=day)
    if operator is not None:
        record(operator=operator, subject=day, message=message)
    take(Lock.CALENDAR)
