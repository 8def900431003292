"""What somebody without an account does first: there is a new guest and it is done, or neither."""

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction

from challenges.models import Player
from challenges.services.sign_up import sign_up_guest

T = TypeVar("T")


def as_guest(
    do: Callable[[Player], T], *, address: str, time_zone: str, language: str, key: str
) -> tuple[Player, T]:
    """The guest, who is one however often the key comes, and what `do` makes of them.

    Raises what `do` does, TooManyGuests or KeyReused; nobody has signed up then.
    """
    with transaction.atomic():
        player, _is_new = sign_up_guest(
            address=address, time_zone=time_zone, language=language, key=key
        )
        return player, do(player)
