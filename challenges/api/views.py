"""One class per address: check the form of the input, call one service, answer."""

import datetime
import uuid
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import representations, schema
from challenges.api.inputs import checked, date_range, idempotency_key, position, reader_zone
from challenges.api.pagination import page_of_games
from challenges.api.serializers import (
    ChainOutput,
    DayListOutput,
    DayOutput,
    GameListOutput,
    GameOutput,
    MoveInput,
    NewGameInput,
    PlayerOutput,
    ProfileInput,
    ProfileOutput,
    ProofOutput,
    SheetListOutput,
    SheetOutput,
    SignUpInput,
    SignUpOutput,
)
from challenges.engine.dice import CHAIN_START
from challenges.engine.sheets import SHEETS
from challenges.models import Player
from challenges.querysets import days, games, players
from challenges.services.addresses import client_address
from challenges.services.days import find_day, today_in, today_of
from challenges.services.games import find_game, make_move, start_daily_game, start_solo_game
from challenges.services.players import issue_token, known_language, sign_up_guest, update_profile
from challenges.services.problems import MoveRefused
from challenges.services.proofs import proof_of
from config import clock
from config.errors import NotFound

COMMITMENTS_PER_ANSWER = 1000


class PublicView(APIView):
    """Can be read without an account; who has one is recognised all the same."""

    permission_classes = [AllowAny]


def reader_of(request: Request) -> Player | None:
    return request.user if isinstance(request.user, Player) else None


# --- Players ---------------------------------------------------------------------------------


class SignUpView(PublicView):
    authentication_classes: list[Any] = []

    @extend_schema(
        operation_id="sign_up",
        request=SignUpInput,
        responses=schema.answers({200: SignUpOutput, 201: SignUpOutput}, 400, 415, 422, 429),
        parameters=[schema.IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> Response:
        """Sign up as a guest."""
        fields = checked(SignUpInput, request)
        fields.setdefault("language", known_language(get_language() or ""))
        player, created = sign_up_guest(
            address=client_address(request.META), key=idempotency_key(request), **fields
        )
        body = {
            "player": representations.profile_json(player, clock.now()),
            "token": issue_token(player),
        }
        return Response(body, status=201 if created else 200)


class MeView(APIView):
    @extend_schema(operation_id="get_me", responses=schema.answers({200: ProfileOutput}, 401, 429))
    def get(self, request: Request) -> Response:
        """My profile and settings."""
        return Response(representations.profile_json(request.user, clock.now()))

    @extend_schema(
        operation_id="change_me",
        request=ProfileInput,
        responses=schema.answers({200: ProfileOutput}, 400, 401, 403, 415, 429),
    )
    def patch(self, request: Request) -> Response:
        """Change some of my settings."""
        changes = checked(ProfileInput, request)
        player = update_profile(player=request.user, changes=changes)
        return Response(representations.profile_json(player, clock.now()))


class PlayerView(PublicView):
    @extend_schema(
        operation_id="get_player", responses=schema.answers({200: PlayerOutput}, 401, 404, 429)
    )
    def get(self, request: Request, player_id: uuid.UUID) -> Response:
        """What anybody may know of a player."""
        player = players().filter(pk=player_id).first()
        if player is None:
            raise NotFound
        return Response(representations.player_json(player))


# --- Rules -----------------------------------------------------------------------------------


class RulesView(PublicView):
    @extend_schema(
        operation_id="list_rules", responses=schema.answers({200: SheetListOutput}, 401, 429)
    )
    def get(self, request: Request) -> Response:
        """All sheets, in the language of Accept-Language."""
        sheets = [representations.sheet_summary_json(sheet) for sheet in SHEETS.values()]
        return Response({"sheets": sheets})


class SheetView(PublicView):
    @extend_schema(
        operation_id="get_rules",
        responses=schema.answers({200: SheetOutput}, 401, 404, 429),
        parameters=[
            OpenApiParameter("sheet", str, OpenApiParameter.PATH, enum=list(SHEETS)),
        ],
    )
    def get(self, request: Request, sheet: str) -> Response:
        """One sheet with its rows, an example for each, and the house rules it offers."""
        if sheet not in SHEETS:
            raise NotFound
        return Response(representations.sheet_json(sheet))


# --- Days ------------------------------------------------------------------------------------


class DayView(PublicView):
    @extend_schema(
        operation_id="get_day", responses=schema.answers({200: DayOutput}, 401, 404, 429)
    )
    def get(self, request: Request, date: datetime.date) -> Response:
        """A day: its status, window and commitment, and my game of it."""
        return Response(_day_for(request, date))


class TodayView(PublicView):
    @extend_schema(
        operation_id="get_today",
        responses=schema.answers({200: DayOutput}, 400, 401, 404, 429),
        parameters=[
            OpenApiParameter(
                "time_zone", str, description="IANA name, for readers without an account."
            )
        ],
    )
    def get(self, request: Request) -> Response:
        """The day whose date it is for the reader."""
        moment, reader = clock.now(), reader_of(request)
        today = today_of(reader, moment) if reader else today_in(reader_zone(request), moment)
        return Response(_day_for(request, today))


def _day_for(request: Request, date: datetime.date) -> dict[str, Any]:
    day = find_day(date)
    if day is None:
        raise NotFound
    reader = reader_of(request)
    my_game = games().of(reader).ranked().filter(day=date).with_day().first() if reader else None
    return representations.day_json(day, clock.now(), my_game=my_game)


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
        moment, reader = clock.now(), reader_of(request)
        mine = {}
        if reader:
            ranked = games().of(reader).ranked().filter(day__gte=first, day__lte=last).with_day()
            mine = {game.day_id: game for game in ranked}
        found = [
            representations.day_json(day, moment, my_game=mine.get(day.date))
            for day in days().between(first, last)
        ]
        return Response({"days": found})


class CommitmentsView(PublicView):
    @extend_schema(
        operation_id="list_commitments",
        responses=schema.answers({200: ChainOutput}, 400, 401, 429),
        parameters=[OpenApiParameter("after", int, description="Start after this position.")],
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


# --- Games -----------------------------------------------------------------------------------


class DailyGameView(APIView):
    @extend_schema(
        operation_id="start_daily_game",
        request=None,
        responses=schema.answers(
            {200: GameOutput, 201: GameOutput}, 400, 401, 403, 404, 409, 415, 429, 503
        ),
    )
    def post(self, request: Request, date: datetime.date) -> Response:
        """Start my ranked game of a day, or resume it."""
        started = start_daily_game(player=request.user, date=date)
        status = 201 if started.created else 200
        return Response(representations.game_json(started.state), status=status)


class GamesView(APIView):
    @extend_schema(
        operation_id="list_games",
        responses=schema.answers({200: GameListOutput}, 400, 401, 429),
        parameters=[OpenApiParameter("cursor", str, description="From next or previous.")],
    )
    def get(self, request: Request) -> Response:
        """My games, the newest first."""
        page = page_of_games(request, games().of(request.user).with_day())
        moment = clock.now()
        results = [representations.game_summary_json(game, moment) for game in page.games]
        return Response({"results": results, "next": page.next, "previous": page.previous})

    @extend_schema(
        operation_id="start_game",
        request=NewGameInput,
        responses=schema.answers(
            {200: GameOutput, 201: GameOutput}, 400, 401, 403, 404, 409, 415, 422, 429, 503
        ),
        parameters=[schema.IDEMPOTENCY_KEY],
    )
    def post(self, request: Request) -> Response:
        """Start a game that does not count, on new dice or on those of a day."""
        fields = checked(NewGameInput, request)
        started = start_solo_game(
            player=request.user,
            rules=fields["rules"],
            house_rules=fields["house_rules"],
            date=fields.get("day"),
            key=idempotency_key(request),
        )
        status = 201 if started.created else 200
        return Response(representations.game_json(started.state), status=status)


class GameView(APIView):
    @extend_schema(
        operation_id="get_game", responses=schema.answers({200: GameOutput}, 401, 404, 429, 503)
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """A game of mine."""
        return Response(representations.game_json(find_game(player=request.user, game_id=game_id)))


class MovesView(APIView):
    @extend_schema(
        operation_id="make_move",
        request=schema.MOVE_REQUEST,
        responses=schema.answers({200: GameOutput}, 400, 401, 403, 404, 409, 415, 422, 429, 503),
    )
    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        """Keep dice and throw the others, or write a row. May be sent again by its ply."""
        form = MoveInput(data=request.data)
        form.is_valid(raise_exception=True)
        try:
            state = make_move(
                player=request.user,
                game_id=game_id,
                ply=form.validated_data["ply"],
                move=form.move,
            )
        except MoveRefused as refusal:
            refusal.members["game"] = representations.game_json(refusal.state)
            raise
        return Response(representations.game_json(state))


class ProofView(PublicView):
    @extend_schema(
        operation_id="get_proof",
        responses=schema.answers({200: ProofOutput}, 401, 404, 409, 429, 503),
    )
    def get(self, request: Request, game_id: uuid.UUID) -> Response:
        """Seed, moves and throws, once the seed is public to the reader."""
        proof = proof_of(game_id=game_id, reader=reader_of(request))
        return Response(representations.proof_json(proof))


class UnknownView(PublicView):
    """What no other address matches."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NotFound(_("The API has no such address."))
