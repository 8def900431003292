"""`manage.py solve`: the table of a sheet, by hand."""

import re
from pathlib import Path

import pytest
from pytest_django import Settings

from challenges.engine.sheets import sheet_for
from challenges.strategy.building import build
from challenges.strategy.tables import only_one, path_of
from tests.challenges.commands.conftest import Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Path:
    settings.STRATEGY_DIR = tmp_path / "strategy"
    return tmp_path / "strategy"


def test_it_builds_the_table_and_tells_how_far_it_is(run: Run, folder: Path) -> None:
    lines = run("solve", "generala")[0].splitlines()
    assert lines[0].startswith("1 of 11 levels, 0.")
    assert re.fullmatch(r"6 of 11 levels, [0-9.]+% of the work, some [0-9]+ seconds left", lines[5])
    assert lines[10:12] == ["11 of 11 levels, 100.0% of the work", "Expected total: 162.4695"]
    assert lines[12] == f"Table: {path_of(folder, sheet_for('generala'))}"
    assert lines[13].startswith("Took ")
    assert path_of(folder, sheet_for("generala")).exists()


def test_what_was_begun_is_gone_on_with(run: Run, folder: Path) -> None:
    folder.mkdir()
    build(folder, sheet_for("generala"), must_stop=lambda: True)
    lines = run("solve", "generala")[0].splitlines()
    assert lines[0] == "Going on after 1 of 11 levels."
    assert lines[1].startswith("2 of 11 levels")


def test_house_rules_have_tables_of_their_own(run: Run, folder: Path) -> None:
    out, _ = run("solve", "generala", "--house-rules", '{"forced_order": true}')
    assert "Expected total: 76.2171" in out
    assert not path_of(folder, sheet_for("generala")).exists()


def test_in_double_precision_nothing_is_kept(run: Run, folder: Path) -> None:
    out, _ = run("solve", "generala", "--double")
    assert "Expected total: 162.4694683999" in out
    assert not folder.exists()


def test_where_no_folder_can_be_made_it_says_so(run: Run, folder: Path) -> None:
    folder.touch()
    _, error = run("solve", "generala")
    assert error == f"No table can be built: [Errno 17] File exists: '{folder}'"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["poker"], "invalid choice"),
        (["maxi", "--house-rules", "{"], "House rules are JSON"),
        (["maxi", "--house-rules", "[]"], "House rules are an object"),
        (["maxi", "--house-rules", '{"saved_throws": true}'], "Saved throws"),
        (["yacht", "--house-rules", '{"upper_bonus": 50}'], "does not offer"),
    ],
)
def test_what_cannot_be_solved_is_refused(
    run: Run, folder: Path, arguments: list[str], message: str
) -> None:
    _, error = run("solve", *arguments)
    assert message in error
    assert not folder.exists()


def test_a_second_one_is_refused(run: Run, folder: Path) -> None:
    with only_one(folder):
        assert run("solve", "generala") == ("", "Another process is solving just now.")


def test_a_damaged_table_is_told(run: Run, folder: Path) -> None:
    run("solve", "generala")
    path = path_of(folder, sheet_for("generala"))
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")  # of the padding
    assert run("solve", "generala")[1] == f"{path} is damaged. Remove it, and solve again."
