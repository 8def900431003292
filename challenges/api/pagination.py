"""Pages of lists, by an opaque cursor that says where a page begins or ends.

It names a row and not a number of rows, so that what is added meanwhile shifts no page.
"""

import datetime
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import Model
from rest_framework.request import Request

from challenges.querysets import NewestFirst
from challenges.services.cursors import read_cursor, write_cursor, wrong_cursor

M = TypeVar("M", bound=Model)

PAGE_SIZE = 20
AFTER, BEFORE = "after", "before"


@dataclass(frozen=True, slots=True)
class Page(Generic[M]):
    rows: list[M]
    next: str | None
    previous: str | None


def page_of(request: Request, query: NewestFirst[M], *, of: str) -> Page[M]:
    """The newest first; `of` names the list. Raises InvalidInput for a cursor that is none."""
    text = request.query_params.get("cursor")
    if text is None:
        return _page_after(query, of, is_first=True)
    side, row = _read(text, query, of)
    if side == BEFORE:
        return _page_before(query.before(row), of)
    return _page_after(query.after(row), of, is_first=False)


def _page_after(query: NewestFirst[M], of: str, *, is_first: bool) -> Page[M]:
    found = list(query.newest_first()[: PAGE_SIZE + 1])
    rows = found[:PAGE_SIZE]
    return Page(
        rows=rows,
        next=_cursor(AFTER, rows[-1], query, of) if len(found) > PAGE_SIZE else None,
        previous=_cursor(BEFORE, rows[0], query, of) if rows and not is_first else None,
    )


def _page_before(query: NewestFirst[M], of: str) -> Page[M]:
    found = list(query.newest_first().reverse()[: PAGE_SIZE + 1])
    rows = found[:PAGE_SIZE][::-1]
    return Page(
        rows=rows,
        next=_cursor(AFTER, rows[-1], query, of) if rows else None,
        previous=_cursor(BEFORE, rows[0], query, of) if len(found) > PAGE_SIZE else None,
    )


# --- Cursors ---------------------------------------------------------------------------------


def _cursor(side: str, row: M, query: NewestFirst[M], of: str) -> str:
    moment: datetime.datetime = getattr(row, query.time)
    key = str(getattr(row, query.key))
    return write_cursor(side, moment.astimezone(datetime.UTC).isoformat(), key, of=of)


def _read(cursor: str, query: NewestFirst[M], of: str) -> tuple[str, M]:
    """The side, and as much of the row as says where it stands in the list."""
    try:
        side, moment, key = read_cursor(cursor, of=of)
    except ValueError:
        raise wrong_cursor() from None
    place = {query.time: datetime.datetime.fromisoformat(moment), query.key: key}
    return side, query.model(**place)
