"""What differs between the stored places of players and those that follow from their games.

Only read here. Whoever changes something by it has locked the players first.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q

from challenges.models import Game
from challenges.querysets import GameQuerySet, all_players, days, games
from leaderboards.querysets import StandingQuerySet, standings
from leaderboards.ranking import (
    OF_DAYS,
    Board,
    Place,
    Result,
    Standings,
    period_of,
    places_of_day,
    standings_of,
)

Dates = Collection[datetime.date]

RESULT = ("day_id", "total", "finished_at", "review__skill")
"""Of a game, what makes a result of it."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place as it was stored and as it has to be; None where there is none."""

    player_id: uuid.UUID
    board: Board
    period: int
    before: Place | None
    after: Place | None


def differences_of(
    player_ids: Collection[uuid.UUID], *, excused: Dates | None = None
) -> Iterator[Difference]:
    """On all boards. `excused` are the dates that count as such: by itself those that are."""
    wanted, stored = (
        _wanted(player_ids, excused),
        _stored(standings().filter(player__in=player_ids)),
    )
    for player_id in player_ids:
        yield from _compared(player_id, stored[player_id], wanted[player_id])


def differences_after_finish(player_id: uuid.UUID, date: datetime.date) -> Iterator[Difference]:
    """What a game can change that was just finished: nothing on the boards of other days.

    Nor has it a review yet, so no skill is looked at.
    """
    rows = standings().filter(~Q(board__in=OF_DAYS) | Q(board=Board.DAY, period=period_of(date)))
    wanted = _wanted([player_id], None, with_skill=False)[player_id]
    after = {
        (board, period): place
        for (board, period), place in wanted.items()
        if board is not Board.DAY or period == period_of(date)
    }
    yield from _compared(player_id, _stored(rows.filter(player=player_id))[player_id], after)


def differences_after_reviews(reviewed: Collection[Game]) -> Iterator[Difference]:
    """What the reviews of ranked games can change: their places on the boards of skill.

    Rows are asked for by their keys. Of a day that has just begun a database may believe that
    there is next to nothing, and read all of it.
    """
    keys = {game: (Board.DAY_SKILL, period_of(date_of(game))) for game in reviewed}
    rows = standings().filter(pk__in=[(game.player_id, *key) for game, key in keys.items()])
    stored, results = _stored(rows), _results(games().filter(pk__in=[game.pk for game in reviewed]))
    wanted = {
        (player_id, key): place
        for player_id, of_one in results.items()
        for result in of_one
        for key, place in places_of_day(result).items()
    }
    for game, key in keys.items():
        before = stored[game.player_id].get(key)
        after = wanted.get((game.player_id, key))
        if before != after:
            yield Difference(game.player_id, *key, before, after)


def date_of(game: Game) -> datetime.date:
    """Of a ranked one."""
    assert game.day_id is not None  # noqa: S101 (a database constraint holds it)
    return game.day_id


def _compared(player_id: uuid.UUID, before: Standings, after: Standings) -> Iterator[Difference]:
    for key in sorted({*before, *after}):
        if before.get(key) != after.get(key):
            yield Difference(player_id, *key, before.get(key), after.get(key))


def count_differing(
    player_ids: Collection[uuid.UUID],
    *,
    boards: Collection[Board] = tuple(Board),
    excused: Dates | None = None,
) -> int:
    """How many players a rebuild of these boards would change.

    Nothing is locked. Who differs is looked at twice: a game that is finished while places and
    games are read, one after the other, differs only once.
    """
    found = set(player_ids)
    for _look in range(2):
        differences = differences_of(found, excused=excused)
        found = {one.player_id for one in differences if one.board in boards}
    return len(found)


def excused_dates() -> set[datetime.date]:
    return set(days().excused().order_by().values_list("date", flat=True))


def _wanted(
    player_ids: Collection[uuid.UUID], excused: Dates | None, *, with_skill: bool = True
) -> dict[uuid.UUID, Standings]:
    """What follows from the games; nothing for those who are not listed."""
    dates = excused_dates() if excused is None else excused
    results = _results(games().filter(player__in=player_ids), with_skill=with_skill)
    found = {player_id: standings_of(of_one, dates) for player_id, of_one in results.items()}
    return defaultdict(dict, found)


def _results(found: GameQuerySet, *, with_skill: bool = True) -> dict[uuid.UUID, list[Result]]:
    """By player, those that are listed only."""
    ranked = found.ranked().finished().filter(player__in=all_players().listed()).order_by()
    fields = RESULT if with_skill else RESULT[:-1]
    results: dict[uuid.UUID, list[Result]] = defaultdict(list)
    for player_id, *row in ranked.values_list("player_id", *fields):
        results[player_id].append(Result(*row))
    return results


def _stored(rows: StandingQuerySet) -> dict[uuid.UUID, Standings]:
    found: dict[uuid.UUID, Standings] = defaultdict(dict)
    for player_id, board, period, value, reached_at in rows.values_list(
        "player_id", "board", "period", "value", "reached_at"
    ):
        found[player_id][Board(board), period] = Place(value, reached_at)
    return found
