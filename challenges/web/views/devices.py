"""The devices of an account, and its end."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views import View

from challenges.models import Device
from challenges.services.accounts.deletion import delete_account
from challenges.services.accounts.devices import device_of_session, devices_of, end_device
from challenges.web.account_forms import DeleteForm, DeleteGuestForm
from challenges.web.form_pages import FormPage
from challenges.web.pages import render_page
from challenges.web.readers import player_of


class DevicesView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        player = player_of(request)
        context = {"devices": devices_of(player), "this_one": _this_one(request)}
        return render_page(request, "challenges/account/devices.html", context)


class EndDeviceView(View):
    def post(self, request: HttpRequest, device_id: uuid.UUID) -> HttpResponse:
        player, this_one = player_of(request), _this_one(request)
        end_device(player=player, device_id=device_id)
        if this_one is not None and this_one.pk == device_id:
            logout(request)
            return redirect("challenges:today")
        messages.success(request, _("That device is signed out."))
        return redirect("challenges:devices")


def _this_one(request: HttpRequest) -> Device | None:
    return device_of_session(player_of(request), request.session.session_key)


class DeleteView(FormPage):
    template = "challenges/account/delete.html"

    def make_form(self, request: HttpRequest, data: Mapping[str, Any] | None = None) -> forms.Form:
        return DeleteGuestForm(data) if player_of(request).is_guest else DeleteForm(data)

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        delete_account(
            player=player_of(request),
            password=fields.get("password"),
            confirm=fields.get("confirm", False),
            device=None,
        )
        logout(request)
        messages.success(request, _("Your account is deleted."))
        return redirect("challenges:today")
