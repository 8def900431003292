"""The life of a day after its last midnight: closing."""

import datetime
import logging
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction

from challenges.models import Player
from challenges.querysets import days
from challenges.services.days import check_dice, publish_seed
from challenges.services.games import expire_games, expire_late_games
from challenges.services.operations import record
from challenges.services.problems import DiceUnavailable
from config import clock
from leaderboards.models import Rebuild
from leaderboards.services.pieces import ReadAhead, mend_some_of_day
from leaderboards.services.rebuilds import ask_for

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Closing:
    date: datetime.date
    expired: int
    """Ranked games that were not finished in time."""
    mended: int = 0
    """Players whose places on the boards of the day disagreed with their game."""
    counts: int = 0
    """How many of those boards had a wrong count."""


class Mended(NamedTuple):
    players: int
    counts: int


def close_due_days() -> list[Closing]:
    """Close every day that has ended and is not closed, oldest first; those closed by this call.

    A day whose dice fail their check is left as it is and told to the operator; the others are
    closed all the same. So they are where anything else fails, which is raised at the end.
    """
    closings, failures = [], []
    for date in due_dates():
        try:
            closing = close_day(date=date)
        except DiceUnavailable:
            logger.error("day %s cannot be closed", date)
        except Exception as error:
            # Whatever it is, it must not keep the other days open: raised below.
            logger.exception("day %s was not closed", date)
            failures.append(error)
        else:
            closings += [closing] if closing else []
    if late := expire_late_games():
        logger.info("%d games expired that were started while their day closed", late)
    if failures:
        raise ExceptionGroup(f"{len(failures)} days were not closed", failures)
    return closings


def close_day(*, date: datetime.date, operator: Player | None = None) -> Closing | None:
    """Close one day; None if it is closed or has not ended.

    Its dice are checked first, then its board is made to agree with its games, in pieces that may
    be killed and done again; what publishes the seed, and with it the day's figures, is one
    transaction. An operator who did it is recorded with it. Raises DiceUnavailable.

    The lock on the day lets one closing through; any other waits for it and finds nothing to do.
    """
    day = days().due_to_close(clock.now()).filter(date=date).first()
    if day is None:
        return None
    check_dice(day)
    mended, counts = rebuild_day(date=date)
    with transaction.atomic():
        moment = clock.now()
        due = days().due_to_close(moment).filter(date=date)
        # Not its key: who takes a challenge on its dice points at it, and holds a player.
        day = due.select_for_update(no_key=True).first()
        if day is None:
            return None
        expired = expire_games(day=day)
        publish_seed(day=day, moment=moment)
        ask_for(kind=Rebuild.Kind.AUDIT, subject=str(date))
        if operator is not None:
            message = f"Closed. Games expired: {expired}. Players mended: {mended}."
            message += f" Counts mended: {counts}."
            record(operator=operator, subject=day, message=message)
    logger.info(
        "day %s closed, %d games expired, %d players mended, %d counts mended",
        date,
        expired,
        mended,
        counts,
    )
    return Closing(date, expired, mended, counts)


def rebuild_day(*, date: datetime.date) -> Mended:
    """Make the boards of a day agree with its games, counts included; how much differed.

    Safe to run at any time, and to be killed: each piece is stored at once, and readers see the
    board whole before and after it.
    """
    ahead, after, players = ReadAhead(), None, 0
    while True:
        piece = mend_some_of_day(date, ahead, after=after)
        players, after = players + piece.mended, piece.after
        if piece.is_last:
            return Mended(players, piece.counts)


def due_dates() -> list[datetime.date]:
    """The dates that have ended and are not closed, oldest first."""
    return list(days().due_to_close(clock.now()).values_list("date", flat=True))
