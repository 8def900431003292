"""Friends: who they are, who asks, and what one does about each of them."""

import uuid
from abc import ABC, abstractmethod
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views import View

from challenges.models import Player
from challenges.web.forms import new_key
from challenges.web.pages import page_of_ours, render_page
from challenges.web.readers import player_of, reader_of
from config.errors import NotFound, Problem
from friends.services.codes import invitation_link
from friends.services.friendships import (
    Relation,
    accept,
    ask,
    block,
    blocked_by,
    decline,
    friends_of,
    requests_of,
    requests_to,
    take_back,
    unblock,
    unfriend,
)
from friends.services.invitations import own_invitation
from friends.web.qr_codes import ways_to_send


class FriendsView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        """The reader's friends; who has no account learns what they are for."""
        reader = reader_of(request)
        context = _people(reader) if reader else {"key": new_key()}
        return render_page(request, "friends/friends.html", context)


def _people(reader: Player) -> dict[str, Any]:
    friends = friends_of(reader)
    return {
        "asking": requests_to(reader),
        "friends": friends,
        "have_met": any(friend.record.played for friend in friends),
        "asked": requests_of(reader),
        "blocked": blocked_by(reader),
        **_invitation(reader),
    }


def _invitation(reader: Player) -> dict[str, Any]:
    invitation = own_invitation(reader)
    if invitation is None:
        return {"link": None}
    return ways_to_send(invitation_link(invitation.code), invitation.code)


# --- What one does ---------------------------------------------------------------------------


class PersonView(ABC, View):
    """A button about somebody. What is refused is said on the page that it stood on."""

    @abstractmethod
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        """Calls a service, which a repeat may do once more, and says what is so now."""

    def post(self, request: HttpRequest, player_id: uuid.UUID) -> HttpResponse:
        try:
            messages.success(request, self.do(player_of(request), player_id))
        except NotFound:
            raise
        except Problem as refusal:
            messages.warning(request, refusal.detail)
        return redirect(self.then(request))

    def then(self, request: HttpRequest) -> str:
        """The page of ours that `next` names, else that of all friends."""
        page = request.POST.get("next", "")
        return page_of_ours(page, otherwise=reverse("friends:friends"))


class AskView(PersonView):
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        if ask(player=player, other_id=other_id) is Relation.FRIENDS:
            return _("You are friends now.")
        return _("You have asked. The answer is theirs to give.")


class AcceptView(PersonView):
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        accept(player=player, other_id=other_id)
        return _("You are friends now.")


class DeclineView(PersonView):
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        decline(player=player, other_id=other_id)
        return _("Declined. They are not told, and you are not asked again.")


class TakeBackView(PersonView):
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        take_back(player=player, other_id=other_id)
        return _("You have taken your request back.")


class RemoveView(PersonView):
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        unfriend(player=player, other_id=other_id)
        return _("You are no longer friends.")


class BlockView(PersonView):
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        block(player=player, other_id=other_id)
        return _("Blocked. You no longer find one another.")

    def then(self, request: HttpRequest) -> str:
        """There is no page of theirs to come back to."""
        return reverse("friends:friends")


class UnblockView(PersonView):
    def do(self, player: Player, other_id: uuid.UUID) -> str:
        unblock(player=player, other_id=other_id)
        return _("No longer blocked. You are not friends by it.")
