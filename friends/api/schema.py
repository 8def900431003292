"""What the description says of friends beyond what the serializers do."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter

from challenges.api.schema import Links, link

_CODE = {"type": "string", "pattern": "^([0-9A-TV-Za-tv-z]-?){8}$"}

CODE = OpenApiParameter(
    "code",
    _CODE,
    OpenApiParameter.PATH,
    description="As K7QM-2XRD, in any case, with or without the dash; O is 0, I and L are 1.",
)

NEW_FRIEND_REQUEST = {
    "application/json": {
        "oneOf": [
            {
                "type": "object",
                "title": "Accept a request",
                "properties": {
                    "player": {
                        "type": "string",
                        "format": "uuid",
                        "description": "Who asked me.",
                    }
                },
                "required": ["player"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "title": "Accept an invitation",
                "properties": {"invitation": _CODE},
                "required": ["invitation"],
                "additionalProperties": False,
            },
        ]
    }
}

_OF_CHALLENGE = {"code": "$response.body#/code"}
_OF_LISTED = {"code": "$response.body#/results/0/code"}
_OF_GAME = {"game_id": "$response.body#/id"}
_FROM_CHALLENGE = (
    *("get_friend_challenge", "withdraw_friend_challenge"),
    *("start_friend_game", "get_friend_results"),
)

_LINKS: Links = {
    "make_friend_challenge": dict.fromkeys(_FROM_CHALLENGE, _OF_CHALLENGE),
    "list_friend_challenges": dict.fromkeys(_FROM_CHALLENGE, _OF_LISTED),
    "get_friend_challenge": {"start_friend_game": _OF_CHALLENGE},
    "start_friend_game": {"get_game": _OF_GAME, "make_move": _OF_GAME, "get_proof": _OF_GAME},
    "list_friends": {"end_friendship": {"player_id": "$response.body#/friends/0/player/id"}},
    "list_friend_requests": {
        "drop_friend_request": {"player_id": "$response.body#/asks/0/id"},
    },
    "list_blocks": {"unblock_player": {"player_id": "$response.body#/players/0/id"}},
    "make_invitation": {"get_invitation": _OF_CHALLENGE},
    "get_my_invitation": {"get_invitation": _OF_CHALLENGE},
}


def add_links(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    return link(result, _LINKS)
