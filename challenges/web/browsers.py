"""Keeps the list of devices true for browsers."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from challenges.services.accounts.device_names import device_name
from challenges.services.accounts.devices import note_session


class RememberBrowser:
    """Notes after a page, once a day, that its session was used.

    It looks only where the page has read the session, so it asks for no player by itself: what
    is answered by a token stays without one.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        if session.accessed and response.status_code < 500 and SESSION_KEY in session:
            name = device_name(request.META.get("HTTP_USER_AGENT", ""))
            note_session(player_id=session[SESSION_KEY], session=session, name=name)
        return response
