"""An invitation: made and ended by who invites, followed by friends."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views import View

from challenges.services.addresses import client_address
from challenges.web.forms import new_key
from challenges.web.pages import render_page
from challenges.web.readers import player_of, reader_of
from config.errors import Problem
from friends.querysets import friendships
from friends.services.codes import invitation_link, read_code
from friends.services.invitations import (
    accept_invitation,
    end_invitation,
    find_invitation,
    invite,
)
from friends.services.problems import (
    InvitationNotFound,
    MalformedCode,
    TooManyFriends,
    Yourself,
)
from friends.web.newcomers import as_reader_or_guest


class InviteView(View):
    def post(self, request: HttpRequest) -> HttpResponse:
        """Make the link, or keep the one there is."""
        invite(player=player_of(request))
        messages.success(request, _("Here is your link. Whoever follows it is your friend."))
        return redirect("friends:friends")


class EndView(View):
    def post(self, request: HttpRequest) -> HttpResponse:
        end_invitation(player=player_of(request))
        messages.success(request, _("Your link leads nowhere now. Your friends stay."))
        return redirect("friends:friends")


class InvitationView(View):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """What is no code is answered like a code that leads nowhere."""
        try:
            return super().dispatch(request, *args, **kwargs)
        except MalformedCode as problem:
            return _no_invitation(request, problem)

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """Looking accepts nothing, so chats may follow the link."""
        if (canonical := read_code(code)) != code:
            return redirect("friends:invitation", canonical, permanent=True)
        return _page(request, code)

    def post(self, request: HttpRequest, code: str) -> HttpResponse:
        """Become friends; whoever has no account becomes a guest. A repeat changes nothing."""
        code, address = read_code(code), client_address(request.META)
        try:
            inviter = as_reader_or_guest(
                request, lambda player: accept_invitation(player=player, code=code, address=address)
            )
        except InvitationNotFound as refusal:
            return _no_invitation(request, refusal)
        except (Yourself, TooManyFriends) as refusal:
            return _page(request, code, refusal=refusal)
        text = _("You and %(name)s are friends now.")
        messages.success(request, text % {"name": inviter.name})
        return redirect("friends:friends")


def _page(request: HttpRequest, code: str, *, refusal: Problem | None = None) -> HttpResponse:
    reader = reader_of(request)
    try:
        found = find_invitation(code=code, reader=reader, address=client_address(request.META))
    except InvitationNotFound as problem:
        return _no_invitation(request, problem)
    inviter = found.player
    context = {
        "inviter": inviter,
        "code": code,
        "link": invitation_link(code),
        "title": _("%(name)s invites you") % {"name": inviter.name},
        "is_own": reader == inviter,
        "are_friends": reader is not None and friendships().between(reader, inviter).exists(),
        "refusal": refusal.detail if refusal else "",
        "key": new_key(),
    }
    status = refusal.status if refusal else 200
    return render_page(request, "friends/invitation.html", context, status=status)


def _no_invitation(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Unknown, ended or blocked: the page does not say which."""
    context = {"problem": problem}
    return render_page(request, "friends/no_invitation.html", context, status=problem.status)
