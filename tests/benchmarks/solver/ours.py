"""`python -m tests.benchmarks.solver.ours <sheet> [file]`: solves it; the values go to the file."""

import sys

import numpy as np

from challenges.engine.sheets import HouseRules, Sheet, sheet_for
from challenges.strategy.solver import Values, new_values, solve
from tests.benchmarks.solver.apart import measured, tell


def solve_whole(sheet: Sheet, values: Values) -> float:
    for _level in solve(sheet, values):
        pass
    return float(values[0])


def main(code: str, *files: str) -> None:
    small, sheet = sheet_for("yacht", HouseRules(forced_order=True)), sheet_for(code)
    solve_whole(small, new_values(small))  # compiles, or reads what was compiled another time
    values = new_values(sheet)
    tell(measured(lambda: solve_whole(sheet, values)))
    for file in files:
        np.save(file, values)


if __name__ == "__main__":
    main(*sys.argv[1:])
