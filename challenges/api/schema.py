"""The OpenAPI description: problem details on every call, and links from answers to calls."""

from typing import Any

from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from challenges.api import serializers
from challenges.engine.sheets import SHEETS, options
from challenges.models import Game
from challenges.services.games import DAILY_RULES, MOST_PLIES
from challenges.services.rulebook import ROW_NAMES, SHEET_NAMES
from config.errors import PROBLEM_JSON

IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    {
        "type": "string",
        "minLength": 16,
        "maxLength": 255,
        "pattern": serializers.IDEMPOTENCY_KEY,
    },
    OpenApiParameter.HEADER,
    description="Random; the same request sent again with it has the same effect once.",
)

CURSOR = {"type": "string", "format": "cursor"}
POSITION = {"type": "integer", "minimum": 0, "maximum": 999_999_999}


def _new_game(code: str, *, is_duel: bool) -> dict[str, Any]:
    """What a game on one sheet can be started with, alone or against the computer."""
    opponent = {"type": "string", "enum": Game.Opponent.values}
    mode = Game.Mode.COMPUTER if is_duel else Game.Mode.SOLO
    title = str(SHEET_NAMES[code])
    day = {"type": "string", "format": "date", "description": "Play its dice, unranked."}
    return {
        "type": "object",
        "title": f"{title} against the computer" if is_duel else title,
        "properties": {
            "rules": {"type": "string", "enum": [code]},
            "mode": {"type": "string", "enum": [mode.value]},
            **({"opponent": opponent} if is_duel else {}),
            "house_rules": {
                "type": "object",
                "properties": {
                    name: {"type": _json_type(values[0]), "enum": list(values)}
                    for name, values in options(code).items()
                },
                "additionalProperties": False,
                "description": "The printed value comes first; a day's dice go with no others.",
            },
            **({"day": day} if code == DAILY_RULES else {}),
        },
        "required": ["rules", "mode", *(["opponent"] if is_duel else [])],
        **({} if is_duel else {"not": {"required": ["opponent"]}}),
    }


def _json_type(value: bool | int) -> str:
    return "boolean" if isinstance(value, bool) else "integer"


NEW_GAME_REQUEST = {
    "application/json": {
        "oneOf": [_new_game(code, is_duel=is_duel) for is_duel in (False, True) for code in SHEETS]
    }
}

_PLY = {"type": "integer", "minimum": 0, "maximum": MOST_PLIES}
MOVE_REQUEST = {
    "application/json": {
        "oneOf": [
            {
                "type": "object",
                "title": "Keep dice and throw the others",
                "properties": {
                    "ply": _PLY,
                    "keep": {
                        "type": "array",
                        "items": {"type": "boolean"},
                        "minItems": 5,
                        "maxItems": 6,
                        "description": "A flag per die, in the order of the dice.",
                    },
                },
                "required": ["ply", "keep"],
                "additionalProperties": False,
            },
            {
                "type": "object",
                "title": "Write a row",
                "properties": {
                    "ply": _PLY,
                    "row": {"type": "string", "enum": list(ROW_NAMES)},
                },
                "required": ["ply", "row"],
                "additionalProperties": False,
            },
        ]
    }
}

PROBLEMS = {
    400: "Malformed or not valid; `errors` says where.",
    401: "No credentials, or such that are not valid.",
    403: "A session without its CSRF token.",
    404: "There is no such thing, or it is somebody else's.",
    409: "It does not fit the state things are in.",
    415: "The body is not application/json.",
    422: "Well-formed, and not allowed.",
    429: "Too many calls; Retry-After says when to try again.",
    503: "Not now: dice that cannot be thrown, best play that is being computed, or a mail.",
}


def answers(good: dict[int, Any], *problems: int) -> dict[Any, Any]:
    """Responses by status: what is asked for, and the problems there can be."""
    described = {
        (status, PROBLEM_JSON): OpenApiResponse(serializers.ProblemOutput, PROBLEMS[status])
        for status in problems
    }
    return {**good, **described}


class ProblemAutoSchema(AutoSchema):
    """Tags calls by the first part of their address."""

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").split("/")[0]]

    def _get_request_body(self, direction: str = "request") -> Any:
        """Also of a DELETE that takes one; drf-spectacular leaves it out."""
        if self.method != "DELETE" or self.get_request_serializer() is None:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        self.method = "POST"
        try:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        finally:
            self.method = "DELETE"


Links = dict[str, dict[str, dict[str, Any]]]

# An answer's field goes into a call's parameter: clients and fuzzers can follow.
_LINKS: Links = {
    "start_daily_game": {
        "make_move": {"game_id": "$response.body#/id"},
        "get_game": {"game_id": "$response.body#/id"},
        "get_proof": {"game_id": "$response.body#/id"},
    },
    "start_game": {
        "make_move": {"game_id": "$response.body#/id"},
        "get_game": {"game_id": "$response.body#/id"},
        "get_hint": {"game_id": "$response.body#/id"},
        "get_proof": {"game_id": "$response.body#/id"},
    },
    "make_move": {
        "make_move": {"game_id": "$response.body#/id"},
        "get_hint": {"game_id": "$response.body#/id"},
        "get_proof": {"game_id": "$response.body#/id"},
        "get_review": {"game_id": "$response.body#/id"},
    },
    "list_reviews": {"get_review": {"game_id": "$response.body#/results/0/game"}},
    "get_today": {"start_daily_game": {"date": "$response.body#/date"}},
    "get_day": {"get_look_back": {"date": "$response.body#/date"}},
    "sign_up": {
        "get_player": {"player_id": "$response.body#/player/id"},
        "report_player": {"player_id": "$response.body#/player/id"},
    },
}


def add_links(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    return link(result, _LINKS)


def link(result: dict[str, Any], links: Links) -> dict[str, Any]:
    """Adds to the description, by the call that answers and the call that follows."""
    for path in result["paths"].values():
        for operation in path.values():
            following = links.get(operation.get("operationId", ""), {})
            for status, response in operation.get("responses", {}).items():
                if following and status in {"200", "201"}:
                    response.setdefault("links", {}).update(
                        {
                            target: {"operationId": target, "parameters": parameters}
                            for target, parameters in following.items()
                        }
                    )
    return result


def require_bodies(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Says so of bodies that are one of several forms; of others it is said already."""
    for path in result["paths"].values():
        for operation in path.values():
            body = operation.get("requestBody", {})
            forms = body.get("content", {}).get("application/json", {}).get("schema", {})
            if "oneOf" in forms:
                body["required"] = True
    return result
