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
    game: Game
    """The reader's."""
    status: str
    finished: int

    @property
    def is_blind(self) -> bool:
        return self.challenge.kind == Challenge.Kind.BLIND


def line_of(row: Listed, moment: datetime.datetime) -> Line:
    maker, is_own = row.challenge.maker, row.attempt is None
    game = row.attempt.game if row.attempt else row.challenge.game
    return Line(
        challenge=row.challenge,
        maker=None if is_own or maker.deleted_at else maker,
        is_own=is_own,
        dice=dice_of(row.challenge.game),
        moment=row.moment,
        game=game,
        status=game.status_at(moment),
        finished=row.finished,
    )
