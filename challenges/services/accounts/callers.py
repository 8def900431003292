"""Who calls, as far as limits need to know."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    address: str
    """What limits count for."""
