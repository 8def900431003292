"""Which rows the dice may be written to, and for how many points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .dice import Dice
from .moves import RowFilled, RowNotAllowed, UnknownRow, WrongNumberOfDice
from .scoring import Counts, counts_of
from .sheets import YATZY, YATZY_POINTS, Row, Section, Sheet


class Placement(NamedTuple):
    """`points` go into the row; `extra` (a further yatzy) comes on top of the sheet."""

    points: int
    extra: int


def placements(
    sheet: Sheet, filled: Mapping[str, int], dice: Dice, throws_used: int
) -> dict[str, Placement]:
    """The rows that may be written now, in printed order; none where this is no throw to write."""
    counts = counts_of(dice)
    if not _are_of(sheet, dice, counts) or not 1 <= throws_used <= sheet.most_throws:
        return {}
    is_joker, extra = _is_joker(sheet, filled, counts), _extra(sheet, filled, counts)
    return {
        row.code: Placement(_points(filled, counts, throws_used, row, is_joker), extra)
        for row in _allowed_rows(sheet, filled, counts)
    }


def place(
    sheet: Sheet, filled: Mapping[str, int], dice: Dice, throws_used: int, code: str
) -> Placement:
    """The placement in one row.

    Raises UnknownRow, RowFilled, WrongNumberOfDice or RowNotAllowed.
    """
    row = sheet.row_by_code.get(code)
    if row is None:
        raise UnknownRow(f"The sheet {sheet.code} has no row {code!r:.40}.")
    if code in filled:
        raise RowFilled(f"The row {code} is already filled.")
    counts = counts_of(dice)
    if not _are_of(sheet, dice, counts):
        raise WrongNumberOfDice(f"The sheet {sheet.code} is played with {sheet.dice} dice.")
    if not 1 <= throws_used <= sheet.most_throws:
        raise RowNotAllowed(f"A turn has 1 to {sheet.most_throws} throws.")
    if (sheet.forced_order or sheet.joker) and row not in _allowed_rows(sheet, filled, counts):
        raise RowNotAllowed(f"These dice may not be written to the row {code} now.")
    points = _points(filled, counts, throws_used, row, _is_joker(sheet, filled, counts))
    return Placement(points, _extra(sheet, filled, counts))


def upper_sum(sheet: Sheet, filled: Mapping[str, int]) -> int:
    return sum([filled[code] for code in sheet.upper_codes if code in filled])


def bonus_held(sheet: Sheet, filled: Mapping[str, int]) -> int:
    """The upper bonus, held as soon as the sum reaches its threshold."""
    bonus = sheet.upper_bonus
    return bonus.points if bonus and upper_sum(sheet, filled) >= bonus.threshold else 0


def _are_of(sheet: Sheet, dice: Dice, counts: Counts) -> bool:
    """As many dice as the sheet has, all of them showing a face."""
    return len(dice) == sheet.dice == sum(counts)


def _allowed_rows(sheet: Sheet, filled: Mapping[str, int], counts: Counts) -> list[Row]:
    free = [row for row in sheet.rows if row.code not in filled]
    if sheet.forced_order:
        # The order goes first: a joker chooses among the one row that is left.
        free = free[:1]
    return _joker_rows(sheet, free, counts) if _is_joker(sheet, filled, counts) else free


def _joker_rows(sheet: Sheet, free: list[Row], counts: Counts) -> list[Row]:
    """The upper row of the number, else the lower rows, else what is left."""
    own = sheet.upper_codes[counts.index(sheet.dice)]
    return (
        [row for row in free if row.code == own]
        or [row for row in free if row.section is Section.LOWER]
        or free
    )


def _is_joker(sheet: Sheet, filled: Mapping[str, int], counts: Counts) -> bool:
    return sheet.joker and YATZY in filled and sheet.dice in counts


def _points(
    filled: Mapping[str, int], counts: Counts, throws_used: int, row: Row, is_joker: bool
) -> int:
    points = row.score(counts)
    if is_joker and row.joker_points is not None:
        points = row.joker_points
    if row.requires and filled.get(row.requires[0]) != row.requires[1]:
        points = 0
    if points and throws_used == 1:
        points += row.served_bonus
    return points


def _extra(sheet: Sheet, filled: Mapping[str, int], counts: Counts) -> int:
    if sheet.extra_yatzy and filled.get(YATZY) == YATZY_POINTS and sheet.dice in counts:
        return sheet.extra_yatzy
    return 0
