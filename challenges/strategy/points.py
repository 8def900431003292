"""What outcomes pay in the rows of a sheet, read off the engine: the rules are told once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from challenges.engine.placement import placements
from challenges.engine.sheets import YATZY, YATZY_POINTS, Sheet
from challenges.strategy.outcomes import FACES, keeps_of

UPPER = FACES
"""Every sheet begins with the six upper rows."""


@dataclass(frozen=True, slots=True)
class Points:
    """`held` says whether the key row holds its points: all of it depends on no other row."""

    key_row: int | None
    """The row that points elsewhere depend on, as a place on the sheet."""
    pays: NDArray[np.int16]
    """(held, joker, rows, outcomes): by the last throw of a turn; without what is extra."""
    served: NDArray[np.int16]
    """(rows, outcomes): on top with the first throw of a turn."""
    extra: int
    """On top for all dice alike once the key row holds its points."""

    @property
    def by_key_state(self) -> NDArray[np.int16]:
        """(3, rows, outcomes): with the key row free, filled without its points, holding them."""
        return np.stack([self.pays[0, 0], self.pays[0, 1], self.pays[1, 1]])


@cache
def points_of(sheet: Sheet) -> Points:
    key = _key_of(sheet)
    rows = sheet.rows
    shape = (2, 2, len(rows), keeps_of(sheet.dice).outcomes)
    pays, served = np.zeros(shape, np.int16), np.zeros(shape[2:], np.int16)
    for number, row in enumerate(rows):
        others = {other.code: 0 for other in rows if other is not row}
        free = {code: 0 for code in others if key is None or code != key[0]}
        held = others | ({key[0]: key[1]} if key and key[0] in others else {})
        # A joker needs the yatzy row to be filled; else there is none to tell of.
        pays[0, 0, number] = _row(sheet, free, row.code, throw=3)
        pays[0, 1, number] = _row(sheet, others, row.code, throw=3)
        pays[1, :, number] = _row(sheet, held, row.code, throw=3)
        served[number] = _row(sheet, free, row.code, throw=1) - pays[0, 0, number]
    index = next((i for i, row in enumerate(rows) if key and row.code == key[0]), None)
    extra = sheet.extra_yatzy if key and key[0] == YATZY else 0
    return Points(index, pays, served, extra)


def _key_of(sheet: Sheet) -> tuple[str, int] | None:
    if YATZY in sheet.row_by_code and (sheet.joker or sheet.extra_yatzy):
        return YATZY, YATZY_POINTS
    return next((row.requires for row in sheet.rows if row.requires), None)


def _row(sheet: Sheet, filled: dict[str, int], code: str, *, throw: int) -> NDArray[np.int16]:
    """Of a row that is free while others are filled: what each outcome pays in it."""
    keeps = keeps_of(sheet.dice)
    found = []
    for counts in keeps.counts[: keeps.outcomes]:
        dice = tuple(face + 1 for face in range(FACES) for _ in range(counts[face]))
        placement = placements(sheet, filled, dice, throw).get(code)
        found.append(placement.points if placement else 0)
    return np.array(found, np.int16)
