"""What the boards hold about a player, for the player."""

import datetime
from typing import Any

from challenges.models import Player
from leaderboards.querysets import standings
from leaderboards.ranking import ALL_TIME, Board, date_of


def exported_standings(player: Player) -> list[dict[str, Any]]:
    rows = standings().filter(player=player).order_by("board", "period")
    return [
        {
            "board": Board(row.board).code,
            "period": _period(Board(row.board), row.period),
            "value": row.value,
            "reached_at": row.reached_at.astimezone(datetime.UTC).isoformat(),
        }
        for row in rows
    ]


def _period(board: Board, period: int) -> str | None:
    """A year, the date of a day, the last date of a streak; None for all time."""
    if period == ALL_TIME:
        return None
    return str(period) if board is Board.ADVENT else date_of(period).isoformat()
