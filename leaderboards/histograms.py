"""The form in which a histogram is stored: signed 32-bit numbers, little end first."""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from collections.abc import Mapping


def pack(players: Mapping[int, int]) -> bytes:
    """Of players by value; empty where nobody has any."""
    held = {value: count for value, count in players.items() if count}
    numbers = array("i", bytes(4 * (max(held) + 1))) if held else array("i")
    for value, count in held.items():
        numbers[value] = count
    return _little(numbers).tobytes()


def unpack(stored: bytes | memoryview) -> Counter[int]:
    """Players by value, without those that nobody has."""
    return Counter({value: count for value, count in enumerate(_numbers(stored)) if count})


def _numbers(stored: bytes | memoryview) -> array[int]:
    numbers = array("i")
    numbers.frombytes(stored)
    return _little(numbers)


def _little(numbers: array[int]) -> array[int]:
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
