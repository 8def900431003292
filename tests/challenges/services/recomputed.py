"""Seeds, dice and the chain computed again from the contract, with hashlib and hmac alone."""

from __future__ import annotations

import datetime
import hashlib
import hmac
from collections.abc import Sequence
from itertools import count

from tests.cast import SEED_KEYS


def key(key_id: str) -> bytes:
    pairs = (entry.split(":", 1) for entry in SEED_KEYS.split(","))
    return {name: secret.encode("ascii") for name, secret in pairs}[key_id]


def seed_of(label: str, key_id: str = "first") -> bytes:
    return hmac.new(key(key_id), label.encode("ascii"), hashlib.sha256).digest()


def seed_of_day(date: datetime.date, key_id: str = "first") -> bytes:
    return seed_of(f"daily:{date.year:04}-{date.month:02}-{date.day:02}", key_id)


def commitment_of(seed: bytes) -> str:
    return hashlib.sha256(seed).hexdigest()


def throw(seed: bytes, turn: int, n: int, dice: int = 6) -> list[int]:
    """The values of throw n of a turn, all of them."""
    values: list[int] = []
    for block in count():
        digest = hmac.new(seed, f"{turn}:{n}:{block}".encode("ascii"), hashlib.sha256).digest()
        values += [byte % 6 + 1 for byte in digest if byte < 252]
        if len(values) >= dice:
            return values[:dice]
    raise AssertionError


def thrown_again(
    on_table: Sequence[int], keep: Sequence[bool], seed: bytes, turn: int, n: int
) -> list[int]:
    fresh = iter(throw(seed, turn, n, len(on_table)))
    return [die if kept else next(fresh) for die, kept in zip(on_table, keep, strict=True)]


def chain_hashes(entries: Sequence[tuple[datetime.date, str]]) -> list[str]:
    hashes, last = [], "0" * 64
    for date, commitment in entries:
        last = hashlib.sha256(f"{last} {date.isoformat()} {commitment}".encode("ascii")).hexdigest()
        hashes.append(last)
    return hashes
