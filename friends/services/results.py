"""How those did who played the same dice: the branch of one reader, and records of friends."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from django.db.models import Count

from challenges.models import Game, Player
from challenges.querysets import GameQuerySet, games
from challenges.services.problems import DiceUnavailable
from challenges.services.states import GameState, is_told, state_of
from config import clock
from friends.models import Challenge
from friends.querysets import attempts, challenges, meetings, not_blocked_for
from friends.services import problems
from friends.services.challenges import Seen, find_challenge

MOST_SHOWN = 50


class Side(Enum):
    """How somebody of a branch stands to its reader."""

    ME = "me"
    CHALLENGER = "challenger"
    CHALLENGED = "challenged"


@dataclass(frozen=True, slots=True)
class Result:
    game: Game
    side: Side
    rank: int
    is_shared: bool
    state: GameState | None
    """None for others' games while the day of the dice has not been closed."""

    @property
    def player(self) -> Player | None:
        """None once the account is deleted."""
        return None if self.game.player.deleted_at else self.game.player


@dataclass(frozen=True, slots=True)
class Results:
    seen: Seen
    rows: list[Result]
    """The first ones, and the reader and whoever challenged them wherever these stand."""
    players: int
    """How many of the branch have finished, the reader included."""


def results_of(*, player: Player, code: str, address: str) -> Results:
    """Those who challenged the player on these dice and those the player challenged.

    Raises ChallengeNotFound, TooManyCodes, or ChallengeNotFinished until the player has finished.
    """
    seen = find_challenge(code=code, reader=player, address=address)
    if not seen.is_finished or seen.mine is None:
        raise problems.ChallengeNotFinished
    return branch_of(seen, player, seen.mine)


def branch_of(seen: Seen, player: Player, mine: Game) -> Results:
    above = _challengers(seen, player, mine)
    below = _challenged(player, mine).exclude(pk__in=above)
    first = below.select_related("player", "day").order_by("-total", "finished_at", "id")
    sides = {game.pk: (game, Side.CHALLENGED) for game in first[:MOST_SHOWN]}
    sides |= {game.pk: (game, Side.CHALLENGER) for game in above.values()}
    mine.player = player
    sides[mine.pk] = (mine, Side.ME)
    totals = dict(below.order_by().values_list("total").annotate(Count("pk", distinct=True)))
    for game in (mine, *above.values()):
        totals[game.total] = totals.get(game.total, 0) + 1
    rows = [
        Result(
            game=game,
            side=side,
            rank=1 + sum(count for total, count in totals.items() if total > game.total),
            is_shared=totals[game.total] > 1,
            state=_state(game) if side is Side.ME or is_told(game) else None,
        )
        for game, side in sides.values()
    ]
    rows.sort(key=lambda row: (row.rank, row.game.finished_at, row.game.pk))
    return Results(seen, rows, sum(totals.values()))


def _challengers(seen: Seen, player: Player, mine: Game) -> dict[uuid.UUID, Game]:
    """The games that were passed on to the player; that of the challenge at hand among them."""
    taken = attempts().of(player).filter(game=mine).values("challenge__game")
    wanted = games().filter(pk__in=[*taken.values_list("challenge__game", flat=True)])
    found = not_blocked_for(player, wanted).select_related("player", "day").in_bulk()
    if not seen.is_own:
        found[seen.challenge.game_id] = _with_player(seen.challenge)
    return found


def _with_player(challenge: Challenge) -> Game:
    challenge.game.player = challenge.maker
    return challenge.game


def _challenged(player: Player, mine: Game) -> GameQuerySet:
    """The finished games of those to whom the player passed on this one."""
    passed_on = challenges().filter(game=mine)
    taken = games().finished().filter(attempts__challenge__in=passed_on).distinct()
    return not_blocked_for(player, taken)


def _state(game: Game) -> GameState | None:
    try:
        return state_of(game, clock.now())
    except DiceUnavailable:  # logged where it is raised; the totals are there without dice
        return None


# --- Records ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """How often a player and a friend finished the same dice, one challenged by the other."""

    won: int = 0
    tied: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        return self.won + self.tied + self.lost


def records_of(player: Player, others: Collection[uuid.UUID]) -> dict[uuid.UUID, Record]:
    """With each of the others, as the player sees it."""
    met = {other: [0, 0, 0] for other in others}
    for other, own, others_total in meetings(player, others):
        met[other][(own == others_total) + 2 * (own < others_total)] += 1
    return {other: Record(*counts) for other, counts in met.items()}
