"""The tables that a machine has: found, said to be missing, set aside, and built by a job."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_django import Settings

from challenges import tasks
from challenges.engine.sheets import HouseRules, sheet_for
from challenges.services.perfect_play import tables
from challenges.services.perfect_play.problems import StrategyNotReady, StrategyUnknown
from challenges.services.perfect_play.tables import (
    build_missing,
    built_sheets,
    has_table,
    is_known,
    progress_of,
    values_of,
)
from challenges.strategy.building import build
from challenges.strategy.tables import only_one, path_of

GENERALA = sheet_for("generala")


@pytest.fixture
def only_generala(monkeypatch: pytest.MonkeyPatch) -> None:
    """And its forced order, the two that are solved most quickly."""
    forced = sheet_for("generala", HouseRules(forced_order=True))
    monkeypatch.setattr(tables, "built_sheets", lambda: [forced, GENERALA])


def test_the_quick_sheets_are_built_first_and_maxi_with_its_two_bonuses_last() -> None:
    sheets = built_sheets()
    assert [sheet.code for sheet in sheets[4:]] == ["maxi", "maxi"]
    assert {sheet.code for sheet in sheets[:4]} == {"scandinavian", "classic", "yacht", "generala"}
    bonuses = [sheet.upper_bonus for sheet in sheets[4:] if sheet.upper_bonus]
    assert [(bonus.points, bonus.threshold) for bonus in bonuses] == [(100, 84), (50, 75)]


def test_a_table_is_opened_once_and_cannot_be_written(solved_tables: Path) -> None:
    values = values_of(GENERALA)
    assert float(values[0]) == pytest.approx(162.46947, abs=1e-4)
    assert values_of(GENERALA) is values
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 0


def test_a_missing_table_tells_how_far_it_is(no_tables: Path) -> None:
    with pytest.raises(StrategyNotReady) as refusal:
        values_of(GENERALA)
    assert refusal.value.members["progress"] == {"levels": 0, "of": 11, "share": 0.0}
    no_tables.mkdir()
    build(no_tables, GENERALA, must_stop=lambda: True)
    with pytest.raises(StrategyNotReady) as refusal:
        values_of(GENERALA)
    progress = refusal.value.members["progress"]
    assert (progress["levels"], progress["of"]) == (1, 11)
    assert 0 < progress["share"] < 0.1
    assert refusal.value.retry_after == 60


@pytest.mark.parametrize(
    "rules", [HouseRules(saved_throws=True), HouseRules(forced_order=True)], ids=str
)
def test_rules_that_nobody_solves_are_unknown(no_tables: Path, rules: HouseRules) -> None:
    with pytest.raises(StrategyUnknown):
        values_of(sheet_for("yacht", rules))


def test_a_table_that_an_operator_asked_for_is_found(no_tables: Path) -> None:
    forced = sheet_for("generala", HouseRules(forced_order=True))
    no_tables.mkdir()
    build(no_tables, forced)
    assert float(values_of(forced)[0]) == pytest.approx(76.2171, abs=1e-4)


def test_a_damaged_table_is_set_aside_and_built_again(
    no_tables: Path, only_generala: None, caplog: pytest.LogCaptureFixture
) -> None:
    build_missing(seconds=60)
    path = path_of(no_tables, GENERALA)
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")  # of the padding
    with pytest.raises(StrategyNotReady):
        values_of(GENERALA)
    assert path.with_suffix(".damaged").exists()
    assert f"{path} is damaged: set aside" in caplog.messages
    assert build_missing(seconds=60) == ["generala"]
    assert float(values_of(GENERALA)[0]) == pytest.approx(162.46947, abs=1e-4)


@pytest.fixture
def nothing_may_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a folder of another user; the tests may be run by one who may do everything."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(Path, "mkdir", refuse)


def test_a_damaged_table_that_cannot_be_set_aside_is_not_ready(
    tmp_path: Path,
    settings: Settings,
    nothing_may_be_written: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    settings.STRATEGY_DIR = tmp_path
    path = path_of(tmp_path, GENERALA)
    path.write_bytes(b"{}")
    with pytest.raises(StrategyNotReady):
        values_of(GENERALA)
    denied = "cannot be set aside: [Errno 13] Permission denied"
    assert caplog.messages == [f"{path} is no table, and {denied}"]
    assert path.exists()


def test_a_table_that_cannot_be_read_is_not_ready_and_logged(
    no_tables: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_path: Path, *_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(StrategyNotReady):
        values_of(GENERALA)
    assert caplog.messages == ["a table cannot be read: [Errno 13] Permission denied"]


def test_a_folder_that_may_not_be_entered_has_no_tables(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "stat", refuse)
    settings.STRATEGY_DIR = tmp_path / "strategy"
    assert not has_table(GENERALA)
    assert is_known(GENERALA)


# --- The job ---------------------------------------------------------------------------------


def test_what_is_missing_is_built_and_then_there_is_nothing_to_do(
    no_tables: Path, only_generala: None
) -> None:
    assert build_missing(seconds=60) == ["generala", "generala"]
    assert build_missing(seconds=60) == []
    assert progress_of(GENERALA)["levels"] == 0  # nothing unfinished lies about


def test_a_job_without_time_does_a_level_and_the_next_one_goes_on(
    no_tables: Path, only_generala: None
) -> None:
    levels = []
    while not path_of(no_tables, built_first := tables.built_sheets()[0]).exists():
        build_missing(seconds=0)
        levels.append(progress_of(built_first)["levels"])
    assert levels == [*range(1, 11), 0]
    assert not path_of(no_tables, GENERALA).exists()


def test_the_job_sets_a_damaged_table_aside_by_itself_and_builds_it_again(
    no_tables: Path, only_generala: None
) -> None:
    build_missing(seconds=60)
    path = path_of(no_tables, GENERALA)
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")
    assert build_missing(seconds=60) == ["generala"]
    assert path.with_suffix(".damaged").exists()


def test_where_nothing_may_be_written_the_job_says_so_and_builds_nothing(
    no_tables: Path,
    only_generala: None,
    nothing_may_be_written: None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert build_missing(seconds=60) == []
    assert caplog.messages == ["no table can be built: [Errno 13] Permission denied"]
    assert not no_tables.exists()


def test_only_one_builds_at_a_time(no_tables: Path, only_generala: None) -> None:
    with only_one(no_tables):
        assert build_missing(seconds=60) == []
    assert not path_of(no_tables, GENERALA).exists()


@pytest.mark.parametrize("is_on", [True, False])
def test_the_job_can_be_turned_off(
    no_tables: Path, only_generala: None, settings: Settings, is_on: bool
) -> None:
    settings.BUILD_TABLES = is_on
    tasks.build_tables()
    assert path_of(no_tables, GENERALA).exists() is is_on


def test_a_web_process_loads_no_compiler() -> None:
    program = (
        "import sys, django; django.setup()\n"
        "import config.urls, challenges.tasks\n"
        "from challenges.services.perfect_play import hints, look_backs, looking_back, reviews\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('numba', 'llvmlite')])"
    )
    environment = {"DJANGO_SETTINGS_MODULE": "config.settings"}
    found = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, **environment},
    )
    assert found.stdout == "[]\n"
