"""Names that can be shown to anyone: readable, in one script, and not rude."""

import re
import unicodedata
from functools import cache
from typing import Any

import coolname
from confusable_homoglyphs import categories, confusables
from django.utils.translation import gettext as _

SHORTEST, LONGEST = 2, 20

# Letters, marks and numbers of any script, and what stands between the words of real names.
_ALLOWED_SIGNS = frozenset(" '’.-_")
_ALLOWED_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"})
_MOST_MARKS_IN_A_ROW = 2
# Letters and marks of those categories that nobody can see: joiners, fillers, variation selectors.
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)

_MIXED_SCRIPTS = [
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "HANGUL"},
    {"LATIN", "HAN", "BOPOMOFO"},
]

# Languages whose lists are matched word by word. English is also matched inside words.
_RUDE_IN = [
    "english", "german", "swedish", "danish", "norwegian", "finnish",
    "french", "spanish", "italian", "dutch", "portuguese", "polish", "russian",
]  # fmt: skip


class NameRefused(ValueError):
    """A name that cannot be taken; the message is for the person who typed it."""


def clean_name(text: str) -> str:
    """The name in NFKC with single spaces. Raises NameRefused."""
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    for refusal in (_wrong_length, _strange_character, _look_alike, _rude):
        if message := refusal(name):
            raise NameRefused(message)
    return name


def generate_name() -> str:
    """Such as "Brave Otter", within the length and as clean as a typed one must be."""
    while True:
        name = " ".join(word.capitalize() for word in coolname.generate(2))
        if len(name) <= LONGEST and not _rude(name):
            return name


def _wrong_length(name: str) -> str:
    if SHORTEST <= len(name) <= LONGEST:
        return ""
    return _("A name has %(shortest)d to %(longest)d characters.") % {
        "shortest": SHORTEST,
        "longest": LONGEST,
    }


def _strange_character(name: str) -> str:
    if _INVISIBLE.search(name):
        return _("A name is made of characters that can be seen.")
    categories = [unicodedata.category(character) for character in name]
    for character, category in zip(name, categories, strict=True):
        if category not in _ALLOWED_CATEGORIES and character not in _ALLOWED_SIGNS:
            return _("A name is made of letters, digits, spaces and ' . - _ only.")
    if not any(category[0] in "LN" for category in categories):
        return _("A name needs a letter or a digit.")
    marks = re.search(rf"M{{{_MOST_MARKS_IN_A_ROW + 1}}}", "".join(c[0] for c in categories))
    return _("Too many accents are stacked on one letter.") if marks else ""


def _look_alike(name: str) -> str:
    """Letters that pass for those of another alphabet, as in a Cyrillic `а` in `Anna`.

    Scripts may mix as in the "highly restrictive" level of Unicode TR 39; a name wholly made of
    letters that look Latin, but are not, is refused too.
    """
    scripts = categories.unique_aliases(name) - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= mix for mix in _MIXED_SCRIPTS):
        return _("A name is written in one alphabet.")
    if "LATIN" not in scripts and _passes_for_latin(name):
        return _("These letters look like others. Please write the name in Latin letters.")
    return ""


def _passes_for_latin(name: str) -> bool:
    letters = {character for character in name if unicodedata.category(character)[0] == "L"}
    found = confusables.is_confusable(name, greedy=True, preferred_aliases=["latin"]) or []
    latin_twins = {
        entry["character"]
        for entry in found
        if any(len(twin["c"]) == 1 and twin["c"].isascii() for twin in entry["homoglyphs"])
    }
    return bool(letters) and letters <= latin_twins


def _rude(name: str) -> str:
    # The word lists take a tenth of a second to load: for those who type names.
    from pyobscenity import check  # noqa: PLC0415

    joined = re.sub(r"[^\w]|_", "", name)
    if check(name) or check(joined) or _word_lists().is_profane(name):
        return _("Please choose a friendlier name.")
    return ""


def has_rude_part(text: str) -> bool:
    """Whether a rude word stands anywhere in a text without meaning, such as a code.

    Digits are read as the letters they look like, and V as U too.
    """
    readings = {
        text.upper().translate(str.maketrans(digits, letters)) for digits, letters in _LOOK_ALIKES
    }
    return any(word in reading for word in _rude_parts() for reading in readings)


_LOOK_ALIKES = [
    (f"0123456789{more}", f"O{one}ZEASGTBG{other}")
    for one in "IL"
    for more, other in (("", ""), ("V", "U"))
]
_SHORTEST_PART = 3


@cache
def _rude_parts() -> frozenset[str]:
    words = {word.upper() for word in _word_lists().words}
    return frozenset(word for word in words if word.isalpha() and len(word) >= _SHORTEST_PART)


@cache
def _word_lists() -> Any:
    from glin_profanity import Filter  # noqa: PLC0415

    return Filter({"languages": _RUDE_IN, "word_boundaries": True, "detect_leetspeak": True})
