"""`python -m tests.benchmarks.solver.ours <sheet>`: solves it, with house rules or in double
precision if told so; the values go to a file where one is named."""

import json
from argparse import ArgumentParser

import numpy as np

from challenges.engine.sheets import HouseRules, Sheet, sheet_for
from challenges.strategy.solver import Values, new_values, solve
from tests.benchmarks.solver.apart import measured, tell


def solve_whole(sheet: Sheet, values: Values) -> float:
    for _level in solve(sheet, values):
        pass
    return float(values[0])


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("sheet")
    parser.add_argument("--house-rules", type=json.loads, default={})
    parser.add_argument("--dtype", default="float32")
    parser.add_argument("--file")
    chosen = parser.parse_args()
    rules = HouseRules.from_json(chosen.sheet, chosen.house_rules)
    small, sheet = sheet_for("yacht", HouseRules(forced_order=True)), sheet_for(chosen.sheet, rules)
    # Compiles, or reads what was compiled another time.
    solve_whole(small, new_values(small, chosen.dtype))
    values = new_values(sheet, chosen.dtype)
    tell(measured(lambda: solve_whole(sheet, values)))
    if chosen.file:
        np.save(chosen.file, values)


if __name__ == "__main__":
    main()
