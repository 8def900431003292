"""Boards, and the advent calendar."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from challenges.api import schema
from challenges.api.fields import TIME_ZONE
from challenges.api.views.base import PublicView, reader_of, today_for
from challenges.models import Player
from config import clock
from config.errors import InvalidInput
from leaderboards.api.representations import calendar_json, page_json, place_json
from leaderboards.api.serializers import BoardOutput, CalendarOutput, StandingListOutput
from leaderboards.ranking import BOARDS
from leaderboards.services.advent import calendar_of, check_year
from leaderboards.services.among import page_among_friends, places_among_friends
from leaderboards.services.cursors import span_of
from leaderboards.services.places import (
    Chosen,
    Page,
    choose,
    current_boards,
    page_around,
    page_of,
    places_now,
)

ZONE = OpenApiParameter(
    "time_zone", TIME_ZONE, description="IANA name, for readers without an account."
)
AMONG = OpenApiParameter(
    "among",
    {"type": "string", "enum": ["friends"]},
    description="Only my friends and I, ranked as if nobody else played. It needs an account, and "
    "takes no cursor: all rows are in one answer.",
)
PERIOD = {"type": "string", "pattern": "^([0-9]{4}(-[0-9]{2}-[0-9]{2})?|all)$"}


class BoardsView(PublicView):
    @extend_schema(
        operation_id="list_leaderboards",
        responses=schema.answers({200: StandingListOutput}, 400, 401, 429),
        parameters=[AMONG, ZONE],
    )
    def get(self, request: Request) -> Response:
        """Every board as it is now: how many are on it, and where I stand."""
        friend, moment = _reader_among_friends(request), clock.now()
        boards = current_boards(today_for(request, moment), moment)
        if friend:
            found = places_among_friends(boards, friend)
        else:
            found = places_now(boards, reader_of(request))
        return Response({"boards": [place_json(one) for one in found]})


class BoardView(PublicView):
    @extend_schema(
        operation_id="get_leaderboard",
        responses=schema.answers({200: BoardOutput}, 400, 401, 404, 409, 429),
        parameters=[
            OpenApiParameter(
                "board", {"type": "string", "enum": list(BOARDS)}, OpenApiParameter.PATH
            ),
            OpenApiParameter(
                "period",
                PERIOD,
                description="A date for `day` (today where missing) and `day-skill` (a closed "
                "day; the last one where missing), a year for `advent`, `all` or nothing for the "
                "others.",
            ),
            AMONG,
            OpenApiParameter("cursor", schema.CURSOR, description="From next or previous."),
            OpenApiParameter(
                "around",
                {"type": "string", "enum": ["me"]},
                description="The page in whose middle I stand; the first one if I do not.",
            ),
            ZONE,
        ],
    )
    def get(self, request: Request, board: str) -> Response:
        """Fifty rows of a board, my place, and how the values are distributed."""
        friend, moment = _reader_among_friends(request), clock.now()
        today, period = today_for(request, moment), request.query_params.get("period")
        chosen = choose(board, period, today=today, moment=moment)
        cursor, is_around = _where(request)
        if friend is None:
            return Response(page_json(_page(chosen, reader_of(request), cursor, is_around)))
        if cursor is not None:
            raise InvalidInput({"cursor": [_("A board among friends is one page.")]})
        return Response(page_json(page_among_friends(chosen, friend)))


def _reader_among_friends(request: Request) -> Player | None:
    """Who asks for a board among friends; None where everybody's is asked for."""
    among, reader = request.query_params.get("among"), reader_of(request)
    if among is None:
        return None
    if among != "friends":
        raise InvalidInput({"among": [_("Only `friends` can be asked for.")]})
    if reader is None:
        raise NotAuthenticated
    return reader


def _where(request: Request) -> tuple[str | None, bool]:
    """A cursor, or if the page around the reader is asked for."""
    cursor, around = (request.query_params.get(name) for name in ("cursor", "around"))
    if around not in (None, "me"):
        raise InvalidInput({"around": [_("Only `me` can be asked for.")]})
    if cursor is not None and around:
        raise InvalidInput({"around": [_("Give either cursor or around.")]})
    return cursor, around is not None


def _page(chosen: Chosen, reader: Player | None, cursor: str | None, is_around: bool) -> Page:
    if cursor is not None:
        return page_of(chosen, reader, span_of(chosen, cursor))
    return page_around(chosen, reader) if is_around and reader else page_of(chosen, reader)


class AdventView(PublicView):
    @extend_schema(
        operation_id="get_advent",
        responses=schema.answers({200: CalendarOutput}, 400, 401, 404, 429),
        parameters=[ZONE],
    )
    def get(self, request: Request, year: int) -> Response:
        """The 24 doors of a year, as they are for me now."""
        moment = clock.now()
        today = today_for(request, moment)
        check_year(year, today)
        calendar = calendar_of(year, reader_of(request), today=today, moment=moment)
        return Response(calendar_json(calendar))
