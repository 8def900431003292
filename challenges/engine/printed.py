"""The five printed sheets, as data: a variant is a `dataclasses.replace` away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from .scoring import Scorer, alike, number, pays, pays_all, pips, straight

THROWS = 3
"""Throws of a turn, before any that were saved."""

MOST_THROWS = 5
"""Throws of a turn that spends saved ones."""

YATZY = "yatzy"
YATZY_POINTS = 50
EXTRA_YATZY_POINTS = 100


class Section(StrEnum):
    UPPER = "upper"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a sheet.

    `joker_points` is what a joker gets here, None what its dice give; `served_bonus` comes on top
    of points made with the first throw of the turn; `requires` names a row and what it must hold,
    or this row gives 0.
    """

    code: str
    section: Section
    score: Scorer = field(repr=False)
    joker_points: int | None = None
    served_bonus: int = 0
    requires: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class UpperBonus:
    """Points held as soon as the upper rows sum to the threshold."""

    points: int
    threshold: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a rule set in printed order, and its rules beside them.

    `joker` places five alike by the joker rule once the yatzy row is filled; `extra_yatzy` is paid
    on top for every further n alike while the yatzy row holds 50; with `forced_order` only the
    first free row may be written; with `saved_throws` throws that were not used wait for a 4th or
    5th throw of a later turn.
    """

    code: str
    dice: int
    rows: tuple[Row, ...] = field(repr=False)
    upper_bonus: UpperBonus | None = None
    joker: bool = False
    extra_yatzy: int = 0
    forced_order: bool = False
    saved_throws: bool = False
    row_by_code: Mapping[str, Row] = field(init=False, repr=False, compare=False)
    upper_codes: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_code = MappingProxyType({row.code: row for row in self.rows})
        upper_codes = tuple(row.code for row in self.rows if row.section is Section.UPPER)
        object.__setattr__(self, "row_by_code", by_code)
        object.__setattr__(self, "upper_codes", upper_codes)

    @property
    def turns(self) -> int:
        return len(self.rows)

    @property
    def most_throws(self) -> int:
        """Throws that a turn can have at best."""
        return MOST_THROWS if self.saved_throws else THROWS


def _lower(
    code: str,
    score: Scorer,
    *,
    joker_points: int | None = None,
    served_bonus: int = 0,
    requires: tuple[str, int] | None = None,
) -> Row:
    return Row(code, Section.LOWER, score, joker_points, served_bonus, requires)


_NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")

_UPPER_ROWS = tuple(
    Row(code, Section.UPPER, number(face)) for face, code in enumerate(_NUMBERS, start=1)
)

_low_five = straight(range(1, 6))
_high_five = straight(range(2, 7))
_four_in_a_row = straight(range(1, 5), range(2, 6), range(3, 7))
_five_in_a_row = straight(range(1, 6), range(2, 7))
_escalera = straight(range(1, 6), range(2, 7), (3, 4, 5, 6, 1))

_MAXI = Sheet(
    code="maxi",
    dice=6,
    rows=(
        *_UPPER_ROWS,
        _lower("one_pair", alike(2)),
        _lower("two_pairs", alike(2, 2)),
        _lower("three_pairs", alike(2, 2, 2)),
        _lower("three_of_a_kind", alike(3)),
        _lower("four_of_a_kind", alike(4)),
        _lower("five_of_a_kind", alike(5)),
        _lower("full_house", alike(3, 2)),
        _lower("villa", alike(3, 3)),
        _lower("tower", alike(4, 2)),
        _lower("small_straight", pays(15, _low_five)),
        _lower("large_straight", pays(20, _high_five)),
        _lower("full_straight", pays(21, straight(range(1, 7)))),
        _lower("chance", pips),
        _lower("maxi_yatzy", pays(100, alike(6))),
    ),
    upper_bonus=UpperBonus(100, 84),
)

_SCANDINAVIAN = Sheet(
    code="scandinavian",
    dice=5,
    rows=(
        *_UPPER_ROWS,
        _lower("one_pair", alike(2)),
        _lower("two_pairs", alike(2, 2)),
        _lower("three_of_a_kind", alike(3)),
        _lower("four_of_a_kind", alike(4)),
        _lower("small_straight", pays(15, _low_five)),
        _lower("large_straight", pays(20, _high_five)),
        _lower("full_house", alike(3, 2)),
        _lower("chance", pips),
        _lower(YATZY, pays(YATZY_POINTS, alike(5))),
    ),
    upper_bonus=UpperBonus(50, 63),
)

_CLASSIC = Sheet(
    code="classic",
    dice=5,
    rows=(
        *_UPPER_ROWS,
        _lower("three_of_a_kind", pays_all(alike(3))),
        _lower("four_of_a_kind", pays_all(alike(4))),
        _lower("full_house", pays(25, alike(3, 2)), joker_points=25),
        _lower("small_straight", pays(30, _four_in_a_row), joker_points=30),
        _lower("large_straight", pays(40, _five_in_a_row), joker_points=40),
        _lower(YATZY, pays(YATZY_POINTS, alike(5))),
        _lower("chance", pips),
    ),
    upper_bonus=UpperBonus(35, 63),
    joker=True,
    extra_yatzy=EXTRA_YATZY_POINTS,
)

_YACHT = Sheet(
    code="yacht",
    dice=5,
    rows=(
        *_UPPER_ROWS,
        _lower("chance", pips),
        _lower("four_of_a_kind", pays_all(alike(4))),
        _lower("full_house", pays_all(alike(3, 2))),
        _lower("small_straight", pays(15, _four_in_a_row)),
        _lower("large_straight", pays(30, _five_in_a_row)),
        _lower("yacht", pays(50, alike(5))),
    ),
    upper_bonus=UpperBonus(35, 63),
)

_GENERALA = Sheet(
    code="generala",
    dice=5,
    rows=(
        *_UPPER_ROWS,
        _lower("large_straight", pays(20, _escalera), served_bonus=5),
        _lower("full_house", pays(30, alike(3, 2)), served_bonus=5),
        _lower("four_of_a_kind", pays(40, alike(4)), served_bonus=5),
        _lower("generala", pays(50, alike(5))),
        _lower("double_generala", pays(100, alike(5)), requires=("generala", 50)),
    ),
)

SHEETS: Mapping[str, Sheet] = MappingProxyType(
    {sheet.code: sheet for sheet in (_MAXI, _SCANDINAVIAN, _CLASSIC, _YACHT, _GENERALA)}
)
