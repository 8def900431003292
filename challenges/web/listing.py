"""Pages of a player's games, each beginning after a game of the one before."""

import uuid

from django.http import HttpRequest

from challenges.models import Game
from challenges.querysets import GameQuerySet
from config.errors import NotFound


def page_after(
    request: HttpRequest, mine: GameQuerySet, *, size: int
) -> tuple[list[Game], Game | None]:
    """The newest after `?after=`, and the game after which the next page begins.

    Raises NotFound where the address names none of them.
    """
    rows = mine.newest_first()
    if text := request.GET.get("after"):
        rows = rows.after(_game_named(text, mine))
    found = list(rows[: size + 1])
    page = found[:size]
    return page, page[-1] if len(found) > size else None


def _game_named(text: str, mine: GameQuerySet) -> Game:
    try:
        game = mine.with_id(uuid.UUID(text)).first()
    except ValueError:
        raise NotFound from None
    if game is None:
        raise NotFound
    return game
