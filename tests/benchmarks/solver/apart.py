"""Measured in a process of its own, which answers in JSON."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Solved:
    cpu: float
    wall: float
    start: float
    """What the game is worth before the first throw."""
    before: int
    """Bytes of memory at most, before it began: Python's and the compiler's."""
    peak: int
    """The same at its end."""


def measured(solve: Callable[[], float]) -> Solved:
    before, wall, cpu = _peak(), time.perf_counter(), time.process_time()
    start = solve()
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return Solved(cpu, wall, start, before, _peak())


def tell(answer: Any) -> None:
    """The process that asked."""
    print(json.dumps(answer if isinstance(answer, dict) else asdict(answer)))


def solved_by(module: str, *arguments: str) -> Solved:
    return Solved(**answer_of(module, *arguments))


def answer_of(module: str, *arguments: str) -> Any:
    """Of another module of this package."""
    command = [sys.executable, "-m", f"{__package__}.{module}", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def _peak() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
