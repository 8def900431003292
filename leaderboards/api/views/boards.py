"""Boards, and the advent calendar."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from challenges.api import schema
from challenges.api.fields import TIME_ZONE
from challenges.api.views.base import PublicView, reader_of, today_for
from config import clock
from config.errors import InvalidInput
from leaderboards.api.representations import calendar_json, page_json, place_json
from leaderboards.api.serializers import BoardOutput, CalendarOutput, StandingListOutput
from leaderboards.ranking import BOARDS
from leaderboards.services.advent import calendar_of, check_year
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
PERIOD = {"type": "string", "pattern": "^([0-9]{4}(-[0-9]{2}-[0-9]{2})?|all)$"}


class BoardsView(PublicView):
    @extend_schema(
        operation_id="list_leaderboards",
        responses=schema.answers({200: StandingListOutput}, 400, 401, 429),
        parameters=[ZONE],
    )
    def get(self, request: Request) -> Response:
        """Every board as it is now: how many are on it, and where I stand."""
        moment = clock.now()
        boards = current_boards(today_for(request, moment), moment)
        found = places_now(boards, reader_of(request))
        return Response({"boards": [place_json(one) for one in found]})


class BoardView(PublicView):
    @extend_schema(
        operation_id="get_leaderboard",
        responses=schema.answers({200: BoardOutput}, 400, 401, 404, 429),
        parameters=[
            OpenApiParameter(
                "board", {"type": "string", "enum": list(BOARDS)}, OpenApiParameter.PATH
            ),
            OpenApiParameter(
                "period",
                PERIOD,
                description="A date for `day` (today where missing), a year for `advent`, "
                "`all` or nothing for the others.",
            ),
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
        moment, period = clock.now(), request.query_params.get("period")
        chosen = choose(board, period, today=today_for(request, moment), moment=moment)
        return Response(page_json(_page_for(request, chosen)))


def _page_for(request: Request, chosen: Chosen) -> Page:
    reader = reader_of(request)
    cursor, around = (request.query_params.get(name) for name in ("cursor", "around"))
    if around not in (None, "me"):
        raise InvalidInput({"around": [_("Only `me` can be asked for.")]})
    if cursor is not None and around:
        raise InvalidInput({"around": [_("Give either cursor or around.")]})
    if cursor is not None:
        return page_of(chosen, reader, span_of(chosen, cursor))
    return page_around(chosen, reader) if around and reader else page_of(chosen, reader)


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
