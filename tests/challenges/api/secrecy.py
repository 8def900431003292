"""What callers were told, and what nobody may be told."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.cast import SEED_KEYS, Caller, Json
from tests.challenges.services import recomputed


def said(*callers: Caller) -> list[str]:
    """Everything in the answers that callers got since they were last asked."""
    answers = [answer for caller in callers for answer in caller.answers]
    for caller in callers:
        caller.answers.clear()
    return [f"{dict(answer.headers)} {answer.content.decode()}" for answer in answers]


def logged(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(f"{record.msg} {record.args}" for record in caplog.records)


def secrets_of(seed: bytes) -> Iterator[str]:
    (key,) = (entry.split(":")[1] for entry in SEED_KEYS.split(","))
    for secret in (seed, key.encode()):
        yield secret.hex()
        yield secret.hex().upper()
        yield repr(secret)[2:-1]
    yield key


def unthrown(seed: bytes, game: Json) -> Iterator[str]:
    """The dice of every throw after the one on the table, as JSON would show them."""
    dice = len(game["dice"])
    for turn in range(game["turn"], game["turns"] + 1):
        for n in range(1, 6):
            if (turn, n) > (game["turn"], game["throw"]):
                yield json.dumps(recomputed.throw(seed, turn, n, dice), separators=(",", ":"))
