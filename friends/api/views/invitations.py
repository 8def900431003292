"""The link that makes whoever follows it a friend."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import schema
from challenges.api.views.base import PublicView, player_of, reader_of
from challenges.models import Player
from challenges.services.addresses import client_address
from friends.api.representations import invitation_json, my_invitation_json
from friends.api.schema import CODE
from friends.api.serializers import InvitationOutput, MyInvitationOutput
from friends.services.codes import read_code
from friends.services.friendships import Relation, relations_of
from friends.services.invitations import end_invitation, find_invitation, invite, own_invitation


class MyInvitationView(APIView):
    @extend_schema(
        operation_id="get_my_invitation",
        responses=schema.answers({200: MyInvitationOutput}, 401, 429),
    )
    def get(self, request: Request) -> Response:
        """My invitation, if I have one."""
        return Response(my_invitation_json(own_invitation(player_of(request))))

    @extend_schema(
        operation_id="make_invitation",
        request=None,
        responses=schema.answers(
            {200: MyInvitationOutput, 201: MyInvitationOutput}, 401, 403, 404, 415, 429
        ),
    )
    def post(self, request: Request) -> Response:
        """Make my invitation. There is one until I end it."""
        invitation, is_new = invite(player=player_of(request))
        return Response(my_invitation_json(invitation), status=201 if is_new else 200)

    @extend_schema(
        operation_id="end_invitation",
        request=None,
        responses=schema.answers({204: None}, 401, 403, 429),
    )
    def delete(self, request: Request) -> Response:
        """End my invitation: nobody can follow it any more."""
        end_invitation(player=player_of(request))
        return Response(status=204)


class InvitationView(PublicView):
    @extend_schema(
        operation_id="get_invitation",
        responses=schema.answers({200: InvitationOutput}, 400, 401, 404, 429),
        parameters=[CODE],
    )
    def get(self, request: Request, code: str) -> Response:
        """Who invites. `POST /friends` accepts it."""
        reader = reader_of(request)
        invitation = find_invitation(
            code=read_code(code), reader=reader, address=client_address(request.META)
        )
        is_own = reader is not None and reader.pk == invitation.player_id
        relation = _relation(invitation.player, reader) if reader and not is_own else None
        return Response(invitation_json(invitation, is_own=is_own, relation=relation))


def _relation(player: Player, reader: Player) -> Relation:
    return relations_of(reader, [player.pk])[player.pk]
