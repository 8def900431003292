"""Claiming an account, confirming its address, signing in and out."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import View

from challenges.services.accounts.claims import claim_account, send_again
from challenges.services.accounts.devices import device_of_session, sign_out
from challenges.services.accounts.emails import confirm_email, find_waiting, waiting_email
from challenges.services.accounts.guests import left_behind
from challenges.services.accounts.problems import KeyNotValid, MailNotSent
from challenges.services.accounts.sign_in import sign_in
from challenges.web.account_forms import ClaimForm, ConfirmForm, SignInForm
from challenges.web.form_pages import FormPage
from challenges.web.forms import new_key
from challenges.web.pages import page_of_ours, render_page
from challenges.web.readers import caller_of, player_of, player_or_guest, reader_of


class AccountView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        """What can be done with the account; who has none is asked to sign in."""
        reader = reader_of(request)
        if reader is None:
            return redirect("challenges:sign-in")
        context = {"waiting_email": waiting_email(reader)}
        return render_page(request, "challenges/account/account.html", context)


# --- Claiming --------------------------------------------------------------------------------


class ClaimView(FormPage):
    form_class = ClaimForm
    template = "challenges/account/claim.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        reader = reader_of(request)
        if reader is not None and not reader.is_guest:
            return redirect("challenges:account")
        return super().get(request)

    def initial(self, request: HttpRequest) -> dict[str, Any]:
        reader = reader_of(request)
        return {"email": waiting_email(reader) if reader else None}

    def more(self, request: HttpRequest) -> dict[str, Any]:
        return {"key": request.POST.get("key") or new_key()}

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        player = player_or_guest(request, key=fields["key"], time_zone=fields["time_zone"])
        credentials = {"email": fields["email"], "password": fields["password"]}
        try:
            claim_account(player=player, caller=caller_of(request), **credentials)
        except MailNotSent as problem:
            # All that was typed is kept: only the mail is to be asked for again.
            messages.warning(request, problem.detail)
        return redirect("challenges:look-in-mail")


class LookInMailView(View):
    """Where the mail was sent, and how to have it sent again."""

    def get(self, request: HttpRequest) -> HttpResponse:
        reader = reader_of(request)
        email = waiting_email(reader) if reader else None
        if email is None:
            return redirect("challenges:account")
        return render_page(request, "challenges/account/look_in_mail.html", {"email": email})

    def post(self, request: HttpRequest) -> HttpResponse:
        email = send_again(player=player_of(request), caller=caller_of(request))
        messages.success(request, _("Another mail is on its way to %(email)s.") % {"email": email})
        return redirect("challenges:look-in-mail")


class ConfirmView(FormPage):
    """What the link in a mail opens. Looking does nothing: mail scanners look too."""

    form_class = ConfirmForm
    template = "challenges/account/confirm.html"

    def get(self, request: HttpRequest) -> HttpResponse:
        key = request.GET.get("key", "")
        try:
            address = find_waiting(key=key)
        except KeyNotValid as problem:
            refusal = {"refusal": problem.detail}
            return render_page(request, self.template, refusal, status=problem.status)
        form = None if address.verified else ConfirmForm(initial={"key": key})
        return render_page(request, self.template, {"address": address, "form": form})

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        player = confirm_email(key=fields["key"])
        is_reader = reader_of(request) == player
        text = _("%(email)s is confirmed.") if is_reader else _("Confirmed. Sign in here, too.")
        messages.success(request, text % {"email": player.email})
        return redirect("challenges:account" if is_reader else "challenges:sign-in")


# --- Signing in and out ----------------------------------------------------------------------


class SignInView(FormPage):
    form_class = SignInForm
    template = "challenges/account/sign_in.html"

    def make_form(self, request: HttpRequest, data: Mapping[str, Any] | None = None) -> forms.Form:
        form = SignInForm(data)
        if left_behind(reader_of(request)) is None:
            del form.fields["leave_guest"]
        return form

    def more(self, request: HttpRequest) -> dict[str, Any]:
        next_page = request.POST.get("next", request.GET.get("next", ""))
        return {"left_behind": left_behind(reader_of(request)), "next": next_page}

    def done(self, request: HttpRequest, fields: Mapping[str, Any]) -> HttpResponse:
        asked = {"leave_guest": False, **fields}
        player = sign_in(guest=reader_of(request), caller=caller_of(request), **asked)
        login(request, player)
        next_page = request.POST.get("next", "")
        return redirect(page_of_ours(next_page, otherwise=reverse("challenges:today")))


class SignOutView(View):
    def post(self, request: HttpRequest) -> HttpResponse:
        """Not for guests with games: nobody can sign in to a guest again."""
        player = player_of(request)
        device = device_of_session(player, request.session.session_key)
        sign_out(player=player, device=device, leave_guest=False)
        logout(request)
        messages.success(request, _("You are signed out."))
        return redirect("challenges:today")
