"""JSON as RFC 8259 has it, and nothing that a database cannot keep or an answer repeat."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """An object, in UTF-8, without NaN; what is nested too deep is malformed, not a fault."""

    strict = True

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, Any]:
        # JSON has one encoding, whatever charset the header names.
        context = {**(parser_context or {}), "encoding": "utf-8"}
        try:
            value = super().parse(stream, media_type, context)
        except RecursionError as error:
            raise ParseError(_("The body is not JSON that can be read.")) from error
        if not isinstance(value, dict):
            raise ParseError(_("The body must be a JSON object."))
        if any(_is_half_a_character(text) for text in _texts(value)):
            raise ParseError(_("The body holds half of a character."))
        return value


def _texts(value: object) -> Iterator[str]:
    """All texts in a JSON value, keys included; in a loop, however deep it is nested."""
    values = [value]
    while values:
        inner = values.pop()
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, dict):
            values += [*inner, *inner.values()]
        elif isinstance(inner, list):
            values += inner


def _is_half_a_character(text: str) -> bool:
    """An escape such as \\ud800 without its other half: it cannot be written in UTF-8."""
    return any("\ud800" <= character <= "\udfff" for character in text)
