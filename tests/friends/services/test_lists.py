"""The lists of challenges, and one friend of many: in few queries."""

import pytest
import time_machine

from challenges.models import Day
from config.errors import NotFound
from friends.services.friendships import accept, ask, friend_of, friends_of
from friends.services.lists import made_by, see_made, see_taken, taken_by
from tests.cast import CLOSES, TODAY, Person, Queries, make_person
from tests.friends.table import challenge_with, finish, finish_daily, finish_solo, take

pytestmark = pytest.mark.django_db


def test_those_that_were_made_take_one_query(owner: Person) -> None:
    made = [challenge_with(owner, finish_solo(owner)) for _ in range(3)]
    with Queries() as queries:
        seen = see_made(owner.player, made_by(owner.player))
        assert all(one.is_own and one.is_finished for one in seen)
    assert {one.challenge for one in seen} == set(made)
    assert len(queries.statements) == 1


def test_those_that_were_taken_take_one_query_and_one_more_for_all_that_expired(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = finish_daily(owner)
    for kind in ("blind", "target"):
        take(friend, challenge_with(owner, game, kind))
    solo = take(friend, challenge_with(owner, finish_solo(owner)))
    with Queries() as queries:
        statuses = [one.mine.status for one in see_taken(friend.player, taken_by(friend.player))]  # type: ignore[union-attr]
    assert statuses == ["playing"] * 3
    assert len(queries.statements) == 1
    clock.move_to(CLOSES)
    first = finish(friend, friend.start_solo("maxi", day=TODAY.isoformat()))
    friend.start_solo("maxi", day=TODAY.isoformat())
    with Queries() as queries:
        seen = see_taken(friend.player, taken_by(friend.player))
        mine = {one.challenge.kind: one.mine for one in seen if one.challenge.game == game}
    assert mine == {"blind": first, "target": first}
    assert [one.mine for one in seen if one.challenge.game != game] == [solo]
    assert len(queries.statements) == 2


def test_one_friend_is_told_as_in_the_list(owner: Person, friend: Person) -> None:
    other = make_person("Other")
    for person in (friend, other):
        ask(player=person.player, other_id=owner.player.pk)
        accept(player=owner.player, other_id=person.player.pk)
    found = friend_of(player=owner.player, other_id=friend.player.pk)
    assert found == friends_of(owner.player)[0]
    assert found.player == friend.player


def test_who_only_asked_is_no_friend(owner: Person, friend: Person) -> None:
    ask(player=friend.player, other_id=owner.player.pk)
    for player, other in ((owner, friend), (friend, owner)):
        with pytest.raises(NotFound):
            friend_of(player=player.player, other_id=other.player.pk)
