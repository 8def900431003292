"""What anybody may see of a player."""

import uuid
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views import View

from challenges.models import Player
from challenges.services.countries import country_name
from challenges.services.players import find_player
from challenges.services.reports import report_name
from challenges.web.pages import render_page
from challenges.web.panels import panels_of_player
from challenges.web.readers import player_of, reader_of


class PlayerView(View):
    template: ClassVar[str] = "challenges/player.html"

    def more(self, request: HttpRequest, player: Player) -> dict[str, Any]:
        """What a page of another app shows besides."""
        return {}

    def get(self, request: HttpRequest, player_id: uuid.UUID) -> HttpResponse:
        reader = reader_of(request)
        player = find_player(player_id=player_id, reader=reader)
        context = {
            "player": player,
            "country": country_name(player.country),
            "panels": panels_of_player(player, reader),
            **self.more(request, player),
        }
        return render_page(request, self.template, context)


class ReportView(View):
    def post(self, request: HttpRequest, player_id: uuid.UUID) -> HttpResponse:
        """Tell the operators that the name is offensive. A repeat changes nothing."""
        report_name(reporter=player_of(request), player_id=player_id)
        messages.success(request, _("Thank you. The operators will look at the name."))
        return redirect("challenges:player", player_id)
