"""Days, and the chain of their commitments."""

import datetime
from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from challenges.api import representations, schema
from challenges.api.fields import TIME_ZONE
from challenges.api.inputs import date_range, position
from challenges.api.review_serializers import LookBackOutput
from challenges.api.serializers import ChainOutput, DayListOutput, DayOutput
from challenges.api.views.base import PublicView, reader_of, today_for
from challenges.engine.dice import CHAIN_START
from challenges.models import Day, Game
from challenges.querysets import days, games
from challenges.services.days import find_day
from challenges.services.perfect_play.look_backs import day_looked_back_at
from config import clock
from config.errors import NotFound

COMMITMENTS_PER_ANSWER = 5000  # thirteen years: the chain is one download


class DayView(PublicView):
    @extend_schema(
        operation_id="get_day", responses=schema.answers({200: DayOutput}, 401, 404, 429)
    )
    def get(self, request: Request, date: datetime.date) -> Response:
        """A day: its status, window and commitment, and my game of it."""
        return Response(self.day_for(request, date))

    def day_for(self, request: Request, date: datetime.date) -> dict[str, Any]:
        """Raises NotFound."""
        day = find_day(date)
        if day is None:
            raise NotFound
        reader = reader_of(request)
        mine = games().of(reader).ranked().filter(day=date).with_day().first() if reader else None
        return self.answer_about(day, mine)

    def answer_about(self, day: Day, my_game: Game | None) -> dict[str, Any]:
        return representations.day_json(day, clock.now(), my_game=my_game)


class TodayView(DayView):
    @extend_schema(
        operation_id="get_today",
        responses=schema.answers({200: DayOutput}, 400, 401, 404, 429),
        parameters=[
            OpenApiParameter(
                "time_zone", TIME_ZONE, description="IANA name, for readers without an account."
            )
        ],
    )
    def get(self, request: Request) -> Response:  # type: ignore[override]
        """The day whose date it is for the reader."""
        return Response(self.day_for(request, today_for(request, clock.now())))


class DaysView(PublicView):
    @extend_schema(
        operation_id="list_days",
        responses=schema.answers({200: DayListOutput}, 400, 401, 429),
        parameters=[
            OpenApiParameter("from", datetime.date, required=True),
            OpenApiParameter("to", datetime.date, required=True, description="At most 62 days."),
        ],
    )
    def get(self, request: Request) -> Response:
        """The days of a span of dates that exist."""
        first, last = date_range(request)
        reader = reader_of(request)
        mine: dict[datetime.date, Game] = {}
        if reader:
            ranked = games().of(reader).ranked().filter(day__gte=first, day__lte=last).with_day()
            mine = {game.day.date: game for game in ranked if game.day}
        found = list(days().with_look_back().between(first, last))
        return Response({"days": self.answers_about(found, mine)})

    def answers_about(
        self, found: list[Day], mine: Mapping[datetime.date, Game]
    ) -> list[dict[str, Any]]:
        moment = clock.now()
        return [representations.day_json(day, moment, my_game=mine.get(day.date)) for day in found]


class LookBackView(PublicView):
    @extend_schema(
        operation_id="get_look_back",
        responses=schema.answers({200: LookBackOutput}, 401, 404, 409, 429, 503),
    )
    def get(self, request: Request, date: datetime.date) -> Response:
        """What a closed day's dice were worth: the game of best play, and the best there was."""
        return Response(representations.look_back_json(day_looked_back_at(date)))


class CommitmentsView(PublicView):
    @extend_schema(
        operation_id="list_commitments",
        responses=schema.answers({200: ChainOutput}, 400, 401, 429),
        parameters=[
            OpenApiParameter("after", schema.POSITION, description="Start after this position.")
        ],
    )
    def get(self, request: Request) -> Response:
        """The chain of commitments; nothing in it is ever replaced."""
        found = list(days().after_position(position(request))[: COMMITMENTS_PER_ANSWER + 1])
        entries = found[:COMMITMENTS_PER_ANSWER]
        return Response(
            {
                "start": CHAIN_START,
                "entries": [representations.commitment_json(day) for day in entries],
                "next": entries[-1].position if len(found) > len(entries) else None,
            }
        )
