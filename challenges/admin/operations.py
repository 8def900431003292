"""Buttons of the admin site: each posts to an address of its own and calls one service."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

Operation = Callable[..., str]
"""Does it and says what is so now. Raises Refused."""


class Refused(Exception):
    """An operation that was not done; the message says why."""


def perform(
    request: HttpRequest, operation: Operation, *, is_permitted: bool, then: str, **arguments: Any
) -> HttpResponse:
    """Run an operation and go back to the page that its button stood on, which tells."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    if not is_permitted:
        raise PermissionDenied
    announce(request, operation, **arguments)
    return HttpResponseRedirect(_page_of(request) or then)


def announce(request: HttpRequest, operation: Operation, **arguments: Any) -> None:
    """Run an operation and tell what came of it on the next page."""
    try:
        messages.success(request, operation(**arguments))
    except Refused as refusal:
        messages.error(request, str(refusal))


def _page_of(request: HttpRequest) -> str | None:
    """Where `?next=` says to go back to, inside the admin site only."""
    page = request.GET.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return page if is_ours and page.startswith(reverse("admin:index")) else None
