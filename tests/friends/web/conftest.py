import pytest
import time_machine

from friends.models import Challenge
from tests.cast import Person, clock, friend, keys, owner, stranger, today
from tests.challenges.web.visitors import Visitor
from tests.friends.table import challenge_with, finish_solo

__all__ = ["clock", "friend", "keys", "owner", "stranger", "today"]


@pytest.fixture
def visitor(db: None, clock: time_machine.Traveller) -> Visitor:
    """Somebody who just arrived."""
    return Visitor()


@pytest.fixture
def target(owner: Person) -> Challenge:
    return challenge_with(owner, finish_solo(owner), "target")


@pytest.fixture
def blind(target: Challenge) -> Challenge:
    """With the same game."""
    return challenge_with(Person(player=target.maker), target.game, "blind")
