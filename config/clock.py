"""The one place that reads the time, so that a function reads it once and tests can set it."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return timezone.now()
