"""Looking over the chain of commitments as it is stored."""

from collections.abc import Iterator
from dataclasses import dataclass

from challenges.engine.chain import Entry, check_chain
from challenges.engine.dice import CHAIN_START, Seed
from challenges.models import Day
from challenges.querysets import days


@dataclass(frozen=True, slots=True)
class ChainCheck:
    length: int
    last_hash: str
    mismatches: list[str]
    """What is wrong in plain words; empty for a whole chain."""


def check_days() -> ChainCheck:
    """Compute the chain again from its start, and hold published seeds against it."""
    found = list(days().after_position(0))
    entries = [Entry(day.position, day.date, day.commitment, day.chain_hash) for day in found]
    return ChainCheck(
        length=len(found),
        last_hash=found[-1].chain_hash if found else CHAIN_START,
        mismatches=[*check_chain(entries), *_false_seeds(found)],
    )


def _false_seeds(found: list[Day]) -> Iterator[str]:
    for day in found:
        if day.seed is not None and Seed.fromhex(day.seed).commitment != day.commitment:
            yield f"Position {day.position}, {day.date}: its published seed is another one."
