"""Reading the files that people check."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError


def read_text(path: str) -> str:
    """The file, or what comes through the pipe for `-`. Raises CommandError."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from error


def read_json(path: str) -> Any:
    """Raises CommandError."""
    try:
        return json.loads(read_text(path))
    except (json.JSONDecodeError, RecursionError) as error:
        raise CommandError(f"{path} is not JSON: {error}") from error
