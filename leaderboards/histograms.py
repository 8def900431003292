"""The form in which a histogram is stored: signed 32-bit numbers, little end first.

At index n stand the players who have n or more. So its first number tells how many there are, and
two others where a value ranks: of any number of values, twelve bytes are read for a rank.
"""

from __future__ import annotations

import operator
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, zip_longest

WIDTH = 4


def pack(players: Mapping[int, int]) -> bytes:
    """Of players by value; empty where nobody has any."""
    return _little(array("i", _reaching(players))).tobytes()


def unpack(stored: bytes | memoryview) -> Counter[int]:
    """Players by value, without those that nobody has."""
    return Counter(dict(with_value(_numbers(stored))))


def number(stored: bytes | memoryview) -> int:
    """A single one; 0 of nothing, as which a value is read that nobody reaches."""
    return int.from_bytes(stored, "little", signed=True)


def with_value(reaching: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Value and players, the lowest value first."""
    steps = map(operator.sub, reaching, [*reaching[1:], 0])
    return ((value, players) for value, players in enumerate(steps) if players)


def add(stored: Iterable[bytes | memoryview], changes: Mapping[int, int]) -> Sequence[int]:
    """The sum of histograms, and of what is to be folded in: at index n who has n or more."""
    parts: list[Sequence[int]] = [_numbers(one) for one in stored]
    if changes:
        parts.append(_reaching(changes))
    if len(parts) == 1:
        return parts[0]
    return list(map(sum, zip_longest(*parts, fillvalue=0)))


def _reaching(players: Mapping[int, int]) -> list[int]:
    held = {value: count for value, count in players.items() if count}
    at_value = [0] * (max(held, default=-1) + 1)
    for value, count in held.items():
        at_value[value] = count
    return [*accumulate(reversed(at_value))][::-1]


def _numbers(stored: bytes | memoryview) -> array[int]:
    numbers = array("i")
    numbers.frombytes(stored)
    return _little(numbers)


def _little(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
