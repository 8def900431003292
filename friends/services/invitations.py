"""A player's invitation: a link that makes whoever follows it their friend at once."""

from django.db import transaction

from challenges.models import Player
from challenges.services.locks import locked
from config import clock
from config.errors import NotFound
from friends.models import Invitation
from friends.querysets import invitations
from friends.services import problems
from friends.services.codes import look_up, with_new_code
from friends.services.friendships import befriend
from friends.services.pairs import locked_pair


def own_invitation(player: Player) -> Invitation | None:
    return invitations().filter(player=player).first()


def invite(*, player: Player) -> tuple[Invitation, bool]:
    """The player's invitation, and if it is new. There is one until it is ended."""
    with transaction.atomic():
        player = locked(player)
        if found := own_invitation(player):
            return found, False
        return with_new_code(lambda code: _make(player, code)), True


def _make(player: Player, code: str) -> Invitation:
    invitation = Invitation(player=player, code=code, made_at=clock.now())
    invitation.save(force_insert=True)
    return invitation


def end_invitation(*, player: Player) -> None:
    """Nobody can follow the link any more; the next one has another code."""
    invitations().filter(player=player).delete()


def find_invitation(*, code: str, reader: Player | None, address: str) -> Invitation:
    """`code` is what `read_code` gives. Raises InvitationNotFound or TooManyCodes."""
    wanted = invitations().filter(code=code).visible_to(reader)
    found = look_up(wanted.first, address=address)
    if found is None:
        raise problems.InvitationNotFound
    return found


def accept_invitation(*, player: Player, code: str, address: str) -> Player:
    """Become friends with whoever invites; a repeat changes nothing.

    Raises InvitationNotFound, TooManyCodes, Yourself or TooManyFriends.
    """
    invitation = find_invitation(code=code, reader=player, address=address)
    try:
        with locked_pair(player, invitation.player_id) as pair:
            is_there = invitations().filter(player=pair.other, code=code).exists()
            if pair.are_blocked or not is_there:
                raise problems.InvitationNotFound
            if not pair.are_friends:
                befriend(pair)
    except NotFound as error:  # deleted meanwhile
        raise problems.InvitationNotFound from error
    return pair.other
