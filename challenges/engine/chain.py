"""Checking the chain of commitments: that nothing in it was replaced, moved or taken out.

The chain is the JSON object that the service gives: `{"entries": [{"position", "date",
"commitment", "chain_hash"}]}` from position 1 on. Whoever kept the last hash of an older copy
can tell that a newer one only grew.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import NamedTuple

from .dice import CHAIN_START, chain_hash

_FIELDS = {"position": int, "date": str, "commitment": str, "chain_hash": str}


class ChainError(ValueError):
    """A chain that cannot be read; the message names the entry."""


class Entry(NamedTuple):
    position: int
    date: datetime.date
    commitment: str
    chain_hash: str


def read_chain(value: object) -> list[Entry]:
    """Raises ChainError."""
    entries = value.get("entries") if isinstance(value, Mapping) else None
    if not isinstance(entries, list):
        raise ChainError("There is no list of entries.")
    return [_read_entry(index, entry) for index, entry in enumerate(entries)]


def check_chain(entries: list[Entry]) -> list[str]:
    """What is wrong, entry by entry; empty for an unbroken chain from its start."""
    mismatches = []
    previous, dates = CHAIN_START, set()
    for position, entry in enumerate(entries, start=1):
        if entry.position != position:
            mismatches.append(f"Position {position} is missing: {entry.position} follows.")
            break
        if entry.date in dates:
            mismatches.append(f"Position {position}: {entry.date} is there twice.")
        if entry.chain_hash != chain_hash(previous, entry.date, entry.commitment):
            mismatches.append(f"Position {position}, {entry.date}: the chain is broken here.")
        previous = entry.chain_hash
        dates.add(entry.date)
    return mismatches


def _read_entry(index: int, value: object) -> Entry:
    if not isinstance(value, Mapping):
        raise ChainError(f"entries[{index}] is not an object.")
    for name, kind in _FIELDS.items():
        if not isinstance(value.get(name), kind):
            raise ChainError(f"entries[{index}].{name} is missing or of the wrong type.")
    try:
        date = datetime.date.fromisoformat(value["date"])
        value["commitment"].encode("ascii")
    except ValueError:
        raise ChainError(f"entries[{index}] has a date or commitment that is none.") from None
    return Entry(value["position"], date, value["commitment"], value["chain_hash"])
