"""Errors as answers: problem details in the API, a page elsewhere.

Whatever Django or DRF raises on its own is given the same shape as the services' problems, so a
client parses one kind of answer.
"""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    JsonResponse,
)
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import exceptions
from rest_framework.response import Response

from config.errors import PROBLEM_JSON, Problem, field_errors, problem_body

# --- The API's exception handler -------------------------------------------------------------


def exception_handler(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The answer to an error raised in an API view; None lets a fault become a 500."""
    body, headers = _problem_of(error)
    if body is None:
        return None
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
        wait = error.retry_after
        return body | error.members, {"Retry-After": str(wait)} if wait else {}
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


# --- Errors outside API views ----------------------------------------------------------------


# In the words of HTTP.
TITLES: dict[int, Promise] = {
    400: gettext_lazy("Bad Request"),
    401: gettext_lazy("Unauthorized"),
    403: gettext_lazy("Forbidden"),
    404: gettext_lazy("Not Found"),
    405: gettext_lazy("Method Not Allowed"),
    406: gettext_lazy("Not Acceptable"),
    415: gettext_lazy("Unsupported Media Type"),
    429: gettext_lazy("Too Many Requests"),
    500: gettext_lazy("Internal Server Error"),
}


def _title(status: int) -> str:
    return str(TITLES.get(status) or HTTPStatus(status).phrase)


def _answer(request: HttpRequest, *, status: int, code: str, detail: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        body = problem_body(status=status, code=code, title=_title(status), detail=detail)
        return JsonResponse(body, status=status, content_type=PROBLEM_JSON)
    return render(request, "error.html", {"status": status, "detail": detail}, status=status)


class ProblemPages:
    """Answers a problem that a page's view raised, or a wrong method, with a page that says it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        # All that Django's own views say to a method that they do not know is its status.
        is_bare = isinstance(answer, HttpResponseNotAllowed)
        return method_not_allowed(request, answer) if is_bare else answer

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return answer_problem(request, exception) if isinstance(exception, Problem) else None


def method_not_allowed(request: HttpRequest, refusal: HttpResponse) -> HttpResponse:
    detail = _("That is not allowed.")
    answer = _answer(request, status=405, code="method_not_allowed", detail=detail)
    answer["Allow"] = refusal["Allow"]
    return answer


def answer_problem(request: HttpRequest, problem: Problem) -> HttpResponse:
    detail = problem.detail or _("There is nothing here.")
    answer = _answer(request, status=problem.status, code=problem.code, detail=detail)
    if problem.retry_after:
        answer["Retry-After"] = str(problem.retry_after)
    return answer


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
