"""`python -m tests.benchmarks.solver.games <sheet> [file]`: plays many games by the table.

The values are read from the file, or solved first.
"""

import sys
import time

import numpy as np

from challenges.engine.sheets import sheet_for
from challenges.strategy.opponents import Level
from challenges.strategy.simulation import BLOCK, measure_of, play_games
from challenges.strategy.solver import new_values
from tests.benchmarks.solver.apart import tell
from tests.benchmarks.solver.ours import solve_whole

GAMES = 20_000


def main(code: str, *files: str) -> None:
    sheet = sheet_for(code)
    if files:
        values = np.load(files[0], mmap_mode="r")
    else:
        values = new_values(sheet)
        solve_whole(sheet, values)
    play_games(sheet, Level.EXPERT, values, BLOCK, seed=0)  # compiles, and reads the values
    wall, cpu = time.perf_counter(), time.process_time()
    found = measure_of(play_games(sheet, Level.EXPERT, values, GAMES, seed=1))
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    start = float(values[0])
    tell(
        {
            "a_second": GAMES / wall,
            "a_cpu_second": GAMES / cpu,
            "average": found.average,
            "errors_off": (found.average - start) / found.error,
        }
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
