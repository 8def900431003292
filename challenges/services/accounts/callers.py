"""Who calls, as far as limits and the links in mails need to know."""

from dataclasses import dataclass

from django.http import HttpRequest

from challenges.services.addresses import client_address


@dataclass(frozen=True, slots=True)
class Caller:
    address: str
    """What limits count for."""
    site: str
    """Where the service was called, such as `https://dice.example.org/`: links lead there."""

    @classmethod
    def of(cls, request: HttpRequest) -> "Caller":
        return cls(client_address(request.META), request.build_absolute_uri("/"))
