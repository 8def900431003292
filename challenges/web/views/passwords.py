"""Passwords and addresses: forgotten, reset and changed."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import View

from challenges.services.accounts.claims import change_email
from challenges.services.accounts.devices import device_of_session
from challenges.services.accounts.passwords import (
    change_password,
    find_by_reset_key,
    request_reset,
    reset_password,
)
from challenges.services.accounts.problems import KeyNotValid, MailNotSent
from challenges.services.players import known_language
from challenges.web.account_forms import EmailForm, ForgottenForm, PasswordForm, ResetForm
from challenges.web.form_pages import FormPage
from challenges.web.pages import render_page
from challenges.web.readers import caller_of, player_of


class ForgottenView(FormPage):
    form_class = ForgottenForm
    template = "challenges/account/forgotten.html"

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        language = known_language(get_language() or "")
        request_reset(language=language, caller=caller_of(request), **fields)
        return redirect("challenges:reset-sent")


class ResetSentView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        return render_page(request, "challenges/account/reset_sent.html", {})


class ResetView(FormPage):
    form_class = ResetForm
    template = "challenges/account/reset.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        key = request.GET.get("key", "")
        try:
            find_by_reset_key(key)
        except KeyNotValid as problem:
            context = {"refusal": problem.detail}
            return render_page(request, self.template, context, status=problem.status)
        return self.show(request, ResetForm(initial={"key": key}))

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        reset_password(**fields)
        messages.success(request, _("Your new password is set. Sign in with it."))
        return redirect("challenges:sign-in")


class PasswordView(FormPage):
    form_class = PasswordForm
    template = "challenges/account/password.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        if player_of(request).is_guest:
            return redirect("challenges:claim")
        return super().get(request)

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        player = player_of(request)
        device = device_of_session(player, request.session.session_key)
        player = change_password(player=player, device=device, **fields)
        update_session_auth_hash(request, player)
        messages.success(request, _("Your password is changed. All other devices are signed out."))
        return redirect("challenges:account")


class EmailView(FormPage):
    form_class = EmailForm
    template = "challenges/account/email.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        if player_of(request).is_guest:
            return redirect("challenges:claim")
        return super().get(request)

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        try:
            change_email(player=player_of(request), caller=caller_of(request), **fields)
        except MailNotSent as problem:
            messages.warning(request, problem.detail)
        return redirect("challenges:look-in-mail")
