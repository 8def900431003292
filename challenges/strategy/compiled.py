"""How functions are compiled, and where what was compiled is kept.

Numba keeps it by the file that a function stands in, and does not see that another file has
changed from which it calls something. So it is kept by what all files here say.
"""

from __future__ import annotations

import hashlib
from functools import partial
from pathlib import Path

from numba import config, njit

_FOLDER = Path(__file__).parent


def _digest() -> str:
    found = hashlib.sha256()
    for path in sorted(_FOLDER.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


# Where that cannot be written Numba takes the user's cache, as it does without it.
config.CACHE_DIR = config.CACHE_DIR or str(_FOLDER / "__pycache__" / _digest())

compiled = partial(njit, nogil=True, error_model="numpy")
kept = partial(njit, nogil=True, error_model="numpy", cache=True)
