from tests.cast import anybody, clock, friend, keys, owner, stranger, today

__all__ = ["anybody", "clock", "friend", "keys", "owner", "stranger", "today"]
