"""Seeds from keys: the only place where the keys are used.

A seed that does not match the commitment its row stores is an error, never new dice: the key was
changed or mixed up, and the operator has to put it right.
"""

import logging

from django.conf import settings

from challenges.engine.dice import Seed
from challenges.models import Day, Game
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
