"""The form of all cursors: opaque to clients, a few words to the lists that they belong to.

They are encrypted, for the words tell what the list does not, such as when others finished; and
in such a way that nobody can make one, and that equal words make equal cursors.
"""

import base64

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from config.errors import InvalidInput


def write_cursor(*words: str, of: str) -> str:
    """`of` names the list; the cursor is of no other one."""
    sealed = _cipher().encrypt(" ".join(words).encode("ascii"), [of.encode("ascii")])
    return base64.urlsafe_b64encode(sealed).decode("ascii").rstrip("=")


def read_cursor(cursor: str, *, of: str) -> list[str]:
    """Its words. Raises ValueError for what is no cursor of this list."""
    padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
    try:
        sealed = base64.urlsafe_b64decode(padded)
        words = _cipher().decrypt(sealed, [of.encode("ascii")]).decode("ascii").split(" ")
    except InvalidTag:
        raise ValueError(cursor) from None
    if write_cursor(*words, of=of) != cursor:
        raise ValueError(cursor)
    return words


def _cipher() -> AESSIV:
    key = salted_hmac("challenges.services.cursors", "key", algorithm="sha512").digest()
    return AESSIV(key)


def wrong_cursor() -> InvalidInput:
    return InvalidInput({"cursor": [_("This is no cursor of this list.")]})
