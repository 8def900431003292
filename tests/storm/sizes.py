"""How large a storm is: short in `make test`, long with STORM=1, which `make storm` sets."""

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Size:
    players: int
    processes: int
    threads: int
    """Of all processes together: each finishes games, with a connection of its own."""
    kills: int
    most_at_work: float
    """Seconds from when a worker began to work until it is killed, at random up to so many."""
    downtime: float
    """Seconds that Redis and the database stay away."""
    outages: int
    rebuilt: int
    """Players whose results no board knows when the database goes down."""


SHORT = Size(
    players=32,
    processes=2,
    threads=64,
    kills=3,
    most_at_work=1.0,
    downtime=1.0,
    outages=1,
    rebuilt=450,
)
LONG = Size(
    players=500,
    processes=4,
    threads=64,
    kills=20,
    most_at_work=2.0,
    downtime=45.0,
    outages=2,
    rebuilt=2000,
)
SIZE = LONG if os.environ.get("STORM") else SHORT
