import pytest
import time_machine

from tests.cast import anybody, clock, friend, keys, owner, stranger, today
from tests.operators import Operator, make_operator

__all__ = ["anybody", "clock", "friend", "keys", "owner", "stranger", "today"]


@pytest.fixture
def operator(db: None, clock: time_machine.Traveller) -> Operator:
    return make_operator()
