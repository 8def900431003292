"""What the pages of challenges ask the database: the same however many play."""

import time_machine

from friends.models import Challenge
from tests.cast import Person, Queries, make_person
from tests.challenges.web.visitors import Visitor
from tests.friends.table import challenge_with, finish_solo, take, take_and_finish


def queries(visitor: Visitor, path: str) -> int:
    visitor.open(path)  # whatever is asked for once only
    with Queries() as asked:
        assert visitor.open(path).status == 200
    return len(asked.statements)


def many(challenge: Challenge) -> None:
    for number in range(5):
        take_and_finish(make_person(f"Number {number}"), challenge)


def test_a_challenge_for_somebody_new(visitor: Visitor, friend: Person, target: Challenge) -> None:
    path = f"/f/{target.pk}"
    assert queries(visitor, path) == 1  # the challenge with its game and maker
    # The player of the session; the challenge; my attempt; my games on these dice.
    assert queries(Visitor(friend), path) == 4
    many(target)
    assert queries(visitor, path) == 1
    assert queries(Visitor(friend), path) == 4


def test_a_challenge_that_is_being_played(friend: Person, target: Challenge) -> None:
    game = take(friend, target)
    assert queries(Visitor(friend), f"/f/{target.pk}") == 3  # the player; it; my attempt
    # The player; the game with its day; the challenge that it counts for.
    assert queries(Visitor(friend), f"/games/{game.pk}") == 3


def test_the_results(owner: Person, friend: Person, target: Challenge) -> None:
    game = take_and_finish(friend, target)
    path = f"/f/{target.pk}"
    before = queries(Visitor(owner), path), queries(Visitor(friend), path)
    many(target)
    challenge_with(friend, game)
    many(challenge_with(friend, game))
    assert (queries(Visitor(owner), path), queries(Visitor(friend), path)) == before
    # The player; the challenge; my attempt; who challenged me; whom I challenged; their totals;
    # what the others are to me, in three; what I made of my game.
    assert before == (10, 10)


def test_the_end_of_a_game(owner: Person, target: Challenge) -> None:
    # The player; the game with its day; what it counts for; what was made of it.
    assert queries(Visitor(owner), f"/games/{target.game_id}") == 4


def test_the_list(
    visitor: Visitor,
    owner: Person,
    friend: Person,
    target: Challenge,
    clock: time_machine.Traveller,
) -> None:
    take(owner, challenge_with(friend, finish_solo(friend)))
    assert queries(visitor, "/f") == 0
    expected = 4  # the player; what I made; what I took; how many have finished
    assert queries(Visitor(owner), "/f") == expected
    many(target)
    clock.shift(1)
    for _ in range(3):
        challenge_with(owner, finish_solo(owner))
    assert queries(Visitor(owner), "/f") == expected
    newest = next(link for link in Visitor(owner).open("/f").links if link.startswith("/f/"))
    path = f"/f?after={newest.removeprefix('/f/')}"
    assert queries(Visitor(owner), path) == expected + 1  # its moment
