"""Until the friend has finished, nothing tells them how the maker did or what will be thrown."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from pytest_django import Settings

from challenges.engine.dice import game_label
from tests.cast import NOWHERE, TODAY, Caller, Json, Person, ok, refused
from tests.challenges.api.secrecy import logged, said, secrets_of, unthrown
from tests.challenges.services import recomputed
from tests.friends.api.company import befriend

pytestmark = pytest.mark.django_db

# Of solo games here, so that each run of the tests has the same dice.
LABEL = game_label(UUID(NOWHERE))


@pytest.fixture(autouse=True)
def everything_can_be_asked_and_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    monkeypatch.setattr("challenges.services.games.game_label", lambda _id: LABEL)
    caplog.set_level(logging.DEBUG)
    settings.LIMITS = dict.fromkeys(settings.LIMITS, "1000000/60")


def pass_on(owner: Person, kind: str, *, is_of_day: bool) -> tuple[Json, str]:
    """A good game, and the code of the challenge with it."""
    started = owner.start_daily() if is_of_day else owner.start_solo("maxi")
    game = owner.play_keenly(started)
    body = {"game": game["id"], "kind": kind}
    return game, ok(owner.post("/friend-challenges", body), 201)["code"]


def look_around(reader: Caller, code: str, owner: Person, game: Json) -> None:
    """Ask for whatever could tell of the maker's game or of the dice."""
    reader.get("/friend-challenges", which="taken")
    for path in (
        f"/friend-challenges/{code}",
        f"/friend-challenges/{code}/results",
        f"/games/{game['id']}",
        f"/games/{game['id']}/proof",
        f"/players/{owner.player.pk}",
        f"/days/{TODAY}",
        "/leaderboards/day",
        "/friends",
        "/games",
        "/me/export",
    ):
        reader.get(path)


def numbers(value: Any) -> Iterator[int]:
    """All in a JSON value, in its texts too where they stand by themselves."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for inner in value:
            yield from numbers(inner)
    elif isinstance(value, str):
        yield from map(int, re.findall(r"(?<![\w.-])\d+(?![\w.-])", value))
    elif isinstance(value, int | float):
        yield int(value)


def numbers_told(*callers: Caller) -> set[int]:
    bodies = [json.loads(answer.content) for caller in callers for answer in caller.answers]
    headers = [dict(answer.headers) for caller in callers for answer in caller.answers]
    for each in headers:
        each.pop("Content-Length", None)
    return set(numbers([*bodies, *headers]))


def move(friend: Person, game: Json) -> Json:
    """The fewest points in every turn, after a second throw in every third one."""
    if game["turn"] % 3 == 0 and game["throw"] == 1:
        return friend.keep(game, 0, 1)
    return friend.write(game, min(game["choices"], key=lambda row: game["choices"][row]))


@pytest.mark.usefixtures("today")
@pytest.mark.parametrize("is_of_day", [False, True])
def test_a_whole_blind_game_tells_neither_total_nor_seed_nor_dice_before_its_end(
    owner: Person,
    friend: Person,
    anybody: Caller,
    caplog: pytest.LogCaptureFixture,
    is_of_day: bool,
) -> None:
    befriend(owner, friend)
    best, code = pass_on(owner, "blind", is_of_day=is_of_day)
    seed = recomputed.seed_of_day(TODAY) if is_of_day else recomputed.seed_of(LABEL)
    told: list[str] = []
    told_in_numbers: set[int] = set()
    look_around(friend, code, owner, best)
    game = ok(friend.post(f"/friend-challenges/{code}/game"), 201)
    while game["status"] == "playing":
        if game["ply"] % 6 == 0:
            look_around(friend, code, owner, best)
            anybody.get(f"/friend-challenges/{code}")
        told_in_numbers |= numbers_told(friend, anybody)
        now = said(friend, anybody)
        assert [dice for dice in unthrown(seed, game) for text in now if dice in text] == []
        told += now
        log = logged(caplog)
        game = move(friend, game)
    assert game["total"] < best["total"]
    assert best["total"] not in told_in_numbers | set(numbers(log))
    assert [secret for secret in secrets_of(seed) for text in [*told, log] if secret in text] == []
    compare(friend, code, best, game)
    proof = friend.get(f"/games/{game['id']}/proof")
    if is_of_day:
        refused(proof, 409, "seed_not_public")
    else:
        assert ok(proof)["seed"] == seed.hex()


def compare(friend: Person, code: str, best: Json, game: Json) -> None:
    """What the friend learns in the end."""
    assert ok(friend.get(f"/friend-challenges/{code}"))["target"] == best["total"]
    rows = ok(friend.get(f"/friend-challenges/{code}/results"))["rows"]
    assert [(row["side"], row["total"], row["sheet"]) for row in rows] == [
        ("challenger", best["total"], None if best["day"] else best["sheet"]),
        ("me", game["total"], game["sheet"]),
    ]


def test_the_check_finds_a_total_that_is_told(owner: Person, friend: Person) -> None:
    best, code = pass_on(owner, "target", is_of_day=False)
    ok(friend.get(f"/friend-challenges/{code}"))
    assert best["total"] in numbers_told(friend)


def test_the_export_of_an_unfinished_game_has_no_seed(owner: Person, friend: Person) -> None:
    """Its row has it, from the maker's game."""
    best, code = pass_on(owner, "blind", is_of_day=False)
    ok(friend.post(f"/friend-challenges/{code}/game"), 201)
    exported = friend.get("/me/export")
    (game,) = ok(exported)["games"]
    assert LABEL in game["record"]
    assert recomputed.seed_of(LABEL).hex() not in exported.content.decode()
    assert best["id"] not in exported.content.decode()


def test_a_deleted_makers_name_is_told_to_nobody(
    owner: Person, friend: Person, anybody: Caller
) -> None:
    _best, code = pass_on(owner, "target", is_of_day=False)
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    game = ok(friend.post(f"/friend-challenges/{code}/game"), 201)
    friend.play_rows(game)
    for caller in (friend, anybody):
        ok(caller.get(f"/friend-challenges/{code}"))
    ok(friend.get(f"/friend-challenges/{code}/results"))
    ok(friend.get("/friend-challenges", which="taken"))
    assert [text for text in said(friend, anybody) if "Owner" in text] == []
