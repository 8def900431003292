"""Passing a game on, and withdrawing the challenge."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views import View

from challenges.services.addresses import client_address
from challenges.web.forms import check
from challenges.web.readers import player_of
from friends.services.challenges import pass_on, withdraw
from friends.services.codes import read_code
from friends.web.forms import PassOnForm


class PassOnView(View):
    def post(self, request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        """Make the challenge, or find the one that is made; its page has the link to share."""
        form = PassOnForm(request.POST)
        check(form)
        challenge, _is_new = pass_on(
            player=player_of(request),
            game_id=game_id,
            kind=form.cleaned_data["kind"],
            allows_hints=form.cleaned_data["hints"],
        )
        return redirect("friends:challenge", challenge.pk)


class WithdrawView(View):
    def post(self, request: HttpRequest, code: str) -> HttpResponse:
        code, address = read_code(code), client_address(request.META)
        withdraw(player=player_of(request), code=code, address=address)
        messages.success(request, _("Withdrawn. Nobody new can take this challenge."))
        return redirect("friends:challenge", code)
