"""How often something may happen: counted atomically, shared by all processes.

A fixed window on the cache's own atomic increment. Two callers at once are two counts, never
one; DRF's throttles read, decide and write back, and let a burst through.
"""

import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache


@dataclass(frozen=True, slots=True)
class Limit:
    name: str
    calls: int
    seconds: int

    @classmethod
    def named(cls, name: str) -> "Limit":
        """From settings.LIMITS, written `calls/seconds`."""
        calls, _, seconds = settings.LIMITS[name].partition("/")
        return cls(name, int(calls), int(seconds))


def take(limit: Limit, who: str) -> int:
    """Count one call. 0 if it is within the limit, else the seconds until the next window.

    Without an answer from the cache the call is allowed: an outage must not stop people playing.
    """
    moment = time.time()
    window, elapsed = divmod(int(moment), limit.seconds)
    key = f"limit:{limit.name}:{who}:{window}"
    cache.add(key, 0, timeout=limit.seconds + 1)
    try:
        count = cache.incr(key)
    except ValueError:  # evicted, or never stored
        return 0
    if count is None or count <= limit.calls:
        return 0
    return limit.seconds - elapsed
