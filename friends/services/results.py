"""How those did who played the same dice: the branch of one reader."""

import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from django.db.models import Count

from challenges.models import Game, Player
from challenges.querysets import GameQuerySet, games
from challenges.services.problems import DiceUnavailable
from challenges.services.states import GameState, is_told, state_of
from config import clock
from friends.models import Challenge
from friends.querysets import attempts, challenges, not_blocked_for
from friends.services import problems
from friends.services.challenges import Seen, find_challenge
from friends.services.friendships import Relation, relations_of

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
    relation: Relation | None
    """What they are to the reader; None for the reader, and once the account is deleted."""

    @property
    def player(self) -> Player | None:
        """None once the account is deleted."""
        return _named(self.game)


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
    found = results_in(find_challenge(code=code, reader=player, address=address))
    if found is None:
        raise problems.ChallengeNotFinished
    return found


def results_in(seen: Seen) -> Results | None:
    """None until its reader has finished."""
    if seen.reader is None or seen.mine is None or not seen.is_finished:
        return None
    seen.mine.player = seen.reader
    above = _challengers(seen, seen.reader, seen.mine)
    below = _challenged(seen.reader, seen.mine).exclude(pk__in=above)
    sides = dict.fromkeys(_first(below), Side.CHALLENGED)
    sides |= dict.fromkeys(above.values(), Side.CHALLENGER)
    sides[seen.mine] = Side.ME
    totals = _totals(below, [seen.mine, *above.values()])
    return Results(seen, _rows(seen.reader, sides, totals), totals.total())


def _challengers(seen: Seen, player: Player, mine: Game) -> dict[uuid.UUID, Game]:
    """The games that were passed on to the player; that of the challenge at hand among them."""
    taken = attempts().of(player).filter(game=mine).values("challenge__game")
    passed_on = not_blocked_for(player, games().filter(pk__in=taken))
    found = passed_on.select_related("player", "day").in_bulk()
    if not seen.is_own:
        found[seen.challenge.game_id] = _with_player(seen.challenge)
    return found


def _with_player(challenge: Challenge) -> Game:
    challenge.game.player = challenge.maker
    return challenge.game


def _challenged(player: Player, mine: Game) -> GameQuerySet:
    """The finished games of those to whom the player passed on this one."""
    taken = attempts().filter(challenge__in=challenges().filter(game=mine))
    # Whoever took both kinds is one of them.
    theirs = games().finished().filter(pk__in=taken.values("game"))
    return not_blocked_for(player, theirs)


def _first(below: GameQuerySet) -> Iterable[Game]:
    """Found by their keys first, so that of thousands only these are read with all they have."""
    best = below.order_by("-total", "finished_at", "id").values("pk")[:MOST_SHOWN]
    return games().filter(pk__in=best).select_related("player", "day")


def _totals(below: GameQuerySet, others: Iterable[Game]) -> Counter[int]:
    """How many of the branch have which total."""
    counted = below.order_by().values_list("total").annotate(Count("pk"))
    return Counter(dict(counted)) + Counter(game.total for game in others)


def _rows(player: Player, sides: dict[Game, Side], totals: Counter[int]) -> list[Result]:
    others = [named.pk for game in sides if (named := _named(game)) and named.pk != player.pk]
    relations = relations_of(player, others)
    rows = [
        Result(
            game=game,
            side=side,
            rank=1 + sum(count for total, count in totals.items() if total > game.total),
            is_shared=totals[game.total] > 1,
            state=_state(game) if side is Side.ME or is_told(game) else None,
            relation=relations.get(game.player_id),
        )
        for game, side in sides.items()
    ]
    return sorted(rows, key=lambda row: (row.rank, row.game.finished_at, row.game.pk))


def _named(game: Game) -> Player | None:
    return None if game.player.deleted_at else game.player


def _state(game: Game) -> GameState | None:
    try:
        return state_of(game, clock.now())
    except DiceUnavailable:  # logged where it is raised; the totals are there without dice
        return None
