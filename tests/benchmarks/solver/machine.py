"""`python -m tests.benchmarks.solver.machine`: what a core can do while all do it.

That is numbers worked on in the first cache, and bytes through its memory, a second.
"""

import os
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numba import njit

from challenges.strategy.vectors import LANES, add, highest, load, store
from tests.benchmarks.solver.apart import tell

ROUNDS = 5
CHAINS = 8
"""That do not wait for one another: as many operations are under way in a core."""

OPERATIONS = 2
"""With each number that is loaded: the higher one, and a sum."""


@njit(nogil=True)
def _work(numbers: Any, result: Any, times: int) -> None:
    one, two, three, four = load(result, 0), load(result, 16), load(result, 32), load(result, 48)
    five, six, seven = load(result, 64), load(result, 80), load(result, 96)
    eight, step = load(result, 112), load(numbers, 0)
    for _ in range(times):
        for at in range(0, len(numbers), 128):
            one = add(highest(load(numbers, at), one), step)
            two = add(highest(load(numbers, at + 16), two), step)
            three = add(highest(load(numbers, at + 32), three), step)
            four = add(highest(load(numbers, at + 48), four), step)
            five = add(highest(load(numbers, at + 64), five), step)
            six = add(highest(load(numbers, at + 80), six), step)
            seven = add(highest(load(numbers, at + 96), seven), step)
            eight = add(highest(load(numbers, at + 112), eight), step)
    both = add(add(add(one, two), add(three, four)), add(add(five, six), add(seven, eight)))
    store(result, 0, both)


def operations_a_second() -> float:
    """On numbers in single precision, with what is worked on in the first cache."""
    size, times = 32 * CHAINS * LANES["float32"], 100_000
    arrays = [_aligned(size) for _ in range(_cores())]

    def on_a_core(numbers: Any) -> None:
        _work(numbers, np.zeros(CHAINS * LANES["float32"], np.float32), times)

    on_a_core(_aligned(size))  # compiles
    return times * size * OPERATIONS / _quickest(on_a_core, arrays)


def _aligned(size: int) -> Any:
    """That begins where a line of the cache does."""
    lanes = LANES["float32"]
    numbers = np.ones(size + lanes, np.float32)
    first = -(numbers.ctypes.data // numbers.itemsize) % lanes
    return numbers[first : first + size]


def bytes_a_second() -> float:
    """Read and written, from arrays that no cache holds."""
    size = 1 << 28
    pairs = [(np.zeros(size, np.uint8), np.ones(size, np.uint8)) for _ in range(_cores())]
    return 2 * size / _quickest(lambda pair: np.copyto(*pair), pairs)


def _cores() -> int:
    return os.cpu_count() or 1


def _quickest(call: Callable[[Any], None], of_cores: list[Any]) -> float:
    """CPU seconds that a core takes while all of them work, so whatever else runs counts less."""

    def seconds(of_core: Any) -> float:
        started = time.thread_time()
        call(of_core)
        return time.thread_time() - started

    with ThreadPoolExecutor(len(of_cores)) as pool:
        return min(statistics.mean(pool.map(seconds, of_cores)) for _ in range(ROUNDS))


if __name__ == "__main__":
    tell({"operations": operations_a_second(), "bytes": bytes_a_second()})
