"""Taking a challenge, or being invited, without an account: a new guest and it, or neither."""

from django.db import transaction

from challenges.models import Player
from challenges.services.games import Started
from challenges.services.sign_up import sign_up_guest
from friends.services.challenges import take_challenge
from friends.services.invitations import accept_invitation


def take_as_guest(
    *, code: str, address: str, time_zone: str, language: str, key: str
) -> tuple[Player, Started]:
    """The guest, who is one however often the key comes, and the game.

    Raises what take_challenge does, TooManyGuests or KeyReused; nobody has signed up then.
    """
    with transaction.atomic():
        player, _is_new = sign_up_guest(
            address=address, time_zone=time_zone, language=language, key=key
        )
        return player, take_challenge(player=player, code=code, address=address)


def accept_as_guest(
    *, code: str, address: str, time_zone: str, language: str, key: str
) -> tuple[Player, Player]:
    """The guest, who is one however often the key comes, and who invited them.

    Raises what accept_invitation does, TooManyGuests or KeyReused; nobody has signed up then.
    """
    with transaction.atomic():
        player, _is_new = sign_up_guest(
            address=address, time_zone=time_zone, language=language, key=key
        )
        return player, accept_invitation(player=player, code=code, address=address)
