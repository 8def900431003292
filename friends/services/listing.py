"""What somebody made of challenges and took of them: in a list, and beside each game."""

import datetime
from dataclasses import dataclass

from django.db.models import Count

from challenges.models import Game, Player
from config import clock
from config.errors import NotFound
from friends.models import Attempt, Challenge
from friends.querysets import AttemptQuerySet, ChallengeQuerySet, attempts, challenges
from friends.services.challenges import Seen

# --- Lists -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    """A challenge that the reader made, or took with `attempt`."""

    challenge: Challenge
    attempt: Attempt | None
    finished: int
    """By how many friends; counted for those that the reader made."""

    @property
    def moment(self) -> datetime.datetime:
        return self.attempt.accepted_at if self.attempt else self.challenge.made_at


@dataclass(frozen=True, slots=True)
class Page:
    rows: list[Listed]
    last: str | None
    """The code after which the next page begins."""


def challenges_of(player: Player, *, after: str | None, count: int) -> Page:
    """Made and taken, the newest first. Raises NotFound where `after` is none of them."""
    made = challenges().of(player).with_game().newest_first()
    taken = attempts().of(player).with_challenge().not_blocked_for(player).newest_first()
    if after is not None:
        moment = _moment_of(player, after)
        made = made.after(Challenge(made_at=moment, code=after))
        taken = taken.after(Attempt(accepted_at=moment, challenge_id=after))
    rows = _merged(made[: count + 1], taken[: count + 1])
    page = rows[:count]
    return Page(_counted(page), page[-1].challenge.pk if len(rows) > count else None)


def _moment_of(player: Player, code: str) -> datetime.datetime:
    made = challenges().of(player).filter(pk=code).values_list("made_at", flat=True)
    taken = attempts().of(player).filter(challenge=code).values_list("accepted_at", flat=True)
    moment = made.first() or taken.first()
    if moment is None:
        raise NotFound
    return moment


def _merged(made: ChallengeQuerySet, taken: AttemptQuerySet) -> list[Listed]:
    rows = [Listed(challenge, None, 0) for challenge in made]
    rows += [Listed(attempt.challenge, attempt, 0) for attempt in taken]
    rows.sort(key=lambda row: row.challenge.pk)
    return sorted(rows, key=lambda row: row.moment, reverse=True)


def _counted(rows: list[Listed]) -> list[Listed]:
    made = [row.challenge for row in rows if row.attempt is None]
    counts = attempts().finished().filter(challenge__in=made).values_list("challenge")
    finished = dict(counts.annotate(Count("player")))
    return [Listed(row.challenge, row.attempt, finished.get(row.challenge.pk, 0)) for row in rows]


# --- Beside a game ---------------------------------------------------------------------------


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
