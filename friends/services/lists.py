"""The challenges that a player made, and those that a player took, as that player may know them."""

from collections.abc import Iterable

from challenges.models import Game, Player
from challenges.querysets import games
from config import clock
from friends.models import Attempt, Challenge
from friends.querysets import AttemptQuerySet, ChallengeQuerySet, attempts, challenges
from friends.services.challenges import Seen, see


def made_by(player: Player) -> ChallengeQuerySet:
    """Withdrawn ones, too."""
    return challenges().of(player).with_game()


def taken_by(player: Player) -> AttemptQuerySet:
    """But for those of players who blocked the player or are blocked."""
    return attempts().of(player).not_blocked_for(player).with_game().with_challenge()


def see_made(player: Player, rows: Iterable[Challenge]) -> list[Seen]:
    """Of rows from `made_by`, without another query."""
    return [see(challenge, player, None) for challenge in rows]


def see_taken(player: Player, rows: Iterable[Attempt]) -> list[Seen]:
    """Of rows from `taken_by`; one query more where a game has expired."""
    rows, moment = list(rows), clock.now()
    expired = [row for row in rows if row.game.status_at(moment) == Game.Status.EXPIRED]
    labels = [row.challenge.game.seed_label for row in expired]
    others = games().of(player).first_goes(labels, moment) if labels else {}
    mine = {row.pk: row.game for row in rows} | {
        row.pk: others.get(row.game.seed_label) for row in expired
    }
    return [Seen(row.challenge, player, mine[row.pk], True, moment) for row in rows]
