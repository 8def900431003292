"""Bringing the places of players up to date with their games: the only code that changes them.

A finished game, a change of who is listed, a mended game and every rebuild come here. What is
wanted follows from the finished ranked games alone; what is stored differs by a few rows or none.
"""

import datetime
import logging
import uuid
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from challenges.models import Game
from challenges.querysets import all_players, days, games
from challenges.services.locks import Lock, share
from leaderboards.models import Standing
from leaderboards.querysets import standings
from leaderboards.ranking import (
    Board,
    Place,
    Result,
    Standings,
    period_of,
    standings_of,
)
from leaderboards.services.counts import Counted, change_counts

logger = logging.getLogger(__name__)

MOST_LOGGED = 100  # differences of one rebuild; the count of all is told beside them


@dataclass(frozen=True, slots=True)
class Difference:
    """A place as it was stored and as it has to be; None where there is none."""

    player_id: uuid.UUID
    board: Board
    period: int
    before: Place | None
    after: Place | None


# --- Doors -----------------------------------------------------------------------------------


def place_result(*, game: Game) -> None:
    """Put a ranked game on the boards, in the transaction that finishes it.

    Of the boards of days only its own can change.
    """
    assert game.day_id is not None  # noqa: S101 (a database constraint holds it)
    with transaction.atomic():
        player_ids = _locked([game.player_id])
        _apply(list(_differences(player_ids, only_day=game.day_id)))


def rebuild_players(*, player_ids: Collection[uuid.UUID]) -> int:
    """Make all places of some players agree with their games; how many players differed."""
    with transaction.atomic():
        differences = list(_differences(_locked(player_ids)))
        _apply(differences)
    return len({difference.player_id for difference in differences})


def mend_players(
    *, player_ids: Collection[uuid.UUID], boards: Collection[Board] = tuple(Board)
) -> int:
    """The same where nothing should differ: what did is logged, before and after."""
    if not player_ids:
        return 0
    with transaction.atomic():
        found = _differences(_locked(player_ids))
        differences = [difference for difference in found if difference.board in boards]
        _apply(differences)
    _log(differences)
    return len({difference.player_id for difference in differences})


def _locked(player_ids: Iterable[uuid.UUID]) -> list[uuid.UUID]:
    """In the order of their ids, as whoever locks several of them does; then the calendar.

    The locks leave the keys alone. The calendar comes last everywhere: who has it waits for nobody.
    """
    found = all_players().filter(pk__in=player_ids).order_by("pk")
    locked = list(found.select_for_update(no_key=True).values_list("pk", flat=True))
    share(Lock.CALENDAR)
    return locked


# --- Comparing -------------------------------------------------------------------------------


def _differences(
    player_ids: Collection[uuid.UUID], only_day: datetime.date | None = None
) -> Iterator[Difference]:
    """Of players who are locked; with `only_day`, the boards of other days are not looked at."""
    wanted, stored = _wanted(player_ids), _stored(player_ids, only_day)
    for player_id in player_ids:
        before, after = stored[player_id], wanted[player_id]
        for key in sorted({*before, *after}):
            board, period = key
            if only_day and board is Board.DAY and period != period_of(only_day):
                continue
            if before.get(key) != after.get(key):
                yield Difference(player_id, board, period, before.get(key), after.get(key))


def _wanted(player_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Standings]:
    """What follows from the games; nothing for those who are not listed."""
    excused = set(days().excused().values_list("date", flat=True))
    results: dict[uuid.UUID, list[Result]] = defaultdict(list)
    ranked = games().ranked().finished().filter(player__in=all_players().listed())
    rows = ranked.filter(player__in=player_ids).order_by()
    for player_id, date, total, finished_at in rows.values_list(
        "player_id", "day_id", "total", "finished_at"
    ):
        assert finished_at  # noqa: S101 (a database constraint holds it)
        results[player_id].append(Result(date, total, finished_at))
    found = {player_id: standings_of(of_one, excused) for player_id, of_one in results.items()}
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


# --- Changing --------------------------------------------------------------------------------


def _apply(differences: Iterable[Difference]) -> None:
    gone, new, counts = [], [], Counter[Counted]()
    for one in differences:
        key = one.board, one.period
        if one.before:
            counts[(*key, one.before.value)] -= 1
        if one.after:
            counts[(*key, one.after.value)] += 1
            new.append(_row(one, one.after))
        else:
            gone.append(one)
    _delete(gone)
    Standing.objects.bulk_create(
        new,
        update_conflicts=True,
        unique_fields=["player", "board", "period"],
        update_fields=["value", "reached_at"],
        batch_size=1000,
    )
    change_counts(counts)


def _row(one: Difference, place: Place) -> Standing:
    return Standing(
        player_id=one.player_id,
        board=one.board,
        period=one.period,
        value=place.value,
        reached_at=place.reached_at,
    )


def _delete(gone: list[Difference]) -> None:
    """By board and period, so that a rebuild of many players takes few statements."""
    players: dict[tuple[Board, int], list[uuid.UUID]] = defaultdict(list)
    for one in gone:
        players[one.board, one.period].append(one.player_id)
    for (board, period), player_ids in sorted(players.items()):
        standings().filter(board=board, period=period, player__in=player_ids).delete()


def _log(differences: list[Difference]) -> None:
    for one in differences[:MOST_LOGGED]:
        logger.warning(
            "standing mended: player %s, board %s, period %s: %s became %s",
            one.player_id,
            one.board.code,
            one.period,
            one.before,
            one.after,
        )
