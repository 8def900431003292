"""Secrets of a deployment: made here, read from the environment, never printed back.

`python -m config.secrets` prints a fresh SECRET_KEY and SEED_KEYS for a new deployment. It needs
no settings, because there are none yet when it is run.
"""

import os
import re
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SEED_SECRET = re.compile(r"[A-Za-z0-9_-]{43,}", re.ASCII)
SEED_KEY_ID = re.compile(r"[A-Za-z0-9_.-]{1,32}", re.ASCII)


def make_secret() -> str:
    """32 random bytes as 43 characters of A-Z a-z 0-9 _ -."""
    return secrets.token_urlsafe(32)


def parse_seed_keys(text: str) -> dict[str, bytes]:
    """Key bytes by key id, the current key first, from `id:secret,id:secret`.

    Raises ImproperlyConfigured without repeating any part of a secret.
    """
    keys: dict[str, bytes] = {}
    for number, entry in enumerate(text.split(","), start=1):
        key_id, _, secret = entry.strip().partition(":")
        if not SEED_KEY_ID.fullmatch(key_id):
            raise ImproperlyConfigured(
                f"SEED_KEYS, key {number}: an id of 1 to 32 letters, digits, _ . - is needed "
                "before the colon."
            )
        if not SEED_SECRET.fullmatch(secret):
            raise ImproperlyConfigured(
                # Not by its id, which may be a secret that stands alone or before the colon.
                f"SEED_KEYS, key {number}: its secret must be 43 or more characters of "
                "A-Z a-z 0-9 _ -; make one with `python -m config.secrets`."
            )
        if key_id in keys:
            raise ImproperlyConfigured(f"SEED_KEYS: the key id {key_id} is there twice.")
        keys[key_id] = secret.encode("ascii")
    return keys


def development_secret(folder: Path, name: str) -> str:
    """The secret kept in `folder/name`, made when it is first asked for.

    Several processes may ask at once: a secret is written in full beside its place and then
    linked into it, so the first one there wins and nobody reads half of one.
    """
    path = folder / name
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f".{name}.{os.getpid()}.{secrets.token_hex(4)}"
        draft.touch(mode=0o600)
        draft.write_text(make_secret())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


if __name__ == "__main__":
    print(f"SECRET_KEY={make_secret()}")  # noqa: T201
    print(f"SEED_KEYS={secrets.token_hex(3)}:{make_secret()}")  # noqa: T201
