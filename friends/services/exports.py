"""What is held of a player's challenges and friends, for the player."""

import datetime
from typing import Any

from challenges.models import Player
from friends.querysets import attempts, blocks, challenges, friendships, requests
from friends.services.codes import shown
from friends.services.invitations import own_invitation

Json = dict[str, Any]


def exported_parts(player: Player) -> Json:
    """Others appear by their ids."""
    invitation = own_invitation(player)
    return {
        "challenges": [
            {
                "code": shown(row.code),
                "game": str(row.game_id),
                "kind": row.kind,
                "hints": row.allows_hints,
                "made_at": _moment(row.made_at),
                "withdrawn_at": _moment(row.withdrawn_at),
            }
            for row in challenges().of(player)
        ],
        "challenges_taken": [
            {
                "code": shown(row.challenge_id),
                "game": str(row.game_id),
                "accepted_at": _moment(row.accepted_at),
            }
            for row in attempts().of(player).order_by("-accepted_at", "challenge")
        ],
        "friends": [
            {"player": str(row.friend_id), "since": _moment(row.since)}
            for row in friendships().of(player).order_by("since", "friend")
        ],
        "friend_requests": [
            {"player": str(row.receiver_id), "sent_at": _moment(row.sent_at)}
            for row in requests().shown_to_sender(player).order_by("sent_at", "receiver")
        ],
        "blocks": [
            {"player": str(row.blocked_id), "blocked_at": _moment(row.blocked_at)}
            for row in blocks().of(player).order_by("blocked_at", "blocked")
        ],
        "invitation": shown(invitation.code) if invitation else None,
    }


def _moment(moment: datetime.datetime | None) -> str | None:
    return moment.astimezone(datetime.UTC).isoformat() if moment else None
