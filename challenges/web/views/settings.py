"""The player's own settings."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _
from django.views import View

from challenges.services.looks import looks_for
from challenges.services.players import update_profile
from challenges.web.forms import SettingsForm
from challenges.web.languages import remember_language
from challenges.web.pages import render_page
from challenges.web.readers import player_of, reader_of
from config import clock


class SettingsView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        reader = reader_of(request)
        form = SettingsForm(reader, looks_for(reader, clock.now())) if reader else None
        return render_page(request, "challenges/settings.html", {"form": form})

    def post(self, request: HttpRequest) -> HttpResponse:
        player = player_of(request)
        form = SettingsForm(player, looks_for(player, clock.now()), request.POST)
        if not form.is_valid():
            return render_page(request, "challenges/settings.html", {"form": form}, status=400)
        player = update_profile(player=player, changes=form.cleaned_data)
        with translation.override(player.language):
            messages.success(request, _("Saved."))
        response = redirect("challenges:settings")
        remember_language(response, player)
        return response
