import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

Run = Callable[..., tuple[str, str]]
Write = Callable[[Any], str]


@pytest.fixture
def run() -> Run:
    """Runs a command; what it printed, and why it failed if it did."""

    def run(*arguments: str) -> tuple[str, str]:
        output = io.StringIO()
        try:
            call_command(*arguments, stdout=output, stderr=output, no_color=True)
        except CommandError as error:
            return output.getvalue(), str(error)
        return output.getvalue(), ""

    return run


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file, JSON unless it is text already; its path."""

    def write(content: Any) -> str:
        path = tmp_path / f"{len(list(tmp_path.iterdir()))}.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    return write
