"""JSON as RFC 8259 has it, and nothing that a database cannot keep."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """An object, in UTF-8, without NaN; what is nested too deep is malformed, not a fault."""

    strict = True

    def parse(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        try:
            value = super().parse(*args, **kwargs)
        except (RecursionError, UnicodeDecodeError, LookupError) as error:
            raise ParseError(_("The body is not JSON that can be read.")) from error
        if not isinstance(value, dict):
            raise ParseError(_("The body must be a JSON object."))
        return value
