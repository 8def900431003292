"""Times of things that are done in turn, so that what disturbs the machine disturbs them all."""

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Key = TypeVar("Key")
Call = Callable[[], Any]

WARM_UP = 20  # PostgreSQL plans a prepared statement anew for its first executions


def medians(
    calls: Mapping[Key, Call], times: int, *, before: Callable[[Key], None] = lambda _key: None
) -> dict[Key, float]:
    """Seconds that each call takes; what is done before it does not count.

    Each round has another order: none always comes after one that leaves the caches to its liking.
    """
    taken: dict[Key, list[float]] = {key: [] for key in calls}
    order, chance = list(calls), random.Random(1)
    for number in range(-min(WARM_UP, times), times):
        chance.shuffle(order)
        for key in order:
            before(key)
            started = time.perf_counter()
            calls[key]()
            seconds = time.perf_counter() - started
            if number >= 0:
                taken[key].append(seconds)
    return {key: statistics.median(seconds) for key, seconds in taken.items()}
