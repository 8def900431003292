"""Dice from a secret seed: the same for everybody, fixed and committed to beforehand."""

from __future__ import annotations

import datetime
import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import count
from operator import itemgetter
from typing import TYPE_CHECKING
from uuid import UUID

if TYPE_CHECKING:
    from hashlib import _Hash

Dice = tuple[int, ...]
"""Values 1 to 6, one a die, in the order of the slots on the table."""

ThrowSource = Callable[[int, int], Dice]
"""Gives the values of throw n of a turn, both counted from 1: as many as the sheet has dice."""

FACES = 6
SEED_BYTES = 32
CHAIN_START = "0" * 64
"""Stands in for the previous chain hash before the first entry."""

# 252 is the highest multiple of six in a byte: the bytes from there on would favour low faces.
_FAIR_BYTES = 252
_UNFAIR = bytes(range(_FAIR_BYTES, 256))
_VALUES = bytes(byte % FACES + 1 for byte in range(256))

_BLOCK_SIZE = 64  # of SHA-256
_INNER_PAD = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD = bytes(byte ^ 0x5C for byte in range(256))


@dataclass(frozen=True, slots=True, repr=False)
class Seed:
    """32 secret bytes. Shown as their commitment, so that a log or a traceback tells nothing."""

    _secret: bytes

    def __post_init__(self) -> None:
        if not isinstance(self._secret, bytes) or len(self._secret) != SEED_BYTES:
            raise ValueError(f"A seed is {SEED_BYTES} bytes.")

    def __repr__(self) -> str:
        return f"<Seed committed to as {self.commitment}>"

    @classmethod
    def fromhex(cls, text: str) -> Seed:
        """Raises ValueError, which does not repeat the text, for anything but 64 hex digits."""
        try:
            secret = bytes.fromhex(text) if len(text) == 2 * SEED_BYTES else b""
        except ValueError:
            secret = b""
        return cls(secret)

    @classmethod
    def derive(cls, key: bytes, label: str) -> Seed:
        """HMAC-SHA256 of a seed label. Whoever holds the key can tell the dice of every label."""
        return cls(hmac.digest(key, label.encode("ascii"), "sha256"))

    def hex(self) -> str:
        """The secret itself: for a seed that is public."""
        return self._secret.hex()

    @property
    def commitment(self) -> str:
        """SHA-256 of the bytes in hex; may be published before the game."""
        return hashlib.sha256(self._secret).hexdigest()


@dataclass(frozen=True, slots=True)
class DiceStream:
    """The throws of a seed; any (turn, throw) can be asked for, in any order.

    HMAC with the key's two padded blocks hashed once: less than half the time of hmac.digest for
    messages this short, and a replay asks for sixty of them.
    """

    seed: Seed
    dice_count: int
    _inner: _Hash = field(init=False, repr=False, compare=False)
    _outer: _Hash = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        key = self.seed._secret.ljust(_BLOCK_SIZE, b"\0")
        object.__setattr__(self, "_inner", hashlib.sha256(key.translate(_INNER_PAD)))
        object.__setattr__(self, "_outer", hashlib.sha256(key.translate(_OUTER_PAD)))

    def __call__(self, turn: int, n: int) -> Dice:
        """All dice of throw n of a turn; a later throw takes from them what it needs."""
        values = self._values(turn, n, 0)
        block = 1
        while len(values) < self.dice_count:
            values += self._values(turn, n, block)
            block += 1
        return tuple(values[: self.dice_count])

    def _values(self, turn: int, n: int, block: int) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(b"%d:%d:%d" % (turn, n, block))
        outer.update(inner.digest())
        return outer.digest().translate(_VALUES, _UNFAIR)


def rethrow(dice: Dice, keep: tuple[bool, ...], fresh: Dice) -> Dice:
    """The kept dice stay in their slots; the others take the first fresh values, left to right."""
    return _slots(keep)(dice + fresh)


@lru_cache(maxsize=128)  # holds all there are of five and six dice
def _slots(keep: tuple[bool, ...]) -> Callable[[Dice], Dice]:
    """Picks what lies in each slot from the old dice followed by the fresh ones."""
    fresh = count(len(keep))
    return itemgetter(*[slot if kept else next(fresh) for slot, kept in enumerate(keep)])


def daily_label(date: datetime.date) -> str:
    return f"daily:{date.isoformat()}"


def game_label(game: UUID) -> str:
    return f"game:{game}"


def chain_hash(previous: str, date: datetime.date, commitment: str) -> str:
    """SHA-256 in hex of the previous chain hash, the date and its commitment, a space between."""
    entry = f"{previous} {date.isoformat()} {commitment}"
    return hashlib.sha256(entry.encode("ascii")).hexdigest()
