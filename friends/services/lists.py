"""The challenges that a player made, and those that a player took, as that player may know them."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Count

from challenges.models import Game, Player
from challenges.querysets import games
from config import clock
from config.errors import NotFound
from friends.models import Attempt, Challenge
from friends.querysets import AttemptQuerySet, ChallengeQuerySet, attempts, challenges
from friends.services.challenges import Seen, see


def made_by(player: Player) -> ChallengeQuerySet:
    """Withdrawn ones, too."""
    return challenges().of(player).with_game()


def taken_by(player: Player) -> AttemptQuerySet:
    """But for those of players who blocked the player or are blocked."""
    return attempts().of(player).not_blocked_for(player).with_challenge()


def see_made(player: Player, rows: Iterable[Challenge]) -> list[Seen]:
    """Of rows from `made_by`, without another query."""
    return [see(challenge, player, None) for challenge in rows]


def see_taken(player: Player, rows: Iterable[Attempt]) -> list[Seen]:
    """Of rows from `taken_by`; one query more where a game has expired."""
    rows, moment = list(rows), clock.now()
    expired = [row for row in rows if row.game.status_at(moment) == Game.Status.EXPIRED]
    labels = [row.game.seed_label for row in expired]
    others = games().of(player).first_goes(labels, moment) if labels else {}
    mine = {row.pk: row.game for row in rows} | {
        row.pk: others.get(row.game.seed_label) for row in expired
    }
    return [Seen(row.challenge, player, mine[row.pk], True, moment) for row in rows]


# --- Both in one -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Listed:
    seen: Seen
    moment: datetime.datetime
    """When the reader made it or took it."""
    finished: int = 0
    """By how many friends; counted for those that the reader made."""

    @property
    def code(self) -> str:
        return self.seen.challenge.pk


@dataclass(frozen=True, slots=True)
class Page:
    rows: list[Listed]
    last: str | None
    """The code after which the next page begins."""


def challenges_of(player: Player, *, after: str | None, count: int) -> Page:
    """Made and taken, the newest first. Raises NotFound where `after` is none of them."""
    made = made_by(player).newest_first()
    taken = taken_by(player).newest_first()
    if after is not None:
        moment = _moment_of(player, after)
        made = made.after(Challenge(made_at=moment, code=after))
        taken = taken.after(Attempt(accepted_at=moment, challenge_id=after))
    rows = _merged(player, made[: count + 1], taken[: count + 1])
    page = rows[:count]
    return Page(_counted(page, player), page[-1].code if len(rows) > count else None)


def _moment_of(player: Player, code: str) -> datetime.datetime:
    made = challenges().of(player).filter(pk=code).values_list("made_at", flat=True)
    taken = attempts().of(player).filter(challenge=code).values_list("accepted_at", flat=True)
    moment = made.first() or taken.first()
    if moment is None:
        raise NotFound
    return moment


def _merged(player: Player, made: ChallengeQuerySet, taken: AttemptQuerySet) -> list[Listed]:
    rows = [Listed(seen, seen.challenge.made_at) for seen in see_made(player, made)]
    accepted = list(taken)
    rows += [
        Listed(seen, attempt.accepted_at)
        for seen, attempt in zip(see_taken(player, accepted), accepted, strict=True)
    ]
    rows.sort(key=lambda row: row.code)
    return sorted(rows, key=lambda row: row.moment, reverse=True)


def _counted(rows: list[Listed], maker: Player) -> list[Listed]:
    """Those whom the results show: a block hides who finished here as there."""
    made = [row.code for row in rows if row.seen.is_own]
    shown = attempts().finished().of_others_not_blocked_for(maker).filter(challenge__in=made)
    finished = dict(shown.values_list("challenge").annotate(Count("player")))
    return [replace(row, finished=finished.get(row.code, 0)) for row in rows]
