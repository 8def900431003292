"""One shape for every error: RFC 9457 problem details.

Services raise a subclass of `Problem`; the API's exception handler and the pages both read its
`status`, `code`, `title` and detail (config/error_handlers.py).
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

PROBLEM_JSON = "application/problem+json"
PROBLEM_PAGE = "/api/v1/problems"

FieldErrors = Mapping[str, list[str]]


class Problem(Exception):
    """A refusal that a client can act on; subclasses name the case.

    `code` is the stable identifier, `title` the kind of problem, `detail` this occurrence.
    `members` are additional members of the answer (such as the game as it is now).
    """

    status: ClassVar[int] = 400
    code: ClassVar[str] = "invalid"
    title: ClassVar[Any] = gettext_lazy("The request is not valid")
    # A template that lists the kinds reads them and makes none.
    do_not_call_in_templates: ClassVar[bool] = True

    def __init__(
        self,
        detail: str = "",
        *,
        errors: FieldErrors | None = None,
        members: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.errors = errors
        self.members = dict(members or {})
        self.retry_after: int | None = None
        """Seconds, where trying again later may help."""


class InvalidInput(Problem):
    """Input that no state of the service could accept; `errors` says where and why."""

    def __init__(self, errors: FieldErrors) -> None:
        super().__init__(_("Some fields are not valid."), errors=errors)


class NotFound(Problem):
    """Also for what belongs to somebody else, so that nobody learns that it exists."""

    status = 404
    code = "not_found"
    title = gettext_lazy("Not found")


def problem_body(
    *, status: int, code: str, title: str, detail: str = "", errors: FieldErrors | None = None
) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": f"{PROBLEM_PAGE}#{code}",
        "title": title,
        "status": status,
        "detail": detail or title,
        "code": code,
    }
    if errors:
        body["errors"] = errors
    return body


def field_errors(detail: Any, path: str = "") -> dict[str, list[str]]:
    """DRF's nested error detail as `{"field.or[0].path": [messages]}`."""
    if isinstance(detail, Mapping):
        found: dict[str, list[str]] = {}
        for name, inner in detail.items():
            inner_path = f"{path}[{name}]" if isinstance(name, int) else f"{path}.{name}".strip(".")
            found |= field_errors(inner, inner_path)
        return found
    if isinstance(detail, list) and any(isinstance(item, Mapping | list) for item in detail):
        found = {}
        for index, item in enumerate(detail):
            found |= field_errors(item, f"{path}[{index}]") if item else {}
        return found
    messages = detail if isinstance(detail, list) else [detail]
    return {path or "non_field_errors": [str(message) for message in messages]}
