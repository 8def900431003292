"""The links of the description lead from one answer to the next call, as a client follows them."""

from functools import reduce
from typing import Any

import pytest

from tests.cast import Json, Person, ok
from tests.challenges.api.description import description
from tests.friends.table import challenge_with, finish_solo, take

pytestmark = pytest.mark.django_db

BODY = "$response.body#"


def operations() -> dict[str, tuple[str, str, Json]]:
    """By id: the method, the path without its beginning, and what is said of it."""
    return {
        operation["operationId"]: (method, path.removeprefix("/api/v1"), operation)
        for path, methods in description()["paths"].items()
        for method, operation in methods.items()
    }


def follow(person: Person, source: str, answer: Json, target: str) -> int:
    """The status of the call that the link leads to."""
    link = operations()[source][2]["responses"]["200"]["links"][target]
    method, path, _ = operations()[link["operationId"]]
    found = {name: at(answer, text) for name, text in link["parameters"].items()}
    return person.call(method.upper(), path.format(**found)).status_code


def at(answer: Json, expression: str) -> Any:
    keys = expression.removeprefix(f"{BODY}/").split("/")
    return reduce(lambda part, key: part[int(key) if key.isdigit() else key], keys, answer)


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("get_friend_challenge", 200),
        ("start_friend_game", 200),
        ("get_friend_results", 409),
        ("withdraw_friend_challenge", 404),
    ],
)
def test_from_the_list_of_those_i_took(
    owner: Person, friend: Person, target: str, status: int
) -> None:
    take(owner, challenge_with(friend, finish_solo(friend)))
    answer = ok(owner.get("/friend-challenges", which="taken"))
    assert follow(owner, "list_friend_challenges", answer, target) == status


@pytest.mark.parametrize(("target", "status"), [("get_game", 200), ("get_proof", 409)])
def test_from_the_game_that_a_challenge_starts(
    owner: Person, friend: Person, target: str, status: int
) -> None:
    challenge = challenge_with(friend, finish_solo(friend))
    take(owner, challenge)
    answer = ok(owner.post(f"/friend-challenges/{challenge.code}/game"))
    assert follow(owner, "start_friend_game", answer, target) == status


def test_from_a_challenge_to_its_game(owner: Person, friend: Person) -> None:
    challenge = challenge_with(friend, finish_solo(friend))
    answer = ok(owner.get(f"/friend-challenges/{challenge.code}"))
    assert follow(owner, "get_friend_challenge", answer, "start_friend_game") == 201
