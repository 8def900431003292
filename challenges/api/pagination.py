"""Pages of lists, by an opaque cursor that says where a page begins or ends.

It names a game and not a number of games, so that what is started meanwhile shifts no page.
"""

import datetime
import uuid
from dataclasses import dataclass

from rest_framework.request import Request

from challenges.models import Game
from challenges.querysets import GameQuerySet
from challenges.services.cursors import read_cursor, write_cursor, wrong_cursor

PAGE_SIZE = 20
AFTER, BEFORE = "after", "before"


@dataclass(frozen=True, slots=True)
class GamePage:
    games: list[Game]
    next: str | None
    previous: str | None


def page_of_games(request: Request, query: GameQuerySet) -> GamePage:
    """The newest first. Raises InvalidInput for a cursor that is none."""
    text = request.query_params.get("cursor")
    if text is None:
        return _page_after(query, is_first=True)
    side, game = _read(text)
    if side == BEFORE:
        return _page_before(query.before(game))
    return _page_after(query.after(game), is_first=False)


def _page_after(query: GameQuerySet, *, is_first: bool) -> GamePage:
    found = list(query.newest_first()[: PAGE_SIZE + 1])
    games = found[:PAGE_SIZE]
    return GamePage(
        games=games,
        next=_cursor(AFTER, games[-1]) if len(found) > PAGE_SIZE else None,
        previous=_cursor(BEFORE, games[0]) if games and not is_first else None,
    )


def _page_before(query: GameQuerySet) -> GamePage:
    found = list(query.newest_first().reverse()[: PAGE_SIZE + 1])
    games = found[:PAGE_SIZE][::-1]
    return GamePage(
        games=games,
        next=_cursor(AFTER, games[-1]) if games else None,
        previous=_cursor(BEFORE, games[0]) if len(found) > PAGE_SIZE else None,
    )


# --- Cursors ---------------------------------------------------------------------------------


def _cursor(side: str, game: Game) -> str:
    moment = game.started_at.astimezone(datetime.UTC).isoformat()
    return write_cursor(side, moment, str(game.pk), of="games")


def _read(cursor: str) -> tuple[str, Game]:
    """The side, and as much of the game as says where it stands in the list."""
    try:
        side, moment, game_id = read_cursor(cursor, of="games")
        game = Game(id=uuid.UUID(game_id), started_at=datetime.datetime.fromisoformat(moment))
        if side in (AFTER, BEFORE) and _cursor(side, game) == cursor:
            return side, game
    except (ValueError, OverflowError):
        pass
    raise wrong_cursor()
