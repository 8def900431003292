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
        taken = {kind for kind, _allows_hints in self._taken}
        return [] if self.is_refused else [kind for kind in Challenge.Kind if kind not in taken]

    @property
    def other_ways(self) -> list[tuple[Challenge.Kind, bool]]:
        """Kinds that have been made with hints and not without, or the other way round."""
        ways = [(kind, allows) for kind in Challenge.Kind for allows in (False, True)]
        others = [(kind, allows) for kind, allows in ways if (kind, not allows) in self._taken]
        return [] if self.is_refused else [way for way in others if way not in self._taken]

    @property
    def _taken(self) -> set[tuple[str, bool]]:
        return {(challenge.kind, challenge.allows_hints) for challenge in self.made}


def passed_on(game: Game) -> PassedOn:
    found = list(challenges().filter(game=game).order_by("kind", "allows_hints"))
    made = [challenge for challenge in found if not challenge.is_withdrawn]
    return PassedOn(game, made, any(challenge.is_refused for challenge in found))
