"""Pages of lists, by an opaque cursor that says where the last page ended."""

from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from challenges.models import Game
from challenges.querysets import GameQuerySet


@dataclass(frozen=True, slots=True)
class GamePage:
    games: list[Game]
    next: str | None
    previous: str | None


class _NewestFirst(CursorPagination):
    page_size = 20
    ordering = ("-started_at", "id")


def page_of_games(request: Request, query: GameQuerySet) -> GamePage:
    paginator = _NewestFirst()
    found = paginator.paginate_queryset(query, request) or []
    return GamePage(
        games=list(found),
        next=_cursor(paginator.get_next_link()),
        previous=_cursor(paginator.get_previous_link()),
    )


def _cursor(link: str | None) -> str | None:
    return parse_qs(urlsplit(link).query)["cursor"][0] if link else None
