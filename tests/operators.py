"""The operators of the tests: what they see of the admin site, and what they press there."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client

from challenges.models import Player

PASSWORD = "a long password of the operator"


@dataclass
class Operator:
    """Uses the admin site with a session of its own."""

    player: Player

    def __post_init__(self) -> None:
        self.client = Client(REMOTE_ADDR="203.0.113.9")
        self.client.force_login(self.player)
        # Tests move the clock by days, and would have to sign in again.
        session = self.client.session
        session.set_expiry(None)
        session.save()

    def get(self, path: str, **query: str) -> HttpResponse:
        return self.client.get(f"/admin/{path}", query)

    def see(self, path: str, **query: str) -> str:
        """The text of a page, without its markup."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, (path, answer.status_code)
        return text_of(answer)

    def press(self, path: str, **fields: Any) -> str:
        """The text of the page that follows a button."""
        answer = self.client.post(f"/admin/{path}", fields, follow=True)
        assert answer.status_code == 200, (path, answer.status_code)
        return text_of(answer)

    def operate(self, player: Player, operation: str, **fields: str) -> str:
        return self.press(f"challenges/player/{player.pk}/operations/{operation}", **fields)


def text_of(answer: HttpResponse) -> str:
    without_tags = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return " ".join(html.unescape(without_tags).split())


def make_operator(name: str = "Anna", *permissions: str, **fields: Any) -> Operator:
    """A superuser; with permissions, staff with just these."""
    player = Player.objects.create_superuser(
        password=PASSWORD, name=name, email=f"{name.lower()}@example.org", **fields
    )
    if permissions:
        player.is_superuser = False
        player.save()
        player.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return Operator(Player.objects.get(pk=player.pk))


def done() -> list[tuple[str, str, str]]:
    """What stands in the log: who, to whom or what, and what was done; the oldest first."""
    entries = LogEntry.objects.order_by("pk").select_related("user")
    return [(entry.user.name, entry.object_repr, entry.change_message) for entry in entries]
