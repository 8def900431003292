from typing import TYPE_CHECKING

from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from challenges.services.addresses import client_address
from challenges.services.limits import Limit, take
from challenges.services.problems import TooManyCalls

if TYPE_CHECKING:
    # Django REST framework's views import this module while they are being made.
    from rest_framework.views import APIView


class CallThrottle(BaseThrottle):
    """Counts a call: for its player, or for its address where there is no account.

    Django REST framework comes to it when credentials and permission have been checked. What is
    refused before that is counted by `count_refused`.
    """

    def __init__(self) -> None:
        self.seconds = 0

    def allow_request(self, request: Request, view: "APIView") -> bool:
        if request.user.is_authenticated:
            self.seconds = take(Limit.named("calls-of-player"), str(request.user.pk))
        else:
            self.seconds = take(Limit.named("calls-of-address"), client_address(request.META))
        return self.seconds == 0

    def wait(self) -> float:
        return self.seconds


class HasAccount(IsAuthenticated):
    """For those with an account; calls of others are counted for their address."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        allowed = super().has_permission(request, view)
        if not allowed:
            count_refused(request)
        return allowed


def count_refused(request: Request) -> None:
    """Raises TooManyCalls."""
    if wait := take(Limit.named("calls-of-address"), client_address(request.META)):
        raise TooManyCalls(wait)
