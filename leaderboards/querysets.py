"""What is read of the boards. A board with its ranks is read in boards.py, in one statement."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any

from django.db import connection
from django.db.models import Case, F, PositiveSmallIntegerField, Q, QuerySet, Value, When
from django.db.models.functions import Cast

from challenges.models import Player
from challenges.querysets import all_players, games
from leaderboards.models import Histogram, Rebuild, Standing
from leaderboards.ranking import OF_DAYS, Board, period_of


class StandingQuerySet(QuerySet[Standing]):
    def on(self, board: Board, period: int) -> "StandingQuerySet":
        return self.filter(board=board, period=period)

    def in_order(self) -> "StandingQuerySet":
        """As they stand on a board, the first one first."""
        return self.order_by("-value", "reached_at", "player")


class HistogramQuerySet(QuerySet[Histogram]):
    def of_boards(
        self, keys: Collection[tuple[int, int]]
    ) -> dict[tuple[int, int], bytes | memoryview]:
        """The stored numbers by board and period, of those that there are."""
        # A condition for each key would be too deep for SQLite: years of a player are a thousand.
        boards, periods = {board for board, _ in keys}, {period for _, period in keys}
        rows = self.filter(board__in=boards, period__in=periods)
        found = rows.values_list("board", "period", "players")
        return {
            (board, period): players for board, period, players in found if (board, period) in keys
        }


class RebuildQuerySet(QuerySet[Rebuild]):
    def to_do(self) -> "RebuildQuerySet":
        """Streaks first, which are wrong until then; of all others the one longest not worked at.

        So all that are due take turns, a piece each.
        """
        urgent = Case(When(kind=Rebuild.Kind.STREAKS, then=0), default=1)
        turn = F("worked_at").asc(nulls_first=True)
        return self.filter(finished_at__isnull=True).order_by(urgent, turn, "asked_at", "pk")

    def that_can_go_on(self, moment: datetime.datetime) -> "RebuildQuerySet":
        """Of those to do. The others wait until they are tried again."""
        return self.filter(Q(again_at__isnull=True) | Q(again_at__lte=moment))

    def of(self, kind: Rebuild.Kind, subject: str) -> "RebuildQuerySet":
        return self.filter(kind=kind, subject=subject)

    def newest_first(self) -> "RebuildQuerySet":
        return self.order_by("-asked_at", "-pk")


def standings() -> StandingQuerySet:
    return StandingQuerySet(Standing)


def histograms() -> HistogramQuerySet:
    return HistogramQuerySet(Histogram)


def rebuilds() -> RebuildQuerySet:
    return RebuildQuerySet(Rebuild)


def differing_players(
    date: datetime.date, *, after: uuid.UUID | None, at_most: int
) -> list[uuid.UUID]:
    """The next players whose places on the boards of a day are not what their game says, by id.

    Which has to give way is decided later, under the lock on the player.
    """
    differing, parameters = _differing(date)
    bound = ""
    if after:
        bound = "WHERE player_id > %s"
        parameters.append(Player._meta.pk.get_db_prep_value(after, connection))
    statement = f"SELECT DISTINCT player_id FROM ({differing}) found {bound} ORDER BY 1 LIMIT %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, [*parameters, at_most])
        return [Player._meta.pk.to_python(player_id) for (player_id,) in cursor.fetchall()]


def count_differing_players(date: datetime.date) -> int:
    differing, parameters = _differing(date)
    statement = f"SELECT COUNT(DISTINCT player_id) FROM ({differing}) found"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters)
        return int(cursor.fetchone()[0])


def _differing(date: datetime.date) -> tuple[str, list[Any]]:
    """One pass over the day's games for each of its boards, and one over those, in one snapshot.

    Where both agree a row comes twice.
    """
    parts: list[str] = []
    parameters: list[Any] = []
    for query in (*_places_wanted(date), _places_stored(date)):
        part, values = query.query.sql_with_params()
        parts.append(part)
        parameters += values
    union = " UNION ALL ".join(parts)
    statement = (
        f"WITH both_of (board, player_id, value, reached_at) AS ({union}) "  # noqa: S608
        "SELECT player_id FROM both_of "
        "GROUP BY board, player_id, value, reached_at HAVING COUNT(*) = 1"
    )
    return statement, parameters


def _places_wanted(date: datetime.date) -> list[QuerySet[Any, Any]]:
    ranked = games().ranked().finished().filter(day=date, player__in=all_players().listed())
    reviewed = ranked.filter(review__isnull=False)
    return [
        query.order_by()
        .annotate(board=Cast(Value(board.value), PositiveSmallIntegerField()))
        .values_list("board", "player_id", value, "finished_at")
        for board, query, value in (
            (Board.DAY, ranked, "total"),
            (Board.DAY_SKILL, reviewed, "review__skill"),
        )
    ]


def _places_stored(date: datetime.date) -> QuerySet[Any, Any]:
    rows = standings().filter(board__in=OF_DAYS, period=period_of(date)).order_by()
    return rows.values_list("board", "player_id", "value", "reached_at")
