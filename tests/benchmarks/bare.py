"""The least that a DRF view can do and still change a row for somebody with a token."""

import uuid

from django.db import transaction
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from challenges.models import Game


class BareView(APIView):
    """Authenticates as a move does, reads one row, updates it, and answers with next to nothing."""

    throttle_classes = []

    def post(self, request: Request, game_id: uuid.UUID) -> Response:
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id, player=request.user)
            game.total = 1 - game.total
            game.save(update_fields=["total"])
        return Response({"total": game.total})
