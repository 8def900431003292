"""The language of pages: the player's own; else the one that the browser asks for."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from challenges.models import Player
from challenges.web.readers import reader_of

# The apps that have pages, by the names in their addresses.
APPS_WITH_PAGES = ("challenges", "leaderboards", "friends")


class SpeakPlayersLanguage:
    """Pages come in the language that their reader has set, whatever the browser asks for.

    The browser is told to ask for it from then on, so that the API, when the page's scripts call
    it, and the pages of those who signed out speak it too.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code >= 500 or settings.LANGUAGE_COOKIE_NAME in response.cookies:
            return response
        player = _reader_of_page(request)
        # LANGUAGE_CODE is what the browser asked for.
        if player is not None and player.language != request.LANGUAGE_CODE:
            remember_language(response, player)
        return response

    def process_view(self, request: HttpRequest, *view: Any) -> None:
        if player := _reader_of_page(request):
            translation.activate(player.language)


def _reader_of_page(request: HttpRequest) -> Player | None:
    """None outside these pages: nobody is looked up for what may need no player."""
    match = request.resolver_match
    return reader_of(request) if match and match.app_name in APPS_WITH_PAGES else None


def remember_language(response: HttpResponse, player: Player) -> None:
    """Show this browser the pages in the player's language, signed in or not."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        player.language,
        max_age=settings.SESSION_COOKIE_AGE,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
