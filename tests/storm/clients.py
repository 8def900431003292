"""Calls over HTTP, as apps make them."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any

from challenges.engine import sheet_for
from tests.servers.service import Service

ROWS = [row.code for row in sheet_for("maxi").rows]


@dataclass
class App:
    """Of one player, who has signed up with it."""

    service: Service
    token: str | None = None

    def __post_init__(self) -> None:
        status, signed_up = self.call("POST", "/players")
        assert status == 201, signed_up
        self.token, self.player = signed_up["token"], signed_up["player"]["id"]

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return call(self.service, method, f"/api/v1{path}", body, headers)

    def begin(self) -> str:
        """Today's ranked game."""
        _, today = self.call("GET", "/days/today")
        status, game = self.call("POST", f"/days/{today['date']}/game")
        assert status == 201, game
        return str(game["id"])

    def write(self, game: str, ply: int) -> tuple[int, Any]:
        return self.call("POST", f"/games/{game}/moves", {"ply": ply, "row": ROWS[ply]})

    def play_rows(self, game: str, leave: int = 0) -> Any:
        """Writes the rows in printed order, but for so many."""
        state = None
        for ply in range(len(ROWS) - leave):
            status, state = self.write(game, ply)
            assert status == 200, state
        return state


def call(
    service: Service,
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, Any]:
    """The status and the JSON of an answer."""
    request = urllib.request.Request(
        service.url + path,
        method=method,
        data=json.dumps({} if body is None else body).encode() if method != "GET" else None,
        headers={"Content-Type": "application/json", **(headers or {})},
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.read()
