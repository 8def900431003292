"""`python -m tests.benchmarks.solver.peer <variant>`: the same game by yatzy-solver, in Rust."""

import sys

import yatzy_solver

from tests.benchmarks.solver.apart import measured, tell

START = "upper 0 | filled -"


def solve_whole(variant: str) -> float:
    solver = yatzy_solver.Solver.build(yatzy_solver.Variant(variant))
    return float(solver.state_value(START))


if __name__ == "__main__":
    tell(measured(lambda: solve_whole(sys.argv[1])))
