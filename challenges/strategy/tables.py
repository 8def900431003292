"""Tables of values on disk: memory-mapped, so that all processes share them.

A file is a header and the values. Its name ends with a digest of all rules that the values follow
from, so a changed rule never meets an old table. It is written beside its place, level by level,
and moved there when it is whole: whoever opens it finds all of it or nothing.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import json
import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from challenges.engine.sheets import Sheet
from challenges.strategy.points import points_of
from challenges.strategy.states import states_of

FORMAT = 1
DTYPE = "float32"
PADDING = 16
"""Values after the last one, zeros: whoever reads lanes reads some too many."""

ROOM_LEFT = 1 << 25
"""Bytes of the disk that a table leaves to others."""

_HEADER = 4096
_CHUNK = 1 << 24


class TableError(Exception):
    """A file that is no table, is damaged, or belongs to other rules."""


@dataclass(frozen=True, slots=True)
class Header:
    format: int
    sheet: str
    digest: str
    dtype: str
    count: int
    levels: int
    """So many are solved, from the full sheet on."""
    crc: int | None = None
    """Of all values; None until the last level is solved."""


def digest_of(sheet: Sheet) -> str:
    """Of everything that values follow from."""
    points, bonus = points_of(sheet), sheet.upper_bonus
    rules = {
        "format": FORMAT,
        "dice": sheet.dice,
        "bonus": asdict(bonus) if bonus else None,
        "joker": sheet.joker,
        "forced": sheet.forced_order,
        "key": points.key_row,
        "extra": points.extra,
    }
    found = hashlib.sha256(json.dumps(rules, sort_keys=True).encode())
    for numbers in (points.pays, points.served):
        found.update(np.ascontiguousarray(numbers, "<i2").tobytes())
    return found.hexdigest()


def path_of(folder: Path, sheet: Sheet) -> Path:
    return folder / f"{sheet.code}-{digest_of(sheet)[:16]}.table"


# --- Reading ---------------------------------------------------------------------------------


def open_table(path: Path, sheet: Sheet) -> NDArray[Any]:
    """The values of a whole table, read-only. Raises TableError; FileNotFoundError without one."""
    header = _read_header(path, sheet)
    if header.crc is None:
        raise TableError(f"{path} is not finished")
    values = _map(path, header, mode="r")
    if _checksum(values) != header.crc:
        raise TableError(f"{path} is damaged")
    return values.view(np.ndarray)  # a memmap's own index is slower


def is_there(path: Path) -> bool:
    """Whether a table can be read there; it is not looked into."""
    return os.access(path, os.R_OK)


def levels_done(path: Path, sheet: Sheet) -> int:
    """Of a table that is being solved; 0 where none has been begun, or can be read."""
    try:
        return _read_header(_unfinished(path), sheet).levels
    except (OSError, TableError):
        return 0


def _read_header(path: Path, sheet: Sheet) -> Header:
    with path.open("rb") as file:
        text = file.read(_HEADER).rstrip(b" \n")
    try:
        header = Header(**json.loads(text))
        size, is_possible = _size(header), 0 <= header.levels <= len(sheet.rows)
    except (ValueError, TypeError) as error:
        raise TableError(f"{path} is no table") from error
    if not is_possible:
        raise TableError(f"{path} is no table")
    if (header.format, header.digest) != (FORMAT, digest_of(sheet)):
        raise TableError(f"{path} belongs to other rules")
    if path.stat().st_size != size:
        raise TableError(f"{path} is not whole")
    return header


def _size(header: Header) -> int:
    return _bytes(header.count, header.dtype)


def _bytes(count: int, dtype: str) -> int:
    return _HEADER + count * np.dtype(dtype).itemsize


def _map(path: Path, header: Header, mode: Any) -> NDArray[Any]:
    kind = np.dtype(header.dtype).newbyteorder("<")
    return np.memmap(path, kind, mode, offset=_HEADER, shape=(header.count,))


def _checksum(values: NDArray[Any]) -> int:
    found, data = 0, values.view(np.uint8)
    for first in range(0, len(data), _CHUNK):
        found = zlib.crc32(data[first : first + _CHUNK].data, found)
    return found


# --- Writing ---------------------------------------------------------------------------------


@contextmanager
def only_one(folder: Path) -> Iterator[bool]:
    """Whether nobody else is solving here; the lock ends with the process.

    It is taken on a file that is read only: another user may have made it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = os.open(folder / "solving.lock", os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        is_alone = False
    else:
        is_alone = True
    try:
        yield is_alone
    finally:
        os.close(file)


class Unfinished:
    """A table that is being solved; whoever opens it again goes on where the last one stopped."""

    def __init__(self, path: Path, sheet: Sheet, start: NDArray[Any]) -> None:
        """`start` is what the values are before the first level."""
        self.path, self._part = path, _unfinished(path)
        try:
            self._header = _read_header(self._part, sheet)
        except (FileNotFoundError, TableError):
            self._header = self._begin(sheet, start)
        self.values = _map(self._part, self._header, mode="r+")

    def _begin(self, sheet: Sheet, start: NDArray[Any]) -> Header:
        """Written, not mapped: where a page of a map has no room on the disk the process dies."""
        header = Header(FORMAT, sheet.code, digest_of(sheet), DTYPE, len(start), 0)
        _check_room(self._part, _size(header))
        try:
            with self._part.open("wb") as file:
                file.write(bytes(_HEADER))
                file.write(start.astype(np.dtype(DTYPE).newbyteorder("<"), copy=False).data)
            self._write(header)
        except OSError:
            self._part.unlink(missing_ok=True)
            raise
        return header

    @property
    def levels(self) -> int:
        return self._header.levels

    def keep(self, levels: int) -> None:
        """So many are solved, and stay so whatever happens now."""
        self.values.flush()  # type: ignore[attr-defined]
        self._header = replace(self._header, levels=levels)
        self._write(self._header)

    def finish(self) -> None:
        self._write(replace(self._header, crc=_checksum(self.values)))
        del self.values
        self._part.replace(self.path)
        _sync_folder(self.path.parent)

    def _write(self, header: Header) -> None:
        text = json.dumps(asdict(header)).encode().ljust(_HEADER - 1) + b"\n"
        with self._part.open("r+b") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())


def _check_room(path: Path, size: int) -> None:
    """Raises OSError before a disk is full, which others write to as well."""
    there = path.stat().st_size if path.exists() else 0  # it is overwritten
    if shutil.disk_usage(path.parent).free + there < size + ROOM_LEFT:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))


def _unfinished(path: Path) -> Path:
    return path.with_suffix(".part")


def _sync_folder(folder: Path) -> None:
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def size_of(sheet: Sheet) -> int:
    """Bytes of its table."""
    return _bytes(states_of(sheet).count + PADDING, DTYPE)
