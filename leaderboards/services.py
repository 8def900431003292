"""The life of a day after its last midnight: closing."""

import datetime
import logging
from dataclasses import dataclass

from django.db import transaction

from challenges.models import Player
from challenges.querysets import days, games
from challenges.services.days import publish_seed
from challenges.services.games import expire_games, expire_late_games, mend_game
from challenges.services.operations import record
from challenges.services.problems import DiceUnavailable
from config import clock

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Closing:
    date: datetime.date
    expired: int
    """Ranked games that were not finished in time."""


def close_due_days() -> list[Closing]:
    """Close every day that has ended and is not closed, oldest first; those closed by this call.

    A day whose dice fail their check is left as it is and told to the operator; the others are
    closed all the same.
    """
    closings = []
    for date in due_dates():
        try:
            closing = close_day(date=date)
        except DiceUnavailable:
            logger.error("day %s cannot be closed", date)
            continue
        if closing:
            closings.append(closing)
    if late := expire_late_games():
        logger.info("%d games expired that were started while their day closed", late)
    return closings


def close_day(*, date: datetime.date, operator: Player | None = None) -> Closing | None:
    """Close one day, whole or not at all; None if it is closed or has not ended.

    An operator who did it is recorded with it. Raises DiceUnavailable.

    The lock on the day lets one closing through; any other waits for it and finds nothing to do.
    """
    with transaction.atomic():
        moment = clock.now()
        day = days().due_to_close(moment).filter(date=date).select_for_update().first()
        if day is None:
            return None
        expired = expire_games(day=day)
        publish_seed(day=day, moment=moment)
        if operator is not None:
            record(operator=operator, subject=day, message=f"Closed. Games expired: {expired}.")
    logger.info("day %s closed, %d games expired", date, expired)
    return Closing(date, expired)


def rebuild_day(*, date: datetime.date, operator: Player | None = None) -> int | None:
    """Replay the ranked games of a closed day and mend what their rows repeat wrongly.

    How many differed; None for a day that is not closed. May be stopped and run again at any
    time: each game is mended by itself. An operator who did it is recorded.
    """
    day = days().filter(date=date, closed_at__isnull=False).first()
    if day is None:
        return None
    ranked = games().ranked().filter(day=day).order_by("pk")
    mended = sum(mend_game(game_id=game_id) for game_id in ranked.values_list("pk", flat=True))
    logger.info("day %s rebuilt, %d games mended", date, mended)
    if operator is not None:
        record(operator=operator, subject=day, message=f"Rebuilt. Games mended: {mended}.")
    return mended


def due_dates() -> list[datetime.date]:
    """The dates that have ended and are not closed, oldest first."""
    return list(days().due_to_close(clock.now()).values_list("date", flat=True))
