"""Seeds from keys: the only place where the keys are used.

A seed that does not match the commitment its row stores is an error, never new dice: the key was
changed or mixed up, and the operator has to put it right.
"""

import logging
from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, QuerySet

from challenges.engine.dice import Seed
from challenges.models import Day, Game
from challenges.querysets import days, games
from challenges.services.problems import DiceUnavailable

logger = logging.getLogger(__name__)


def current_key_id() -> str:
    return next(iter(settings.SEED_KEYS))


def derive_seed(*, key_id: str, label: str) -> Seed:
    return Seed.derive(settings.SEED_KEYS[key_id], label)


def seed_of_day(day: Day, label: str) -> Seed:
    return _checked(day.seed, day.key_id, label, day.commitment)


def seed_of_game(game: Game) -> Seed:
    """Of a game read together with its day, if it has one."""
    published = game.seed or (game.day.seed if game.day else None)
    return _checked(published, game.key_id, game.seed_label, game.commitment)


def _checked(published: str | None, key_id: str, label: str, commitment: str) -> Seed:
    if published is None and key_id not in settings.SEED_KEYS:
        logger.error("SEED_KEYS has no key %s, which %s needs", key_id, label)
        raise DiceUnavailable
    seed = Seed.fromhex(published) if published else derive_seed(key_id=key_id, label=label)
    if seed.commitment != commitment:
        logger.error("key %s does not give the seed that %s is committed to", key_id, label)
        raise DiceUnavailable
    return seed


@dataclass(frozen=True, slots=True)
class KeyUse:
    """How many unpublished days and unfinished games need a key; without any it can retire."""

    key_id: str
    is_given: bool
    days: int
    games: int


def key_uses() -> list[KeyUse]:
    """Of the keys that are given, the current one first, and of any that are needed beside."""
    of_days = _count_by_key(days().unpublished())
    of_games = _count_by_key(games().needing_their_key())
    key_ids = dict.fromkeys([*settings.SEED_KEYS, *sorted({*of_days, *of_games})])
    return [
        KeyUse(key_id, key_id in settings.SEED_KEYS, of_days[key_id], of_games[key_id])
        for key_id in key_ids
    ]


def _count_by_key(rows: QuerySet[Any]) -> Counter[str]:
    counted = rows.order_by().values("key_id").annotate(rows=Count("pk"))
    return Counter({row["key_id"]: row["rows"] for row in counted})
