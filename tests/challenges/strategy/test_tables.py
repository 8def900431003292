"""Tables on disk: whole or not there, of these rules or refused, gone on with after a kill."""

import dataclasses
import errno
import resource
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from numpy.typing import NDArray

from challenges.engine.sheets import HouseRules, sheet_for
from challenges.strategy import tables
from challenges.strategy.building import build
from challenges.strategy.solver import new_values
from challenges.strategy.tables import (
    TableError,
    digest_of,
    levels_done,
    only_one,
    open_table,
    path_of,
    size_of,
)

YACHT = sheet_for("yacht")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tables")
    assert build(folder, YACHT)
    return folder


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    whole = path_of(folder, YACHT)
    copied = tmp_path / whole.name
    copied.write_bytes(whole.read_bytes())
    return copied


def test_a_table_has_the_values_and_cannot_be_written(folder: Path) -> None:
    values = open_table(path_of(folder, YACHT), YACHT)
    assert abs(float(values[0]) - 191.760879752) < 0.0001
    assert not values.flags.writeable
    assert [path.suffix for path in folder.iterdir() if path.suffix != ".lock"] == [".table"]


def test_it_is_as_large_as_was_said(folder: Path) -> None:
    assert path_of(folder, YACHT).stat().st_size == size_of(YACHT)
    assert size_of(sheet_for("maxi")) < 300_000_000


def test_it_is_built_once(folder: Path) -> None:
    before = path_of(folder, YACHT).stat()
    assert build(folder, YACHT)
    assert path_of(folder, YACHT).stat() == before


def test_it_goes_on_where_it_had_to_stop(folder: Path, tmp_path: Path) -> None:
    told: list[int] = []
    for level in range(1, len(YACHT.rows)):
        assert not build(tmp_path, YACHT, tell=told.append, must_stop=lambda: True)
        assert levels_done(path_of(tmp_path, YACHT), YACHT) == level
        with pytest.raises(FileNotFoundError):
            open_table(path_of(tmp_path, YACHT), YACHT)
    assert build(tmp_path, YACHT, tell=told.append, must_stop=lambda: True)
    assert told == [*range(1, len(YACHT.rows) + 1)]
    assert path_of(tmp_path, YACHT).read_bytes() == path_of(folder, YACHT).read_bytes()


def test_a_level_that_was_killed_before_it_was_kept_is_solved_again(
    folder: Path, tmp_path: Path
) -> None:
    build(tmp_path, YACHT, must_stop=lambda: True)
    part = path_of(tmp_path, YACHT).with_suffix(".part")
    table = tables.Unfinished(path_of(tmp_path, YACHT), YACHT, new_values(YACHT))
    table.values[:100] = 7  # what a level leaves that has not come to its end
    del table
    assert part.exists()
    assert build(tmp_path, YACHT)
    assert path_of(tmp_path, YACHT).read_bytes() == path_of(folder, YACHT).read_bytes()


def test_before_a_table_is_mapped_the_disk_has_room_for_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of a map for which a full disk has none ends the process."""
    mapped, map_of = [], tables._map

    def watched(path: Path, header: tables.Header, mode: str) -> NDArray[Any]:
        mapped.append(path.stat().st_blocks * 512 >= size_of(YACHT))
        return map_of(path, header, mode)

    monkeypatch.setattr(tables, "_map", watched)
    assert not build(tmp_path, YACHT, must_stop=lambda: True)
    assert mapped == [True]


def test_of_a_table_that_could_not_be_begun_nothing_is_left(tmp_path: Path) -> None:
    """Where a file may be as large as half of a table, which the system refuses in the same way."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size_of(YACHT) // 2, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            build(tmp_path, YACHT)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [*tmp_path.iterdir()] == []
    assert build(tmp_path, YACHT)


@pytest.mark.parametrize("at", [4096, -1, -100_000])
def test_a_damaged_one_is_refused(copy: Path, at: int) -> None:
    content = bytearray(copy.read_bytes())
    content[at] ^= 1
    copy.write_bytes(content)
    with pytest.raises(TableError, match="damaged"):
        open_table(copy, YACHT)


def test_one_that_was_cut_off_is_refused(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[:-4])
    with pytest.raises(TableError, match="not whole"):
        open_table(copy, YACHT)


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"PNG", b"\xff" * 5000])
def test_what_is_no_table_is_refused(copy: Path, content: bytes) -> None:
    copy.write_bytes(content)
    with pytest.raises(TableError, match="no table"):
        open_table(copy, YACHT)


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        (b'"float32"', b'"flo!t32"'),
        (b'"levels": 12', b'"levels": 92'),
        (b'"levels": 12', b'"levels": -2'),
        (b'"levels": 12', b'"levels":"2"'),
    ],
)
def test_a_header_that_was_damaged_is_none(copy: Path, said: bytes, instead: bytes) -> None:
    content = copy.read_bytes()
    assert said in content[:4096]
    copy.write_bytes(content.replace(said, instead, 1))
    with pytest.raises(TableError, match="no table"):
        open_table(copy, YACHT)
    copy.rename(copy.with_suffix(".part"))
    assert levels_done(copy, YACHT) == 0


def test_other_rules_have_another_table(copy: Path) -> None:
    other = dataclasses.replace(YACHT, upper_bonus=None)
    assert path_of(copy.parent, other) != path_of(copy.parent, YACHT)
    with pytest.raises(TableError, match="other rules"):
        open_table(copy, other)


def test_every_house_rule_that_changes_values_changes_the_digest() -> None:
    variants = [
        sheet_for("maxi"),
        sheet_for("maxi", HouseRules(upper_bonus=50)),
        sheet_for("maxi", HouseRules(full_straight=25)),
        sheet_for("maxi", HouseRules(full_straight=30)),
        sheet_for("maxi", HouseRules(forced_order=True)),
        sheet_for("scandinavian"),
        sheet_for("scandinavian", HouseRules(extra_yatzy=True)),
        sheet_for("classic"),
        sheet_for("yacht"),
        sheet_for("generala"),
    ]
    assert len({digest_of(sheet) for sheet in variants}) == len(variants)


def test_a_table_for_which_there_is_no_room_takes_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need = size_of(YACHT) + tables.ROOM_LEFT
    free = [need - 1, need]
    monkeypatch.setattr(tables.shutil, "disk_usage", lambda _: SimpleNamespace(free=free.pop(0)))
    with pytest.raises(OSError, match="No space left"):
        build(tmp_path, YACHT)
    assert [*tmp_path.iterdir()] == []
    assert not build(tmp_path, YACHT, must_stop=lambda: True)


def test_the_rest_of_a_table_that_could_not_be_begun_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(tables.os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        build(tmp_path, YACHT)
    assert [*tmp_path.iterdir()] == []


def test_a_lock_that_another_user_made_can_be_taken(tmp_path: Path) -> None:
    (tmp_path / "solving.lock").touch(mode=0o444)
    with only_one(tmp_path) as is_alone:
        assert is_alone


def test_of_two_only_one_solves(tmp_path: Path) -> None:
    with only_one(tmp_path) as first, only_one(tmp_path) as second:
        assert (first, second) == (True, False)
    with only_one(tmp_path) as third:
        assert third
