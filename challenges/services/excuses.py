"""What operators do to days: excuse one that an outage has spoiled, and let it count again.

Each call locks its day, changes what is not so yet, records who did it, where somebody did, and
waits until nobody computes a streak; a repeat changes and records nothing.
"""

import datetime
import logging

from django.db import transaction

from challenges import signals
from challenges.models import Day, Player
from challenges.querysets import days
from challenges.services.locks import Lock, take
from challenges.services.operations import record
from config import clock
from config.errors import NotFound

logger = logging.getLogger(__name__)


def excuse_day(*, operator: Player | None, date: datetime.date) -> bool:
    """Streaks step over the day, whether it is over, open or still to come; if that is new.

    Raises NotFound.
    """
    with transaction.atomic():
        day = _locked(date)
        if day.is_excused:
            return False
        _change(day, clock.now(), operator, "Excused.")
    logger.info("day %s excused", date)
    return True


def count_day_again(*, operator: Player | None, date: datetime.date) -> bool:
    """Undo excusing; if there was something to undo. Raises NotFound."""
    with transaction.atomic():
        day = _locked(date)
        if not day.is_excused:
            return False
        _change(day, None, operator, "Counts again.")
    logger.info("day %s counts again", date)
    return True


def _locked(date: datetime.date) -> Day:
    """The lock leaves the key alone: games of the day can be started."""
    day = days().filter(date=date).select_for_update(no_key=True).first()
    if day is None:
        raise NotFound
    return day


def _change(
    day: Day, excused_at: datetime.datetime | None, operator: Player | None, message: str
) -> None:
    """The calendar comes last, after what receivers wait for: who has it waits for nobody.

    Whoever computed a streak without this change has then committed it, and is seen by what the
    receivers made due.
    """
    day.excused_at = excused_at
    day.save(update_fields=["excused_at"])
    signals.day_excused.send(Day, day=day)
    if operator is not None:
        record(operator=operator, subject=day, message=message)
    take(Lock.CALENDAR)
