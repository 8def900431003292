"""A client that costs little, so that what is measured is the server."""

import json
import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

NOTHING_KEPT = {"keep": [False] * 6}


class Client:
    """One connection, kept open; speaks just enough HTTP."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.host = f"{parts.hostname}:{parts.port}"
        self.socket = socket.create_connection((parts.hostname, parts.port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.token = ""

    def request(self, path: str, body: Any) -> bytes:
        """The whole request, ready to send."""
        data = json.dumps(body).encode()
        head = f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        return self._head("POST", path) + head.encode() + data

    def question(self, path: str) -> bytes:
        """A request that changes nothing, ready to send."""
        return self._head("GET", path) + b"\r\n"

    def _head(self, method: str, path: str) -> bytes:
        authorization = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        return f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\n{authorization}".encode()

    def send(self, request: bytes) -> tuple[int, bytes]:
        self.socket.sendall(request)
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._receive()
        head, body = received[:end], received[end + 4 :]
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += self._receive()
        return int(head[9:12]), body

    def _receive(self) -> bytes:
        received = self.socket.recv(65536)
        if not received:
            raise ConnectionError("The server closed the connection.")
        return received

    def post(self, path: str, body: Any) -> Any:
        status, answer = self.send(self.request(path, body))
        if status not in {200, 201}:
            raise RuntimeError(f"{path}: {status} {answer[:300]!r}")
        return json.loads(answer)

    def sign_up(self) -> None:
        self.token = self.post("/api/v1/players", {})["token"]

    def start_game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.post("/api/v1/games", {"rules": "maxi", "mode": "solo"})
        return game


def moves_of_game(client: Client, game: dict[str, Any]) -> Iterator[bytes]:
    """The requests of a whole game: two re-throws a turn, and the rows in printed order."""
    path, ply = f"/api/v1/games/{game['id']}/moves", 0
    for row in game["sheet"]:
        for move in (NOTHING_KEPT, NOTHING_KEPT, {"row": row}):
            yield client.request(path, {"ply": ply, **move})
            ply += 1
