"""What answers about friends look like in JSON, as plain dictionaries; serializers.py says more."""

from typing import Any

from challenges.api.representations import moment_json, player_json, written_json
from challenges.models import Game, Player
from friends.models import Invitation
from friends.services.challenges import Seen
from friends.services.codes import challenge_link, invitation_link, shown
from friends.services.friendships import Friend, Relation
from friends.services.records import Record
from friends.services.results import Result, Results
from friends.services.sharing import share_text

Json = dict[str, Any]

# --- Challenges ------------------------------------------------------------------------------


def challenge_json(seen: Seen) -> Json:
    """As its reader may know it: no times, no dice, and no total that is not a target."""
    challenge, game = seen.challenge, seen.challenge.game
    return {
        "code": shown(challenge.code),
        "link": challenge_link(challenge.code),
        "kind": challenge.kind,
        "hints": challenge.allows_hints,
        "rules": game.rules,
        "house_rules": game.house_rules,
        "day": game.day_id.isoformat() if game.day_id else None,
        "maker": _named(seen.maker),
        "mine": seen.is_own,
        "target": seen.target,
        "commitment": game.commitment,
        "dice_public": seen.are_dice_public,
        "withdrawn": challenge.is_withdrawn,
        "taken": seen.is_taken,
        "game": _game_json(seen.mine, seen) if seen.mine else None,
        "share_text": share_text(challenge) if seen.is_own else None,
    }


def _named(player: Player | None) -> Json | None:
    return player_json(player) if player else None


def _game_json(game: Game, seen: Seen) -> Json:
    return {"id": str(game.pk), "status": str(game.status_at(seen.moment))}


def results_json(results: Results) -> Json:
    return {"players": results.players, "rows": [_result_json(row) for row in results.rows]}


def _result_json(row: Result) -> Json:
    nothing_written = {"sheet": None, "upper": None, "extra_bonus": None}
    return {
        "rank": row.rank,
        "shared": row.is_shared,
        "side": row.side.value,
        "player": _named(row.player),
        "total": row.game.total,
        **(written_json(row.state) if row.state else nothing_written),
        "friendship": row.relation.value if row.relation else None,
    }


# --- Friends ---------------------------------------------------------------------------------


def friend_json(friend: Friend) -> Json:
    return {
        "player": player_json(friend.player),
        "since": moment_json(friend.since),
        "record": record_json(friend.record),
    }


def record_json(record: Record) -> Json:
    return {
        "played": record.played,
        "won": record.won,
        "tied": record.tied,
        "lost": record.lost,
    }


# --- Invitations -----------------------------------------------------------------------------


def my_invitation_json(invitation: Invitation | None) -> Json:
    if invitation is None:
        return {"code": None, "link": None}
    return {"code": shown(invitation.code), "link": invitation_link(invitation.code)}


def invitation_json(invitation: Invitation, *, is_own: bool, relation: Relation | None) -> Json:
    return {
        **my_invitation_json(invitation),
        "player": player_json(invitation.player),
        "mine": is_own,
        "friendship": relation.value if relation else None,
    }
