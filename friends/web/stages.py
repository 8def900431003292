"""Where a reader stands with a challenge: what its page offers goes by it."""

import datetime
from enum import StrEnum

from friends.services.challenges import Seen


class Stage(StrEnum):
    OWN = "own"
    FINISHED = "finished"
    PLAYING = "playing"
    EARLY = "early"
    """Its dice are those of an open day which is still to come for the reader."""
    LATE = "late"
    """Its dice are those of an open day which is over for the reader."""
    NEW = "new"


def stage_of(seen: Seen, today: datetime.date) -> Stage:
    """`today` is the reader's."""
    if seen.is_own:
        return Stage.OWN
    if seen.mine:
        return Stage.FINISHED if seen.is_finished else Stage.PLAYING
    date = seen.challenge.game.day_id
    if date is None or not seen.is_of_open_day or date == today:
        return Stage.NEW
    return Stage.EARLY if date > today else Stage.LATE
