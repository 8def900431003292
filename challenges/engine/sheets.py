"""Sheets as they are played: the printed ones, and what house rules make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from types import MappingProxyType

from .printed import (
    EXTRA_YATZY_POINTS,
    MOST_THROWS,
    SHEETS,
    THROWS,
    YATZY,
    YATZY_POINTS,
    Row,
    Section,
    Sheet,
    UpperBonus,
)
from .scoring import pays, straight

__all__ = [
    "EXTRA_YATZY_POINTS",
    "MOST_THROWS",
    "SHEETS",
    "THROWS",
    "YATZY",
    "YATZY_POINTS",
    "HouseRules",
    "HouseRulesError",
    "OptionValue",
    "Row",
    "Section",
    "Sheet",
    "UnknownSheetError",
    "UpperBonus",
    "options",
    "sheet_for",
]

OptionValue = bool | int

_OTHER_UPPER_BONUSES = {50: UpperBonus(50, 75)}


class UnknownSheetError(ValueError):
    pass


class HouseRulesError(ValueError):
    """`field` names the option, or is `house_rules` when they are no object at all."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a game is played by beyond its printed sheet; None is as printed."""

    forced_order: bool = False
    saved_throws: bool = False
    upper_bonus: int | None = None
    full_straight: int | None = None
    extra_yatzy: bool = False

    @classmethod
    def from_json(cls, sheet_code: str, value: object) -> HouseRules:
        """Raises HouseRulesError for what the sheet does not offer, and for a wrong type."""
        if not isinstance(value, Mapping):
            raise HouseRulesError("house_rules", "House rules are an object of options.")
        offered = options(sheet_code)
        for name, chosen in value.items():
            _check_option(sheet_code, offered, name, chosen)
        # The printed value said aloud is no house rule.
        return cls(**{name: value[name] for name in value if value[name] != offered[name][0]})

    def to_json(self) -> dict[str, OptionValue]:
        """Only what differs from the printed sheet: {} is plain."""
        return {name: value for name, value in asdict(self).items() if value}


def _check_option(
    sheet_code: str, offered: Mapping[str, tuple[OptionValue, ...]], name: object, chosen: object
) -> None:
    if not isinstance(name, str) or name not in HouseRules.__slots__:
        raise HouseRulesError(str(name), f"There is no house rule {name!r:.40}.")
    if name not in offered:
        raise HouseRulesError(name, f"The sheet {sheet_code} does not offer {name}.")
    # True == 1: the type tells a switch from a number.
    if not any(type(chosen) is type(value) and chosen == value for value in offered[name]):
        allowed = " or ".join(str(value).lower() for value in offered[name])
        raise HouseRulesError(name, f"{name} is {allowed}.")


@cache
def options(sheet_code: str) -> Mapping[str, tuple[OptionValue, ...]]:
    """The house rules that a sheet offers, each with its values, the printed one first.

    Raises UnknownSheetError.
    """
    sheet = _printed(sheet_code)
    offered: dict[str, tuple[OptionValue, ...]] = {
        "forced_order": (False, True),
        "saved_throws": (False, True),
    }
    if sheet_code == "maxi":
        offered["upper_bonus"] = (100, *_OTHER_UPPER_BONUSES)
        offered["full_straight"] = (21, 25, 30)
    if YATZY in sheet.row_by_code and not sheet.joker:
        offered["extra_yatzy"] = (False, True)
    return MappingProxyType(offered)


@cache
def sheet_for(sheet_code: str, house_rules: HouseRules = HouseRules()) -> Sheet:
    """The sheet to play on. Raises UnknownSheetError, and HouseRulesError as from_json does."""
    sheet = _printed(sheet_code)
    rules = HouseRules.from_json(sheet_code, house_rules.to_json())
    if rules.upper_bonus:
        sheet = replace(sheet, upper_bonus=_OTHER_UPPER_BONUSES[rules.upper_bonus])
    if rules.full_straight:
        sheet = replace(sheet, rows=_with_full_straight(sheet.rows, rules.full_straight))
    if rules.extra_yatzy:
        sheet = replace(sheet, extra_yatzy=EXTRA_YATZY_POINTS)
    return replace(sheet, forced_order=rules.forced_order, saved_throws=rules.saved_throws)


def _with_full_straight(rows: tuple[Row, ...], points: int) -> tuple[Row, ...]:
    score = pays(points, straight(range(1, 7)))
    return tuple(replace(row, score=score) if row.code == "full_straight" else row for row in rows)


def _printed(sheet_code: str) -> Sheet:
    if sheet_code not in SHEETS:
        raise UnknownSheetError(f"There is no sheet {sheet_code!r:.40}.")
    return SHEETS[sheet_code]
