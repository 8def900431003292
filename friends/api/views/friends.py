"""Friends, and requests to be friends."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import schema
from challenges.api.inputs import checked
from challenges.api.representations import player_json
from challenges.api.views.base import player_of
from challenges.models import Player
from challenges.services.addresses import client_address
from friends.api.representations import friend_json
from friends.api.schema import NEW_FRIEND_REQUEST
from friends.api.serializers import (
    FriendListOutput,
    FriendOutput,
    NewFriendInput,
    OtherPlayerInput,
    RelationOutput,
    RequestListOutput,
)
from friends.services.codes import read_code
from friends.services.friendships import (
    accept,
    ask,
    drop_request,
    friend_of,
    friends_of,
    requests_of,
    requests_to,
    unfriend,
)
from friends.services.invitations import accept_invitation


class FriendsView(APIView):
    @extend_schema(
        operation_id="list_friends", responses=schema.answers({200: FriendListOutput}, 401, 429)
    )
    def get(self, request: Request) -> Response:
        """My friends by name, with what came of the dice that both of us played."""
        found = friends_of(player_of(request))
        return Response({"friends": [friend_json(friend) for friend in found]})

    @extend_schema(
        operation_id="add_friend",
        request=NEW_FRIEND_REQUEST,
        responses=schema.answers({200: FriendOutput}, 400, 401, 403, 404, 409, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Accept a request or an invitation. A repeat changes nothing."""
        fields, player = checked(NewFriendInput, request), player_of(request)
        if "invitation" in fields:
            other_id = _invited(request, player, fields["invitation"])
        else:
            other_id = fields["player"]
            accept(player=player, other_id=other_id)
        return Response(friend_json(friend_of(player=player, other_id=other_id)))


def _invited(request: Request, player: Player, code: str) -> uuid.UUID:
    address = client_address(request.META)
    return accept_invitation(player=player, code=read_code(code), address=address).pk


class FriendView(APIView):
    @extend_schema(
        operation_id="end_friendship",
        request=None,
        responses=schema.answers({204: None}, 401, 403, 404, 422, 429),
    )
    def delete(self, request: Request, player_id: uuid.UUID) -> Response:
        """Be friends no more, for both. A repeat changes nothing."""
        unfriend(player=player_of(request), other_id=player_id)
        return Response(status=204)


class RequestsView(APIView):
    @extend_schema(
        operation_id="list_friend_requests",
        responses=schema.answers({200: RequestListOutput}, 401, 429),
    )
    def get(self, request: Request) -> Response:
        """Who asks me, and whom I asked; who declined does not show."""
        player = player_of(request)
        lists = {"asks": requests_to(player), "asked": requests_of(player)}
        return Response(
            {name: [player_json(one) for one in found] for name, found in lists.items()}
        )

    @extend_schema(
        operation_id="ask_friend",
        request=OtherPlayerInput,
        responses=schema.answers({200: RelationOutput}, 400, 401, 403, 404, 409, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Ask somebody to be friends; who has asked me is my friend by it."""
        fields = checked(OtherPlayerInput, request)
        relation = ask(player=player_of(request), other_id=fields["player"])
        return Response({"friendship": relation.value})


class RequestView(APIView):
    @extend_schema(
        operation_id="drop_friend_request",
        request=None,
        responses=schema.answers({204: None}, 401, 403, 404, 422, 429),
    )
    def delete(self, request: Request, player_id: uuid.UUID) -> Response:
        """Take my request back, or decline theirs. A repeat changes nothing."""
        drop_request(player=player_of(request), other_id=player_id)
        return Response(status=204)
