"""Countries that a player can name: ISO 3166 codes of two letters, from CLDR's list."""

from babel import Locale
from django.conf import settings
from django.utils.translation import get_language

# In CLDR's list, but no countries: groups of them, and codes kept for tests.
_NO_COUNTRIES = {"EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"}

_territories: list[str] = [str(code) for code in Locale("en").territories]

COUNTRY_CODES = sorted(
    code for code in _territories if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES
)


def country_name(code: str) -> str:
    """In the language of the reader; empty for a code that is none."""
    language = get_language() or settings.LANGUAGE_CODE
    return str(Locale.parse(language, sep="-").territories.get(code, ""))
