from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from challenges.services.addresses import client_address
from challenges.services.limits import Limit, take

if TYPE_CHECKING:
    # Django REST framework's views import this module while they are being made.
    from rest_framework.views import APIView


class CallThrottle(BaseThrottle):
    """Counts every call: for its player, or for its address where there is no account."""

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
