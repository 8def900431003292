"""Tables of perfect play for the tests: those with five dice solved, once for all of a run.

Maxi takes a minute of all cores. Where a test does not look at what its values are, it gets a table
in which every free row is worth the same wherever it stands: as good a file, and worse advice. The
identity of reviews holds with any values.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest
from pytest_django import Settings

from challenges.engine.sheets import SHEETS, Sheet, sheet_for
from challenges.services.perfect_play import looking_back
from challenges.strategy.building import build
from challenges.strategy.ceiling import ceiling
from challenges.strategy.points import UPPER
from challenges.strategy.solver import new_values
from challenges.strategy.states import SETS, states_of
from challenges.strategy.tables import DTYPE, Unfinished, only_one, path_of

FIVE_DICE = [code for code, sheet in SHEETS.items() if sheet.dice == 5]
WORTH_OF_A_ROW = 20.0


def make_table(folder: Path, sheet: Sheet) -> Path:
    """Solved with five dice, else the plain one; there is one of each."""
    path = path_of(folder, sheet)
    with only_one(folder) as is_alone:
        assert is_alone
        if sheet.dice == 5:
            build(folder, sheet)
        elif not path.exists():
            table = Unfinished(path, sheet, _plain_values(sheet))
            table.keep(len(sheet.rows))
            table.finish()
    return path


def _plain_values(sheet: Sheet) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    states, values = states_of(sheet), new_values(sheet, DTYPE)
    blocks = np.arange(states.flags << states.lower_rows)
    free = states.lower_rows - np.bitwise_count(blocks // states.flags)
    for upper in range(SETS):
        lanes = int(states.width[upper])
        worth = WORTH_OF_A_ROW * (free + UPPER - upper.bit_count())
        first = states.number(upper, 0, 0, 0)
        values[first : first + len(blocks) * lanes] += np.repeat(worth, lanes).astype(np.float32)
    return values


_ceiling = functools.cache(ceiling)


@pytest.fixture(scope="session")
def folder_of_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("strategy")


@pytest.fixture
def solved_tables(
    folder_of_tables: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """All plain sheets have their tables, and the best of some dice is looked for once."""
    monkeypatch.setattr(looking_back, "ceiling", _ceiling)
    for sheet in map(sheet_for, SHEETS):
        if not path_of(folder_of_tables, sheet).exists():
            make_table(folder_of_tables, sheet)
    settings.STRATEGY_DIR = folder_of_tables
    return folder_of_tables


@pytest.fixture
def no_tables(tmp_path: Path, settings: Settings) -> Path:
    settings.STRATEGY_DIR = tmp_path / "strategy"
    return tmp_path / "strategy"
