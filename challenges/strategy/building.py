"""Building the table of a sheet: solved in a file, level by level, and moved to its place whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from challenges.engine.sheets import Sheet
from challenges.strategy.solver import new_values, solve
from challenges.strategy.tables import DTYPE, Unfinished, is_there, path_of


def build(
    folder: Path,
    sheet: Sheet,
    *,
    tell: Callable[[int], None] = lambda _levels: None,
    must_stop: Callable[[], bool] = lambda: False,
    cores: int | None = None,
    is_nice: bool = False,
) -> bool:
    """True once the table is there; False where it had to stop, to go on another time.

    Call it while `only_one` says so.
    """
    path = path_of(folder, sheet)
    if is_there(path):
        return True
    table = Unfinished(path, sheet, new_values(sheet, DTYPE))
    if table.levels < len(sheet.rows):
        for levels in solve(sheet, table.values, first=table.levels, cores=cores, is_nice=is_nice):
            table.keep(levels)
            tell(levels)
            if levels < len(sheet.rows) and must_stop():
                return False
    table.finish()
    return True
