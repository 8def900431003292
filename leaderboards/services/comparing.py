"""What differs between the stored places of players and those that follow from their games.

Only read here. Whoever changes something by it has locked the players first.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q

from challenges.querysets import all_players, days, games
from leaderboards.querysets import standings
from leaderboards.ranking import Board, Place, Result, Standings, period_of, standings_of

Dates = Collection[datetime.date]


@dataclass(frozen=True, slots=True)
class Difference:
    """A place as it was stored and as it has to be; None where there is none."""

    player_id: uuid.UUID
    board: Board
    period: int
    before: Place | None
    after: Place | None


def differences_of(
    player_ids: Collection[uuid.UUID],
    *,
    only_day: datetime.date | None = None,
    excused: Dates | None = None,
) -> Iterator[Difference]:
    """With `only_day`, the boards of other days are not looked at.

    `excused` are the dates that count as such: those that are, if none are given.
    """
    wanted, stored = _wanted(player_ids, excused), _stored(player_ids, only_day)
    for player_id in player_ids:
        before, after = stored[player_id], wanted[player_id]
        for key in sorted({*before, *after}):
            board, period = key
            if only_day and board is Board.DAY and period != period_of(only_day):
                continue
            if before.get(key) != after.get(key):
                yield Difference(player_id, board, period, before.get(key), after.get(key))


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


def _wanted(player_ids: Collection[uuid.UUID], excused: Dates | None) -> dict[uuid.UUID, Standings]:
    """What follows from the games; nothing for those who are not listed."""
    dates = excused_dates() if excused is None else excused
    results: dict[uuid.UUID, list[Result]] = defaultdict(list)
    ranked = games().ranked().finished().filter(player__in=all_players().listed())
    rows = ranked.filter(player__in=player_ids).order_by()
    for player_id, date, total, finished_at in rows.values_list(
        "player_id", "day_id", "total", "finished_at"
    ):
        assert finished_at  # noqa: S101 (a database constraint holds it)
        results[player_id].append(Result(date, total, finished_at))
    found = {player_id: standings_of(of_one, dates) for player_id, of_one in results.items()}
    return defaultdict(dict, found)


def _stored(
    player_ids: Collection[uuid.UUID], only_day: datetime.date | None
) -> dict[uuid.UUID, Standings]:
    rows = standings().filter(player__in=player_ids)
    if only_day:
        rows = rows.filter(~Q(board=Board.DAY) | Q(period=period_of(only_day)))
    found: dict[uuid.UUID, Standings] = defaultdict(dict)
    for player_id, board, period, value, reached_at in rows.values_list(
        "player_id", "board", "period", "value", "reached_at"
    ):
        found[player_id][Board(board), period] = Place(value, reached_at)
    return found
