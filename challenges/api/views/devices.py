"""The devices that a player is signed in on."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.api import schema
from challenges.api.account_representations import device_json
from challenges.api.account_serializers import DeviceListOutput
from challenges.api.views.base import device_of, player_of
from challenges.services.accounts.devices import devices_of, end_device


class DevicesView(APIView):
    @extend_schema(
        operation_id="list_devices", responses=schema.answers({200: DeviceListOutput}, 401, 429)
    )
    def get(self, request: Request) -> Response:
        """Where I am signed in: apps by their tokens, and browsers."""
        this_one = device_of(request)
        found = devices_of(player_of(request))
        return Response({"devices": [device_json(device, this_one) for device in found]})


class DeviceView(APIView):
    @extend_schema(
        operation_id="end_device",
        request=None,
        responses=schema.answers({204: None}, 401, 403, 404, 409, 429),
    )
    def delete(self, request: Request, device_id: uuid.UUID) -> Response:
        """Sign a device out."""
        end_device(player=player_of(request), device_id=device_id)
        return Response(status=204)
