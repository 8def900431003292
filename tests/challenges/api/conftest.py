from tests.cast import anybody, clock, friend, keys, owner, stranger, today
from tests.challenges.accounts import member

__all__ = ["anybody", "clock", "friend", "keys", "member", "owner", "stranger", "today"]
