"""A PostgreSQL as production has it, and databases on it that Django can be turned to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import django
from django.core.management import call_command
from django.db import connections

from tests.servers.plugin import ENVIRONMENT
from tests.servers.postgres import Postgres

# For a machine of 8 GB and a fast disk; everything else, durability included, is PostgreSQL's own
# default: fsync, full_page_writes and synchronous_commit are on.
SETTINGS = {
    "shared_buffers": "2GB",
    "effective_cache_size": "6GB",
    "maintenance_work_mem": "512MB",
    "work_mem": "16MB",
    "max_wal_size": "8GB",
    "wal_compression": "on",
    "random_page_cost": "1.1",
    "max_connections": "200",
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
}


def set_up(postgres: Postgres) -> None:
    """Django with the service's settings, on a database of the server that stays empty."""
    os.environ |= {**ENVIRONMENT, "DATABASE_URL": postgres.create_database("dice_boards")}
    os.environ |= {"LOG_LEVEL": "ERROR"}  # each count that is made is one that is mended
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()


class Database:
    """A migrated database. Django reads and writes it while it is `in_use`."""

    def __init__(self, postgres: Postgres, name: str) -> None:
        self.name = name
        self.url = postgres.create_database(name)
        settings = {**connections["default"].settings_dict, "NAME": name}
        connections.settings[name] = settings
        with self.in_use():
            call_command("migrate", verbosity=0)

    @property
    def connection(self) -> Any:
        return connections[self.name]

    def use(self) -> None:
        """From now on."""
        connections["default"] = self.connection

    @contextmanager
    def in_use(self) -> Iterator[None]:
        before = connections["default"]
        self.use()
        try:
            yield
        finally:
            connections["default"] = before
