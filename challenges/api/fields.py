"""Input fields that take one JSON type and convert nothing: "7" is no number, 1 is no boolean."""

import datetime
import re
import uuid
from typing import Any

from django.core.validators import EmailValidator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from challenges.services.days import find_zone
from challenges.services.names import LONGEST, NameRefused, clean_name

# Formats for what a pattern cannot say; `format` is open to names of one's own.
NAME = {"type": "string", "format": "player-name", "maxLength": 5 * LONGEST}
PASSWORD = {"type": "string", "format": "password", "maxLength": 256}
TIME_ZONE = {"type": "string", "format": "time-zone", "maxLength": 64}


class StrictBooleanField(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


class StrictIntegerField(serializers.IntegerField):
    """JSON has one kind of numbers: 7.0 is a whole one, as JSON Schema has it."""

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, float) and data.is_integer():
            return int(data)
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return data


class StrictCharField(serializers.CharField):
    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if any("\ud800" <= character <= "\udfff" for character in data):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class StrictEmailField(StrictCharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 254, **kwargs})
        self.validators.append(EmailValidator())


@extend_schema_field(PASSWORD)
class PasswordField(StrictCharField):
    """As it is, with all its spaces; hashing more than that would cost too much."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 256, "trim_whitespace": False, **kwargs})


class StrictDateField(serializers.DateField):
    """A date as YYYY-MM-DD and no other of the ISO forms."""

    def to_internal_value(self, value: Any) -> datetime.date:
        if not isinstance(value, str) or not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            self.fail("invalid", format="YYYY-MM-DD")
        return super().to_internal_value(value)


class StrictUUIDField(serializers.UUIDField):
    """As RFC 9562 writes it, and no other of the forms that Python reads."""

    def to_internal_value(self, data: Any) -> uuid.UUID:
        if not isinstance(data, str) or not re.fullmatch(
            "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", data
        ):
            self.fail("invalid", value=data)
        return uuid.UUID(data)


class StrictChoiceField(serializers.ChoiceField):
    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


@extend_schema_field(NAME)
class NameField(StrictCharField):
    def __init__(self, **kwargs: Any) -> None:
        # What is shown counts; the raw text may be longer, with spaces that are folded.
        super().__init__(**{"max_length": 5 * LONGEST, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        try:
            return clean_name(super().to_internal_value(data))
        except NameRefused as refusal:
            raise serializers.ValidationError(str(refusal)) from refusal


@extend_schema_field(TIME_ZONE)
class TimeZoneField(StrictCharField):
    default_error_messages = {"unknown": _("There is no such time zone in the IANA list.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 64, **kwargs})

    def to_internal_value(self, data: Any) -> str:
        name = super().to_internal_value(data)
        if find_zone(name) is None:
            self.fail("unknown")
        return name
