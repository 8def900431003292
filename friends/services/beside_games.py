"""What stands beside a game: the challenge that it counts for, and those made of it."""

from dataclasses import dataclass

from challenges.models import Game, Player
from config import clock
from friends.models import Challenge
from friends.querysets import attempts, challenges
from friends.services.challenges import Seen


def challenge_of(*, player: Player, game: Game) -> Seen | None:
    """The challenge that a game of the player's counts for; of several the one taken last."""
    taken = attempts().of(player).filter(game=game).with_challenge().not_blocked_for(player)
    attempt = taken.newest_first().first()
    return Seen(attempt.challenge, player, game, True, clock.now()) if attempt else None


@dataclass(frozen=True, slots=True)
class PassedOn:
    """What there is to pass a finished game on by."""

    game: Game
    made: list[Challenge]
    is_refused: bool
    """An operator withdrew it."""

    @property
    def free(self) -> list[Challenge.Kind]:
        """The kinds of which none has been made, or none is left."""
        taken = {challenge.kind for challenge in self.made}
        return [] if self.is_refused else [kind for kind in Challenge.Kind if kind not in taken]


def passed_on(game: Game) -> PassedOn:
    found = list(challenges().filter(game=game).order_by("kind"))
    made = [challenge for challenge in found if not challenge.is_withdrawn]
    return PassedOn(game, made, any(challenge.is_refused for challenge in found))
