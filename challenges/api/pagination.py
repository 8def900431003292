"""Pages of lists, by an opaque cursor that says where the last page ended."""

import datetime
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

from challenges.models import Game
from challenges.querysets import GameQuerySet
from config.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class GamePage:
    games: list[Game]
    next: str | None
    previous: str | None


class _NewestFirst(CursorPagination):
    page_size = 20
    ordering = ("-started_at", "id")

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Raises InvalidInput for what cannot be a cursor of this list."""
        try:
            cursor = super().decode_cursor(request)
            if cursor and cursor.position is not None:
                _check_moment(str(cursor.position))
        except (NotFound, ValueError, OverflowError) as error:
            raise InvalidInput({"cursor": [_("This is no cursor of this list.")]}) from error
        return cursor


def page_of_games(request: Request, query: GameQuerySet) -> GamePage:
    paginator = _NewestFirst()
    found = paginator.paginate_queryset(query, request) or []
    return GamePage(
        games=list(found),
        next=_cursor(paginator.get_next_link()),
        previous=_cursor(paginator.get_previous_link()),
    )


def _check_moment(text: str) -> None:
    """Raises ValueError or OverflowError for what the database could not compare with."""
    moment = datetime.datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    moment.astimezone(datetime.UTC)


def _cursor(link: str | None) -> str | None:
    return parse_qs(urlsplit(link).query)["cursor"][0] if link else None
