"""The boards, page by page."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views import View

from challenges.models import Day
from challenges.querysets import days
from challenges.services.days import ONE_DAY
from challenges.services.perfect_play.look_backs import look_back_of
from challenges.services.problems import DayNotClosed
from challenges.web.pages import render_page
from challenges.web.readers import reader_of, today_for
from config import clock
from config.errors import InvalidInput
from friends.querysets import friendships
from leaderboards.ranking import BOARDS, OF_DAYS, Board, date_of
from leaderboards.services.advent import FIRST_YEAR, current_year
from leaderboards.services.among import page_among_friends
from leaderboards.services.cursors import span_of
from leaderboards.services.places import (
    Chosen,
    Page,
    choose,
    page_around,
    page_of,
)
from leaderboards.web.tables import FRIENDS, BoardTable
from leaderboards.web.texts import MEANINGS, TABS

ME = "me"


class BoardView(View):
    def get(self, request: HttpRequest, code: str = Board.DAY.code) -> HttpResponse:
        """A page of a board: its beginning, around the reader, or where a cursor says."""
        moment = clock.now()
        today = today_for(request, moment)
        try:
            chosen = choose(code, request.GET.get("period"), today=today, moment=moment)
        except DayNotClosed as refusal:
            return _later(request, BOARDS[code], refusal)
        context = {
            **_board(request, chosen),
            "tabs": TABS.items(),
            "period": _period(chosen, today, moment),
        }
        return render_page(request, "leaderboards/board.html", context)


def _later(request: HttpRequest, board: Board, refusal: DayNotClosed) -> HttpResponse:
    """In place of a board that nobody reads yet, what it will be."""
    context = {
        "board": {"board": board, "meaning": MEANINGS[board]},
        "tabs": TABS.items(),
        "refusal": refusal,
    }
    return render_page(request, "leaderboards/board_later.html", context, status=refusal.status)


def _board(request: HttpRequest, chosen: Chosen) -> dict[str, Any]:
    """Among friends of a reader who asks for it; who has no account reads everybody's."""
    reader, among = reader_of(request), request.GET.get("among")
    if among not in (None, FRIENDS):
        raise InvalidInput({"among": [_("Only boards among `friends` can be asked for.")]})
    if not among or reader is None:
        return {"board": BoardTable(_page(request, chosen), reader)}
    board = BoardTable(page_among_friends(chosen, reader), reader, is_among_friends=True)
    has_friends = board.has_others or friendships().of(reader).exists()
    return {"board": board, "has_friends": has_friends}


def _page(request: HttpRequest, chosen: Chosen) -> Page:
    reader, around = reader_of(request), request.GET.get("around")
    if around not in (None, ME):
        raise InvalidInput({"around": [_("There are rows around `me` only.")]})
    if around and reader:
        return page_around(chosen, reader)
    cursor = request.GET.get("cursor")
    return page_of(chosen, reader, None if cursor is None else span_of(chosen, cursor))


@dataclass(frozen=True, slots=True)
class Period:
    """Of a board that is not for all time, with the steps to those beside it."""

    before: str | None
    after: str | None
    date: datetime.date
    """The day; of a year its first one."""
    status: str = ""
    closes_at: datetime.datetime | None = None
    is_pending: bool = False
    """Some of the day's games have no review yet, and so no place by their skill."""


def _period(chosen: Chosen, today: datetime.date, moment: datetime.datetime) -> Period | None:
    if chosen.board in OF_DAYS:
        day = _closed_day if chosen.board is Board.DAY_SKILL else _day
        return day(date_of(chosen.periods[0]), today, moment)
    if chosen.board is Board.ADVENT:
        return _year(chosen.periods[0], current_year(today))
    return None


def _day(date: datetime.date, today: datetime.date, moment: datetime.datetime) -> Period:
    there: dict[datetime.date, Day] = days().between(date - ONE_DAY, date).in_bulk()
    day = there[date]
    return Period(
        before=(date - ONE_DAY).isoformat() if date - ONE_DAY in there else None,
        after=(date + ONE_DAY).isoformat() if date < today else None,
        date=date,
        status=day.status_at(moment),
        closes_at=day.closes_at,
    )


def _closed_day(date: datetime.date, today: datetime.date, moment: datetime.datetime) -> Period:
    """Its steps lead to closed days alone."""
    found = days().with_look_back().between(date - ONE_DAY, date + ONE_DAY).closed()
    there: dict[datetime.date, Day] = found.in_bulk()
    look_back = look_back_of(there[date])
    return Period(
        before=(date - ONE_DAY).isoformat() if date - ONE_DAY in there else None,
        after=(date + ONE_DAY).isoformat() if date + ONE_DAY in there else None,
        date=date,
        status=there[date].status_at(moment),
        closes_at=there[date].closes_at,
        is_pending=look_back is None or look_back.reviewed_at is None,
    )


def _year(year: int, current: int) -> Period:
    return Period(
        before=f"{year - 1:04}" if year > FIRST_YEAR else None,
        after=f"{year + 1:04}" if year < current else None,
        date=datetime.date(year, 1, 1),
    )
