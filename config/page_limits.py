"""How many pages somebody may ask for; calls of the API are counted where they are answered."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

from challenges.services.addresses import client_address
from challenges.services.limits import Limit, take
from challenges.services.problems import TooManyCalls
from config.error_handlers import answer_problem

UNCOUNTED = ("/api/", "/static/", "/healthz", "/readyz")


class PageLimit:
    """Counts for the player of the session, without reading the player, or for the address."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(UNCOUNTED) and (wait := _count(request)):
            return answer_problem(request, TooManyCalls(wait))
        return self.get_response(request)


def _count(request: HttpRequest) -> int:
    if player := request.session.get(SESSION_KEY):
        return take(Limit.named("calls-of-player"), player)
    return take(Limit.named("calls-of-address"), client_address(request.META))
