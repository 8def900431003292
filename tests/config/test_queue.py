"""Messages in files: a reader finds a whole one or none, at whatever moment it looks."""

from collections.abc import Iterator
from pathlib import Path
from queue import Empty
from typing import Any

import pytest
from kombu import Connection

from config import celery, queue


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[Connection]:
    folder = str(tmp_path)
    options = {
        "data_folder_in": folder,
        "data_folder_out": folder,
        "control_folder": str(tmp_path / "control"),
    }
    assert celery.TRANSPORT_ALIASES["filesystem"] == "config.queue:Transport"
    with Connection("filesystem://localhost", transport_options=options) as connection:
        yield connection


def test_what_is_put_is_got(connection: Connection) -> None:
    with connection.SimpleQueue("dice") as messages:
        for number in range(3):
            messages.put({"number": number})
        got = [messages.get(timeout=1) for _ in range(3)]
        assert [message.payload["number"] for message in got] == [0, 1, 2]
        with pytest.raises(Empty):
            messages.get(block=False)


def test_a_reader_finds_no_message_that_is_still_being_written(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    channel = connection.channel()
    assert isinstance(channel, queue.Channel)
    seen: list[bool] = []

    def look(value: Any) -> str:
        """While the file is open and nothing is in it."""
        seen.append(_is_there(channel))
        return dumps(value)

    def rename(path: Path, target: Path) -> Path:
        """When all is in it, and before it has its name."""
        seen.append(_is_there(channel))
        return move(path, target)

    dumps, move = queue.dumps, Path.rename
    monkeypatch.setattr(queue, "dumps", look)
    monkeypatch.setattr(Path, "rename", rename)
    channel._put("dice", {"number": 1})
    assert seen == [False, False]
    assert channel._get("dice") == {"number": 1}


def _is_there(channel: Any) -> bool:
    try:
        channel._get("dice")
    except Empty:
        return False
    return True
