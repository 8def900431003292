"""Whom a player wants to have nothing to do with."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import schema
from challenges.api.inputs import checked
from challenges.api.representations import player_json
from challenges.api.views.base import player_of
from friends.api.serializers import BlockListOutput, OtherPlayerInput
from friends.services.friendships import block, blocked_by, unblock


class BlocksView(APIView):
    @extend_schema(
        operation_id="list_blocks", responses=schema.answers({200: BlockListOutput}, 401, 429)
    )
    def get(self, request: Request) -> Response:
        """Whom I blocked, the last one first."""
        found = blocked_by(player_of(request))
        return Response({"players": [player_json(one) for one in found]})

    @extend_schema(
        operation_id="block_player",
        request=OtherPlayerInput,
        responses=schema.answers({204: None}, 400, 401, 403, 404, 409, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """End everything between somebody and me, and let nothing begin. A repeat changes nothing.

        Neither of us finds the other any more.
        """
        fields = checked(OtherPlayerInput, request)
        block(player=player_of(request), other_id=fields["player"])
        return Response(status=204)


class BlockView(APIView):
    @extend_schema(
        operation_id="unblock_player",
        request=None,
        responses=schema.answers({204: None}, 401, 403, 404, 422, 429),
    )
    def delete(self, request: Request, player_id: uuid.UUID) -> Response:
        """Let somebody find me again. A repeat changes nothing."""
        unblock(player=player_of(request), other_id=player_id)
        return Response(status=204)
