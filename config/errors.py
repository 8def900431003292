"""One shape for every error: RFC 9457 problem details.

Services raise a subclass of `Problem`; the API's exception handler and the pages both read its
`status`, `code`, `title` and detail. Whatever Django or DRF raises on its own is given the same
shape here, so a client parses one kind of answer.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

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


# --- The API's exception handler -------------------------------------------------------------


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an error raised in an API view; None lets a fault become a 500."""
    body, headers = _problem_of(error)
    if body is None:
        return None
    set_rollback()
    return Response(body, status=body["status"], headers=headers, content_type=PROBLEM_JSON)


def _problem_of(error: Exception) -> tuple[dict[str, Any] | None, dict[str, str]]:
    if isinstance(error, Problem):
        body = problem_body(
            status=error.status,
            code=error.code,
            title=str(error.title),
            detail=error.detail,
            errors=error.errors,
        )
        return body | error.members, {}
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        return _framework_problem(error), _headers(error)
    return None, {}


def _framework_problem(error: exceptions.APIException) -> dict[str, Any]:
    code = error.default_code
    if isinstance(error, exceptions.ValidationError):
        return problem_body(
            status=error.status_code,
            code="invalid",
            title=str(Problem.title),
            detail=_("Some fields are not valid."),
            errors=field_errors(error.detail),
        )
    return problem_body(
        status=error.status_code,
        code=code,
        title=_title(error.status_code),
        detail=str(error.detail),
    )


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = str(max(1, int(-(-wait // 1))))
    return headers


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


# --- Errors outside API views ----------------------------------------------------------------


def _title(status: int) -> str:
    return HTTPStatus(status).phrase


def _answer(request: HttpRequest, *, status: int, code: str, detail: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        body = problem_body(status=status, code=code, title=_title(status), detail=detail)
        return JsonResponse(body, status=status, content_type=PROBLEM_JSON)
    return render(request, "error.html", {"status": status, "detail": detail}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, status=400, code="invalid", detail=_("The request is not valid."))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, status=403, code="permission_denied", detail=_("That is not allowed."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    detail = _("This page was open for too long or cookies are blocked. Load it again.")
    return _answer(request, status=403, code="csrf_failed", detail=detail)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, status=404, code="not_found", detail=_("There is nothing here."))


def server_error(request: HttpRequest) -> HttpResponse:
    detail = _("Something went wrong on our side. Nothing you did is lost.")
    return _answer(request, status=500, code="server_error", detail=detail)
