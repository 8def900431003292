"""Where a page of a board goes on: after or before somebody's position."""

import datetime
import uuid
from typing import Literal

from challenges.api.cursors import read_cursor, write_cursor, wrong_cursor
from leaderboards.boards import Position, Span
from leaderboards.ranking import Place
from leaderboards.services.places import after, before

Side = Literal["after", "before"]

SIDES = {"after": after, "before": before}
MOST = 32_767  # what a value of a board can be


def cursor_of(position: Position, side: Side) -> str:
    place = position.place
    reached_at = place.reached_at.astimezone(datetime.UTC).isoformat()
    return write_cursor(side, str(place.value), reached_at, str(position.player_id))


def span_of(cursor: str) -> Span:
    """Raises InvalidInput for what cursor_of has not written."""
    try:
        side, value, reached_at, player_id = read_cursor(cursor)
        place = Place(int(value), datetime.datetime.fromisoformat(reached_at))
        position = Position(place, uuid.UUID(player_id))
        if place.value not in range(MOST + 1) or cursor_of(position, side) != cursor:  # type: ignore[arg-type]
            raise ValueError(cursor)
        return SIDES[side](position)
    except (ValueError, KeyError, OverflowError):
        raise wrong_cursor() from None
