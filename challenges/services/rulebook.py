"""The rules in words, in the reader's language, with an example a row scored by the engine."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from challenges.engine.placement import placements
from challenges.engine.sheets import Sheet

SHEET_NAMES: dict[str, Promise] = {
    "maxi": _("Maxi Yatzy"),
    "scandinavian": _("Yatzy"),
    "classic": _("Classic"),
    "yacht": _("Yacht"),
    "generala": _("Generala"),
}

SHEET_TEXTS: dict[str, Promise] = {
    "maxi": _("Six dice and twenty rows: the Scandinavian game for long evenings."),
    "scandinavian": _("Five dice and fifteen rows, as it is played in Scandinavia."),
    "classic": _("Five dice and thirteen rows, with jokers and bonuses for further yatzys."),
    "yacht": _("Five dice and twelve rows: the older English game."),
    "generala": _("Five dice and eleven rows, as it is played in Latin America."),
}

ROW_NAMES: dict[str, Promise] = {
    "ones": _("Ones"),
    "twos": _("Twos"),
    "threes": _("Threes"),
    "fours": _("Fours"),
    "fives": _("Fives"),
    "sixes": _("Sixes"),
    "one_pair": _("One pair"),
    "two_pairs": _("Two pairs"),
    "three_pairs": _("Three pairs"),
    "three_of_a_kind": _("Three of a kind"),
    "four_of_a_kind": _("Four of a kind"),
    "five_of_a_kind": _("Five of a kind"),
    "full_house": _("Full house"),
    "villa": _("Villa"),
    "tower": _("Tower"),
    "small_straight": _("Small straight"),
    "large_straight": _("Large straight"),
    "full_straight": _("Full straight"),
    "chance": _("Chance"),
    "yatzy": _("Yatzy"),
    "maxi_yatzy": _("Maxi Yatzy"),
    "yacht": _("Yacht"),
    "generala": _("Generala"),
    "double_generala": _("Double generala"),
}

_UPPER = _("The sum of all dice that show this number.")

ROW_TEXTS: dict[str, Promise] = {
    "ones": _UPPER,
    "twos": _UPPER,
    "threes": _UPPER,
    "fours": _UPPER,
    "fives": _UPPER,
    "sixes": _UPPER,
    "one_pair": _("Two alike. Pays these two dice."),
    "two_pairs": _("Two pairs of different numbers. Pays these four dice."),
    "three_pairs": _("Three pairs of different numbers. Pays all six dice."),
    "three_of_a_kind": _("Three alike. Pays these three dice."),
    "four_of_a_kind": _("Four alike. Pays these four dice."),
    "five_of_a_kind": _("Five alike. Pays these five dice."),
    "full_house": _("Three alike and two alike, of different numbers. Pays these five dice."),
    "villa": _("Twice three alike, of different numbers. Pays all six dice."),
    "tower": _("Four alike and two alike, of different numbers. Pays all six dice."),
    "small_straight": _("1-2-3-4-5."),
    "large_straight": _("2-3-4-5-6."),
    "full_straight": _("1-2-3-4-5-6."),
    "chance": _("Any dice. Pays the sum of all of them."),
    "yatzy": _("All dice alike."),
    "maxi_yatzy": _("All six dice alike."),
    "yacht": _("All five dice alike."),
    "generala": _("All five dice alike."),
    "double_generala": _("Five alike once more, when the generala row holds its 50."),
}

# Where a sheet reads a row in its own way.
_OTHER_TEXTS: dict[tuple[str, str], Promise] = {
    ("scandinavian", "full_house"): _("Three alike and two alike, of different numbers."),
    ("classic", "three_of_a_kind"): _("Three alike. Pays the sum of all five dice."),
    ("classic", "four_of_a_kind"): _("Four alike. Pays the sum of all five dice."),
    ("classic", "full_house"): _("Three alike and two alike, of different numbers."),
    ("classic", "small_straight"): _("Four numbers in a row."),
    ("classic", "large_straight"): _("Five numbers in a row."),
    ("yacht", "four_of_a_kind"): _("Four alike. Pays the sum of all five dice."),
    ("yacht", "full_house"): _("Three alike and two alike. Pays the sum of all five dice."),
    ("yacht", "small_straight"): _("Four numbers in a row."),
    ("yacht", "large_straight"): _("Five numbers in a row."),
    ("generala", "large_straight"): _("1-5, 2-6 or 3-4-5-6-1. 5 more on the first throw."),
    ("generala", "full_house"): _("Three alike and two alike. 5 more on the first throw."),
    ("generala", "four_of_a_kind"): _("Four alike. 5 more on the first throw."),
}

_EXAMPLES: dict[int, dict[str, tuple[int, ...]]] = {
    6: {
        "ones": (1, 1, 1, 3, 4, 6),
        "twos": (2, 2, 2, 2, 3, 5),
        "threes": (3, 3, 3, 1, 4, 6),
        "fours": (4, 4, 4, 4, 2, 6),
        "fives": (5, 5, 5, 1, 2, 3),
        "sixes": (6, 6, 6, 6, 1, 2),
        "one_pair": (6, 6, 1, 2, 3, 5),
        "two_pairs": (5, 5, 4, 4, 1, 2),
        "three_pairs": (6, 6, 4, 4, 1, 1),
        "three_of_a_kind": (4, 4, 4, 1, 2, 6),
        "four_of_a_kind": (3, 3, 3, 3, 5, 6),
        "five_of_a_kind": (5, 5, 5, 5, 5, 2),
        "full_house": (6, 6, 6, 2, 2, 4),
        "villa": (5, 5, 5, 3, 3, 3),
        "tower": (4, 4, 4, 4, 6, 6),
        "small_straight": (1, 2, 3, 4, 5, 5),
        "large_straight": (2, 3, 4, 5, 6, 3),
        "full_straight": (1, 2, 3, 4, 5, 6),
        "chance": (6, 5, 5, 4, 3, 1),
        "maxi_yatzy": (4, 4, 4, 4, 4, 4),
    },
    5: {
        "ones": (1, 1, 1, 3, 4),
        "twos": (2, 2, 2, 3, 5),
        "threes": (3, 3, 3, 1, 4),
        "fours": (4, 4, 4, 4, 2),
        "fives": (5, 5, 5, 1, 2),
        "sixes": (6, 6, 6, 1, 2),
        "one_pair": (6, 6, 1, 2, 3),
        "two_pairs": (5, 5, 4, 4, 1),
        "three_of_a_kind": (4, 4, 4, 1, 2),
        "four_of_a_kind": (3, 3, 3, 3, 5),
        "full_house": (6, 6, 6, 2, 2),
        "small_straight": (1, 2, 3, 4, 5),
        "large_straight": (2, 3, 4, 5, 6),
        "chance": (6, 5, 5, 4, 3),
        "yatzy": (4, 4, 4, 4, 4),
        "yacht": (4, 4, 4, 4, 4),
        "generala": (4, 4, 4, 4, 4),
        "double_generala": (6, 6, 6, 6, 6),
    },
}


@dataclass(frozen=True, slots=True)
class RowText:
    code: str
    section: str
    name: Promise
    text: Promise
    example: tuple[int, ...]
    points: int
    """What the example scores on the last throw of a turn."""


def rows_of(sheet: Sheet) -> list[RowText]:
    return [
        RowText(
            code=row.code,
            section=str(row.section),
            name=ROW_NAMES[row.code],
            text=_OTHER_TEXTS.get((sheet.code, row.code), ROW_TEXTS[row.code]),
            example=(example := _EXAMPLES[sheet.dice][row.code]),
            points=_points(sheet, row.code, example),
        )
        for row in sheet.rows
    ]


def _points(sheet: Sheet, code: str, example: tuple[int, ...]) -> int:
    filled = {"generala": 50} if code == "double_generala" else {}
    return placements(sheet, filled, example, 3)[code].points
