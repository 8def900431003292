"""A process that folds changes in whenever it is told to. It sets Django up by itself."""

import os
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

import django


def drain(orders: "Connection[Any, Any]", url: str) -> None:
    os.environ["DATABASE_URL"] = url
    django.setup()
    from leaderboards.services.counts import fold_changes  # noqa: PLC0415 (needs Django)

    with suppress(EOFError):
        while True:
            orders.recv()
            while orders.poll():  # whoever finds that somebody folds leaves it to them
                orders.recv()
            fold_changes()
