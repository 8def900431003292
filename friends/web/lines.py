"""The list of somebody's challenges, line by line."""

import datetime
from dataclasses import dataclass

from challenges.models import Game, Player
from friends.models import Challenge
from friends.services.lists import Listed
from friends.web.texts import dice_of


@dataclass(frozen=True, slots=True)
class Line:
    challenge: Challenge
    maker: Player | None
    """None for the reader's own, and where the account is deleted."""
    is_own: bool
    dice: str
    moment: datetime.datetime
    game: Game | None
    """The reader's; None where it has expired and there is no other on the dice."""
    status: str
    finished: int

    @property
    def is_blind(self) -> bool:
        return self.challenge.kind == Challenge.Kind.BLIND


def line_of(row: Listed) -> Line:
    seen = row.seen
    return Line(
        challenge=seen.challenge,
        maker=None if seen.is_own else seen.maker,
        is_own=seen.is_own,
        dice=dice_of(seen.challenge.game),
        moment=row.moment,
        game=seen.mine,
        status=seen.mine.status_at(seen.moment) if seen.mine else Game.Status.EXPIRED,
        finished=row.finished,
    )
