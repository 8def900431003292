from tests.cast import anybody, clock, friend, keys, owner, stranger, today
from tests.challenges.commands.conftest import run

__all__ = ["anybody", "clock", "friend", "keys", "owner", "run", "stranger", "today"]
