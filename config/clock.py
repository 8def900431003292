"""The one place that reads the time, so that a function reads it once and a caller can set it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils import timezone

_set_to: ContextVar[datetime | None] = ContextVar("clock_set_to", default=None)


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return _set_to.get() or timezone.now()


@contextmanager
def at(moment: datetime) -> Iterator[None]:
    """Live through a moment of the past, in this thread alone: for filling a database."""
    token = _set_to.set(moment)
    try:
        yield
    finally:
        _set_to.reset(token)
