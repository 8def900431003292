import pytest
import time_machine

from tests.cast import clock, friend, keys, owner, stranger, today
from tests.challenges.web.visitors import Visitor

__all__ = ["clock", "friend", "keys", "owner", "stranger", "today"]


@pytest.fixture
def visitor(db: None, clock: time_machine.Traveller) -> Visitor:
    """Somebody who just arrived."""
    return Visitor()
