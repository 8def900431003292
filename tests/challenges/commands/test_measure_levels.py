"""`manage.py measure_levels`: what computer opponents average."""

from pathlib import Path

import pytest
from pytest_django import Settings

from challenges.engine.sheets import sheet_for
from challenges.strategy.building import build
from challenges.strategy.tables import path_of
from tests.challenges.commands.conftest import Run

GENERALA = sheet_for("generala")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("strategy")
    assert build(folder, GENERALA)
    return folder


@pytest.fixture(autouse=True)
def folder(solved: Path, settings: Settings) -> Path:
    settings.STRATEGY_DIR = solved
    return solved


def test_it_prints_a_line_for_each_level(run: Run) -> None:
    out, error = run("measure_levels", "generala", "--games", "600", "--seed", "5")
    assert error == ""
    assert out.splitlines() == [
        "600 games each, seed 5",
        "sheet         level   average  error  spread   bonus",
        "generala      easy     137.00   1.62   39.62       -",
        "generala      medium   147.80   1.65   40.48       -",
        "generala      hard     151.39   1.76   43.00       -",
        "generala      expert   162.17   1.62   39.77       -",
    ]


def test_the_seed_decides_the_games(run: Run) -> None:
    arguments = ("measure_levels", "generala", "--games", "50", "--level", "easy", "--seed")
    assert run(*arguments, "1")[0] == run(*arguments, "1")[0]
    first, other = (run(*arguments, seed)[0].splitlines()[2] for seed in ("1", "2"))
    assert first != other


def test_it_prints_what_each_row_gets_if_asked_to(run: Run) -> None:
    out, _ = run(
        *("measure_levels", "classic", "--games", "1000", "--level", "hard", "--level", "easy"),
        "--rows",
    )
    lines = out.splitlines()
    assert [line.split()[:2] for line in (lines[2], lines[16])] == [
        ["classic", "hard"],
        ["classic", "easy"],
    ]
    assert [line.split()[0] for line in lines[3:16]] == [
        row.code for row in sheet_for("classic").rows
    ]


def test_without_a_table_it_says_how_to_get_one_and_plays_nothing(
    run: Run, settings: Settings, tmp_path: Path
) -> None:
    settings.STRATEGY_DIR = tmp_path
    out, error = run("measure_levels", "generala", "yacht")
    assert out == ""
    assert error == (
        "There is no table of generala yet: run `manage.py solve generala` first, or name the "
        "other levels."
    )
    out, error = run("measure_levels", "generala", "--games", "10", "--level", "medium")
    assert (len(out.splitlines()), error) == (3, "")


def test_a_damaged_table_is_told(
    run: Run, settings: Settings, folder: Path, tmp_path: Path
) -> None:
    settings.STRATEGY_DIR = tmp_path
    path = path_of(tmp_path, GENERALA)
    path.write_bytes(path_of(folder, GENERALA).read_bytes()[:-1] + b"\x01")
    assert run("measure_levels", "generala") == (
        "",
        f"{path} is damaged. Remove it, and run `manage.py solve generala` again.",
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["poker"], "invalid choice"),
        (["--level", "perfect"], "invalid choice"),
        (["--games", "0"], "Games are counted from 1."),
        (["--games", "many"], "Games are counted from 1."),
    ],
)
def test_what_cannot_be_measured_is_refused(run: Run, arguments: list[str], message: str) -> None:
    out, error = run("measure_levels", *arguments)
    assert out == ""
    assert message in error
