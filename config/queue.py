"""The embedded default's queue of messages: files in a folder, each there as a whole or not at all.

Kombu's own transport opens a file under its name and then writes it. A worker that looks in between
reads a message that is empty, and ends of it, and the whole service with it.
"""

import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from kombu.transport import filesystem
from kombu.utils.json import dumps


class Channel(filesystem.Channel):
    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        # Read in the order of names; whatever ends otherwise than with the queue's is left alone.
        name = f"{time.monotonic_ns():020}_{uuid4()}.{queue}.msg"
        beside = Path(self.data_folder_out, f"{name}.part")
        beside.write_bytes(dumps(payload).encode())
        beside.rename(beside.with_suffix(""))


class Transport(filesystem.Transport):
    Channel = Channel
