"""The form of all cursors: opaque to clients, a few words to the lists that they belong to."""

import base64

from django.utils.translation import gettext as _

from config.errors import InvalidInput


def write_cursor(*words: str) -> str:
    return base64.urlsafe_b64encode(" ".join(words).encode("ascii")).decode("ascii").rstrip("=")


def read_cursor(cursor: str) -> list[str]:
    """Its words. Raises ValueError for what is no cursor."""
    padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
    words = base64.urlsafe_b64decode(padded).decode("ascii").split(" ")
    if write_cursor(*words) != cursor:
        raise ValueError(cursor)
    return words


def wrong_cursor() -> InvalidInput:
    return InvalidInput({"cursor": [_("This is no cursor of this list.")]})
