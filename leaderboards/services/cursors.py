"""Cursors of boards: the position in the order where a page begins or ends.

It names a value, a moment and a player, not a number of rows, so that results that come in
meanwhile shift no page.
"""

import datetime
import uuid
from enum import StrEnum

from challenges.services.cursors import read_cursor, write_cursor, wrong_cursor
from leaderboards.boards import Position, Span
from leaderboards.ranking import Place
from leaderboards.services.places import Chosen, after, before

MOST = 32_767  # what the column of a value holds


class Side(StrEnum):
    AFTER = "after"
    BEFORE = "before"


def cursor_of(chosen: Chosen, position: Position | None, side: Side) -> str | None:
    """None where the board does not go on."""
    if position is None:
        return None
    place = position.place
    moment = place.reached_at.astimezone(datetime.UTC).isoformat()
    return write_cursor(side, str(place.value), moment, str(position.player_id), of=_list(chosen))


def span_of(chosen: Chosen, cursor: str) -> Span:
    """Raises InvalidInput for what cursor_of has not written for this board."""
    try:
        side, value, moment, player_id = read_cursor(cursor, of=_list(chosen))
        place = Place(int(value), datetime.datetime.fromisoformat(moment))
        position = Position(place, uuid.UUID(player_id))
        if 0 <= place.value <= MOST and cursor_of(chosen, position, Side(side)) == cursor:
            return after(position) if side == Side.AFTER else before(position)
    except (ValueError, OverflowError):
        pass
    raise wrong_cursor()


def _list(chosen: Chosen) -> str:
    return f"{chosen.board.code} {chosen.period}"
