"""Parts of addresses, shared by the API and the pages; importing this registers them."""

import datetime

from django.urls import register_converter


class DateConverter:
    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> datetime.date:
        return datetime.date.fromisoformat(value)

    def to_url(self, value: datetime.date) -> str:
        return value.isoformat()


class YearConverter:
    regex = "[0-9]{4}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return f"{value:04}"


register_converter(DateConverter, "date")
register_converter(YearConverter, "year")
