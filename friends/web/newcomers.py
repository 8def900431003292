"""Whoever follows a link: a player, or somebody who becomes a guest by what they do."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth import login
from django.http import HttpRequest

from challenges.models import Player
from challenges.web.forms import StartForm, check
from challenges.web.readers import guest_details, reader_of
from friends.services.newcomers import as_guest

T = TypeVar("T")


def as_reader_or_guest(request: HttpRequest, do: Callable[[Player], T]) -> T:
    """What `do` makes of the reader, or of a new guest, who is signed in. Raises what it does."""
    form = StartForm(request.POST)
    check(form)
    if reader := reader_of(request):
        return do(reader)
    guest, done = as_guest(do, **guest_details(request, **form.cleaned_data))
    login(request, guest)
    return done
