"""How often something may happen: counted atomically, shared by all processes.

A fixed window on the cache's own atomic increment. Two callers at once are two counts, never
one; DRF's throttles read, decide and write back, and let a burst through.
"""

import contextlib
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
    key, left = _window(limit, who)
    return 0 if _count(key, limit.seconds + 1) <= limit.calls else left


def give_back(limit: Limit, who: str, *, counted_at: float | None = None) -> None:
    """Uncount one call that turned out to be none to count.

    `counted_at` is a moment just before it was counted: what lasts past the end of that window
    must not make room in the next one.
    """
    key, _left = _window(limit, who, counted_at)
    with contextlib.suppress(ValueError):  # its window is over
        cache.decr(key)


def forget(limit: Limit, who: str) -> None:
    """Begin to count anew."""
    key, _left = _window(limit, who)
    cache.delete(key)


def _window(limit: Limit, who: str, moment: float | None = None) -> tuple[str, int]:
    """The key that calls are counted under then or now, and for how many seconds."""
    window, elapsed = divmod(int(time.time() if moment is None else moment), limit.seconds)
    return f"limit:{limit.name}:{who}:{window}", limit.seconds - elapsed


def _count(key: str, seconds: int) -> int:
    """This call's number in its window. 0 where the cache does not answer."""
    try:
        return cache.incr(key) or 0
    except ValueError:  # the first of the window
        if cache.add(key, 1, timeout=seconds):
            return 1
    try:
        return cache.incr(key) or 0  # another one was first at the same time
    except ValueError:  # the cache neither has it nor takes it
        return 0
