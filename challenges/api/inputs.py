"""Reading what a request carries beside its body, and checking bodies."""

import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from challenges.api.fields import StrictDateField, TimeZoneField
from challenges.api.serializers import IdempotencyKeyField
from challenges.services.days import MOST_DAYS_IN_ANSWER
from config.errors import InvalidInput, field_errors


def checked(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The body as the serializer reads it. Raises ValidationError."""
    serializer = form(data=request.data)
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)


def idempotency_key(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    return _field(IdempotencyKeyField(), "Idempotency-Key", key) if key is not None else None


def reader_zone(request: Request) -> ZoneInfo:
    """What `?time_zone=` says, else UTC."""
    name = request.query_params.get("time_zone")
    return ZoneInfo(_field(TimeZoneField(), "time_zone", name) if name is not None else "UTC")


def date_range(request: Request) -> tuple[datetime.date, datetime.date]:
    """`?from=` and `?to=`, in order, and not too far apart."""
    first = _field(StrictDateField(), "from", request.query_params.get("from"))
    last = _field(StrictDateField(), "to", request.query_params.get("to"))
    if last < first:
        raise InvalidInput({"to": [_("This date is before the other.")]})
    if (last - first).days >= MOST_DAYS_IN_ANSWER:
        raise InvalidInput(
            {"to": [_("At most %(days)d days at a time.") % {"days": MOST_DAYS_IN_ANSWER}]}
        )
    return first, last


def position(request: Request) -> int:
    """`?after=`, 0 where it is missing."""
    text = request.query_params.get("after", "0")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise InvalidInput({"after": [_("A position is a whole number.")]})
    return int(text)


def _field(field: serializers.Field[Any, Any, Any, Any], name: str, value: str | None) -> Any:
    try:
        return field.run_validation(value)
    except serializers.ValidationError as error:
        raise InvalidInput(field_errors({name: error.detail})) from error
