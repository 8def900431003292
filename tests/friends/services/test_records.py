"""Records of friends."""

import pytest

from friends.services.records import Record, records_of
from tests.cast import Person
from tests.friends.table import challenge_with, finish_solo, set_total, take, take_and_finish

pytestmark = pytest.mark.django_db


def test_a_record_counts_each_pair_of_games_once(
    owner: Person, friend: Person, stranger: Person
) -> None:
    first = set_total(finish_solo(owner), 100)
    for kind in ("blind", "target"):
        set_total(take_and_finish(friend, challenge_with(owner, first, kind)), 90)
    back = set_total(finish_solo(friend), 50)
    set_total(take_and_finish(owner, challenge_with(friend, back)), 50)
    third = set_total(finish_solo(owner), 10)
    theirs = set_total(take_and_finish(friend, challenge_with(owner, third)), 20)
    take(owner, challenge_with(friend, theirs))
    take(friend, challenge_with(owner, finish_solo(owner)))
    others = [friend.player.pk, stranger.player.pk]

    assert records_of(owner.player, others) == {
        friend.player.pk: Record(won=1, tied=1, lost=1),
        stranger.player.pk: Record(),
    }
    assert records_of(friend.player, [owner.player.pk])[owner.player.pk] == Record(1, 1, 1)
