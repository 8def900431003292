"""The tables of solved sheets on this machine: read by every process, built by a job."""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from numpy.typing import NDArray

from challenges.engine.sheets import SHEETS, HouseRules, Sheet, sheet_for
from challenges.services.perfect_play.problems import StrategyNotReady, StrategyUnknown
from challenges.strategy.levels import shares_of
from challenges.strategy.states import can_be_solved
from challenges.strategy.tables import (
    TableError,
    is_there,
    levels_done,
    only_one,
    open_table,
    path_of,
)

logger = logging.getLogger(__name__)

Values = NDArray[Any]

_open: dict[tuple[Path, Sheet], Values] = {}
"""Of this process, by folder: a table is checked when it is opened, and stays as it is.

Where it lies is not asked again: that follows from all points of the sheet, which take a while.
"""


def built_sheets() -> list[Sheet]:
    """Those whose tables are built without being asked for, in this order: the quick ones first."""
    plain = sorted((sheet_for(code) for code in SHEETS), key=lambda sheet: sheet.dice)
    return [*plain, sheet_for("maxi", HouseRules(upper_bonus=50))]


def values_of(sheet: Sheet) -> Values:
    """Memory-mapped, read-only. Raises StrategyNotReady, and StrategyUnknown for rules that are
    solved where an operator asks for it only, or not at all."""
    if not can_be_solved(sheet):
        raise StrategyUnknown
    folder = settings.STRATEGY_DIR
    values = _open.get((folder, sheet))
    if values is None:
        values = _open_table(path_of(folder, sheet), sheet)
        _open[folder, sheet] = values
    return values


def _open_table(path: Path, sheet: Sheet) -> Values:
    try:
        return open_table(path, sheet)
    except FileNotFoundError:
        pass  # it is not there yet
    except OSError as error:
        logger.error("a table cannot be read: %s", error)
    except TableError as error:
        _set_aside(path, error)
    if _will_be_there(sheet):
        raise StrategyNotReady(progress_of(sheet))
    raise StrategyUnknown


def is_known(sheet: Sheet) -> bool:
    """Whether there is a table, or will be; of most sheets that is said without a look."""
    return can_be_solved(sheet) and (_will_be_there(sheet) or has_table(sheet))


def is_open(sheet: Sheet) -> bool:
    """Whether this process has its values at hand."""
    return (settings.STRATEGY_DIR, sheet) in _open


def has_table(sheet: Sheet) -> bool:
    """It has not been looked into: that is for those who need its values."""
    return is_open(sheet) or is_there(path_of(settings.STRATEGY_DIR, sheet))


def _will_be_there(sheet: Sheet) -> bool:
    return sheet in built_sheets() or _levels_done(sheet) > 0


def _set_aside(path: Path, error: TableError) -> None:
    """So that it is built anew, and can be looked at."""
    try:
        path.replace(path.with_suffix(".damaged"))
    except FileNotFoundError:
        pass  # another process was first
    except OSError as refusal:
        logger.error("%s, and cannot be set aside: %s", error, refusal)
        return
    logger.error("%s: set aside", error)


def progress_of(sheet: Sheet) -> dict[str, Any]:
    """How far its table is: levels, of how many, and the share of the work that is in them."""
    levels = _levels_done(sheet)
    return {
        "levels": levels,
        "of": len(sheet.rows),
        "share": round(shares_of(sheet)[levels], 4),
    }


def _levels_done(sheet: Sheet) -> int:
    return levels_done(path_of(settings.STRATEGY_DIR, sheet), sheet)


def build_missing(*, seconds: float) -> list[str]:
    """Build tables that are missing, one at a time; the sheets that got theirs.

    It stops between two levels once the seconds are over, and the next call goes on there. While
    another process of this machine solves it does nothing. Where the folder takes no table, for
    want of room or of permission, the log says so, and the next call tries again.
    """
    built: list[str] = []
    until = time.monotonic() + seconds
    missing = [sheet for sheet in built_sheets() if _is_missing(sheet)]
    try:
        for sheet in _build_each(missing, lambda: time.monotonic() > until):
            built.append(sheet.code)
            logger.info("solved %s: %s", sheet.code, path_of(settings.STRATEGY_DIR, sheet))
    except OSError as error:
        logger.error("no table can be built: %s", error)
    return built


def _is_missing(sheet: Sheet) -> bool:
    """Once in each process it is looked into: who reads it may not be able to set it aside."""
    if not is_there(path_of(settings.STRATEGY_DIR, sheet)):
        return True
    try:
        values_of(sheet)
    except StrategyNotReady:
        return True
    return False


def _build_each(missing: list[Sheet], must_stop: Callable[[], bool]) -> Iterator[Sheet]:
    """Those that got their tables."""
    if not missing:
        return
    # The compiler takes seconds to load: for those who solve.
    from challenges.strategy.building import build  # noqa: PLC0415

    folder = settings.STRATEGY_DIR
    with only_one(folder) as is_alone:
        for sheet in missing if is_alone else []:
            if not build(folder, sheet, must_stop=must_stop, is_nice=True):
                return
            yield sheet
            if must_stop():
                return
