"""What the tests of the API do again and again."""

from __future__ import annotations

from challenges.models import Game
from friends.models import Challenge
from tests.cast import Json, Person, ok
from tests.friends.table import challenge_with, finish, finish_solo, game_of


def one(other: Person) -> Json:
    """What names somebody in a request."""
    return {"player": str(other.player.pk)}


def befriend(person: Person, other: Person) -> None:
    """The one asks, the other accepts."""
    ok(person.post("/friends/requests", one(other)))
    ok(other.post("/friends", one(person)))


def passed_on(person: Person, kind: str = "blind") -> Challenge:
    """A challenge with a new short game."""
    return challenge_with(person, finish_solo(person), kind)


def play(person: Person, challenge: Challenge) -> Game:
    """To the end."""
    game = ok(person.post(f"/friend-challenges/{challenge}/game"), 200, 201)
    return finish(person, game) if game["status"] == "playing" else game_of(game["id"])


def public(person: Person) -> Json:
    """As others see the person."""
    return {"id": str(person.player.pk), "name": person.player.name, "country": None}
