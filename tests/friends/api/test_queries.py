"""How many queries each call takes, credentials included, at any number of friends and rows."""

from collections.abc import Callable
from typing import Any

import pytest

from friends.models import Attempt, Challenge
from tests.cast import NOON, Caller, Person, Queries, make_person, ok
from tests.challenges.accounts import done
from tests.friends.api.company import befriend, one, passed_on, play
from tests.friends.table import challenge_with, finish_solo, take

pytestmark = pytest.mark.django_db

Call = Callable[[Person, Any], object]

CHALLENGES = "/friend-challenges"


def count(person: Person, call: Call, about: Any) -> list[str]:
    with Queries() as queries:
        call(person, about)
    return queries.statements


# --- Challenges ------------------------------------------------------------------------------

# What the friend's calls take beside the token, before and after the challenge is taken.
TAKING: dict[str, tuple[int, int, Call]] = {
    # The challenge, whether it was taken; where not, a game on the same dice.
    "look": (3, 2, lambda me, code: ok(me.get(f"{CHALLENGES}/{code}"))),
    # The lock, the challenge, whether it was taken; a game on the same dice, and both new rows.
    "start": (6, 3, lambda me, code: ok(me.post(f"{CHALLENGES}/{code}/game"), 200, 201)),
    "results_refused": (3, 2, lambda me, code: me.get(f"{CHALLENGES}/{code}/results")),
    "withdraw_refused": (1, 1, lambda me, code: me.delete(f"{CHALLENGES}/{code}")),
}


@pytest.mark.parametrize("is_taken", [False, True])
@pytest.mark.parametrize("name", TAKING)
def test_a_friends_call(owner: Person, friend: Person, name: str, is_taken: bool) -> None:
    before, after, call = TAKING[name]
    challenge = passed_on(owner)
    if is_taken:
        take(friend, challenge)
    statements = count(friend, call, challenge)
    assert len(statements) == 1 + (after if is_taken else before), statements


def test_who_has_no_account_takes_one(owner: Person, anybody: Caller) -> None:
    challenge = passed_on(owner)
    with Queries() as queries:
        ok(anybody.get(f"{CHALLENGES}/{challenge}"))
    assert len(queries.statements) == 1


def test_passing_on(owner: Person) -> None:
    game = {"game": str(finish_solo(owner).pk), "kind": "blind"}
    # The token, the game, no challenge; the lock, still none, none refused, the new one.
    first = count(owner, lambda me, body: ok(me.post(CHALLENGES, body), 201), game)
    again = count(owner, lambda me, body: ok(me.post(CHALLENGES, body)), game)
    assert (len(first), len(again)) == (7, 3), first


def test_withdrawing(owner: Person) -> None:
    challenge = passed_on(owner)
    statements = count(owner, lambda me, code: done(me.delete(f"{CHALLENGES}/{code}")), challenge)
    assert len(statements) == 3  # the token, whether it is mine, the change


@pytest.mark.parametrize("rows", [1, 25])
def test_a_page_of_challenges_takes_as_many_as_one_challenge(
    owner: Person, friend: Person, rows: int
) -> None:
    game = finish_solo(owner)
    theirs = take(friend, challenge_with(owner, game))
    more = [
        Challenge(
            code=f"{number:08}",
            game=game,
            maker=owner.player,
            kind="blind",
            made_at=NOON,
            withdrawn_at=NOON,
        )
        for number in range(rows - 1)
    ]
    Challenge.objects.bulk_create(more)
    Attempt.objects.bulk_create(
        [
            Attempt(challenge=row, player=friend.player, game=theirs, accepted_at=NOON)
            for row in more
        ]
    )
    made = count(owner, lambda me, _: ok(me.get(CHALLENGES)), None)
    taken = count(friend, lambda me, _: ok(me.get(CHALLENGES, which="taken")), None)
    assert (len(made), len(taken)) == (2, 2), taken


@pytest.mark.parametrize("others", [1, 5])
def test_results_take_as_many_for_few_as_for_many(
    owner: Person, friend: Person, others: int
) -> None:
    challenge = passed_on(owner)
    mine = play(friend, challenge)
    further = challenge_with(friend, mine)
    for number in range(others):
        play(make_person(f"Player {number}"), further)
    statements = count(
        friend, lambda me, code: ok(me.get(f"{CHALLENGES}/{code}/results")), challenge
    )
    # The token; the challenge, whether it was taken; who challenged me, whom I challenged, all
    # totals; requests of both ways, friends.
    assert len(statements) == 9, statements


# --- Friends ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 4])
def test_the_list_of_friends(owner: Person, friend: Person, number: int) -> None:
    for index in range(number):
        befriend(make_person(f"Player {index}"), owner)
    statements = count(owner, lambda me, _: ok(me.get("/friends")), None)
    # The token, the friends; the meetings on dice of others', and on mine.
    assert len(statements) == (4 if number else 2), statements


# What a call takes beside the token, where the friend has asked the owner.
ABOUT_FRIEND: dict[str, tuple[int, Call]] = {
    # The locks, no friends yet, the request, how many friends each has; the request goes and
    # both rows come; the answer's three.
    "accept": (10, lambda me, other: ok(me.post("/friends", {"player": other}))),
    "list_requests": (2, lambda me, _: ok(me.get("/friends/requests"))),
    # The locks, no block, no friends, their request; then as above.
    "ask_back": (8, lambda me, other: ok(me.post("/friends/requests", {"player": other}))),
    "drop_request": (3, lambda me, other: done(me.delete(f"/friends/requests/{other}"))),
    "unfriend": (2, lambda me, other: done(me.delete(f"/friends/{other}"))),
    "list_blocks": (1, lambda me, _: ok(me.get("/friends/blocks"))),
    # The locks, no block, how many there are; friendship and requests end, the new row. Of the
    # requests theirs go, mine go, and one of mine that they declined is taken back.
    "block": (8, lambda me, other: done(me.post("/friends/blocks", {"player": other}))),
    "unblock": (2, lambda me, other: done(me.delete(f"/friends/blocks/{other}"))),
    "get_invitation": (1, lambda me, _: ok(me.get("/friends/invitation"))),
    "make_invitation": (3, lambda me, _: ok(me.post("/friends/invitation"), 201)),
    "end_invitation": (1, lambda me, _: done(me.delete("/friends/invitation"))),
}


@pytest.mark.parametrize("name", ABOUT_FRIEND)
def test_a_call_about_friends(owner: Person, friend: Person, name: str) -> None:
    number, call = ABOUT_FRIEND[name]
    ok(friend.post("/friends/requests", one(owner)))
    statements = count(owner, call, str(friend.player.pk))
    assert len(statements) == number + 1, statements


def test_an_invitation(owner: Person, friend: Person, anybody: Caller) -> None:
    code = ok(owner.post("/friends/invitation"), 201)["code"]
    with Queries() as queries:
        ok(anybody.get(f"/invitations/{code}"))
    assert len(queries.statements) == 1
    seen = count(friend, lambda me, code: ok(me.get(f"/invitations/{code}")), code)
    # The token, the invitation; requests of both ways, friends.
    assert len(seen) == 5, seen
    accepted = count(friend, lambda me, code: ok(me.post("/friends", {"invitation": code})), code)
    assert len(accepted) == 13, accepted
