"""Codes: what a friend types, and what a link ends with.

Eight characters of Crockford's base 32 (https://www.crockford.com/base32.html), which leaves out
I, L, O and U: 32**8, about 1.1e12 codes. docs/friends.md says how hopeless guessing is.
"""

import secrets
import time
from collections.abc import Callable
from typing import TypeVar

from django.conf import settings
from django.db import IntegrityError, transaction

from challenges.services.addresses import site_of
from challenges.services.limits import Limit, give_back, take
from challenges.services.names import has_rude_part
from config.errors import Problem
from friends.models import CODE_LENGTH
from friends.services.problems import MalformedCode, TooManyCodes

T = TypeVar("T")

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = str.maketrans("OIL", "011")
_MOST_TRIES = 5


def new_code() -> str:
    """Random, and without rude words."""
    while True:
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not has_rude_part(code):
            return code


def read_code(text: str) -> str:
    """The code that somebody wrote: in any case, with dashes and spaces or without.

    O is 0, I and L are 1. Raises MalformedCode.
    """
    signs = "".join(text.split()).replace("-", "")
    # Some signs of other scripts turn into Latin letters, or into two, in capitals.
    code = signs.upper().translate(_READ_AS) if signs.isascii() else ""
    if len(code) != CODE_LENGTH or not set(code) <= set(ALPHABET):
        raise MalformedCode
    return code


def shown(code: str) -> str:
    """As people read it: `K7QM-2XRD`."""
    half = CODE_LENGTH // 2
    return f"{code[:half]}-{code[half:]}"


def challenge_link(code: str) -> str:
    return f"{settings.SITE_URL}/f/{code}"


def invitation_link(code: str) -> str:
    return f"{settings.SITE_URL}/i/{code}"


def with_new_code(store: Callable[[str], T]) -> T:
    """What `store` makes of a new code; with another one where the code is taken.

    `store` must answer itself where something else than the code stands in the way.
    """
    for _ in range(_MOST_TRIES - 1):
        try:
            with transaction.atomic():
                return store(new_code())
        except IntegrityError:
            continue
    return store(new_code())


def look_up(find: Callable[[], T | None], *, address: str) -> T | None:
    """What `find` finds. What is not there counts for the address, and so does not go on for ever.

    It counts for the site, too: one that has a /48 of IPv6 would else call from 65,536 addresses.
    Raises TooManyCodes, whether it would be found or not.
    """
    counts, moment = [(Limit.named("wrong-codes-of-address"), address)], time.time()
    if (site := site_of(address)) != address:
        counts.append((Limit.named("wrong-codes-of-site"), site))
    if wait := max(take(limit, who) for limit, who in counts):
        # It was not looked at. Of many at once, right ones too, some come here.
        _uncount(counts, moment)
        raise TooManyCodes(wait)
    try:
        found = find()
    except Problem:
        _uncount(counts, moment)
        raise
    if found is not None:
        _uncount(counts, moment)
    return found


def _uncount(counts: list[tuple[Limit, str]], moment: float) -> None:
    for limit, who in counts:
        give_back(limit, who, counted_at=moment)
