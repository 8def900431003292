"""Pages for developers: the API to try out, and the problems it can answer with."""

from http import HTTPStatus
from typing import Any

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from django.views.generic import TemplateView
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny

from challenges.services import problems, refused_moves  # noqa: F401 (defines what is listed)
from challenges.services.accounts import problems as accounts_problems  # noqa: F401
from challenges.services.perfect_play import problems as perfect_play_problems  # noqa: F401
from config.errors import Problem


# The page styles itself as it runs and draws its arrows from data addresses; its scripts are
# files like all others.
@method_decorator(csp_update({"style-src": "'unsafe-inline'", "img-src": "data:"}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    url_name = "schema"
    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []


# What Django and Django REST framework refuse by themselves.
HTTP_CODES = {
    "authentication_failed": HTTPStatus.UNAUTHORIZED,
    "csrf_failed": HTTPStatus.FORBIDDEN,
    "invalid": HTTPStatus.BAD_REQUEST,
    "method_not_allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "not_acceptable": HTTPStatus.NOT_ACCEPTABLE,
    "not_authenticated": HTTPStatus.UNAUTHORIZED,
    "parse_error": HTTPStatus.BAD_REQUEST,
    "permission_denied": HTTPStatus.FORBIDDEN,
    "server_error": HTTPStatus.INTERNAL_SERVER_ERROR,
    "unsupported_media_type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
}


class ProblemsView(TemplateView):
    template_name = "problems.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        http = [(code, status.value, status.phrase) for code, status in HTTP_CODES.items()]
        return super().get_context_data(problems=all_problems(), http=http, **kwargs)


def all_problems(base: type[Problem] = Problem) -> list[type[Problem]]:
    """Every kind of problem with a code of its own, in the order of the codes."""
    found: dict[str, type[Problem]] = {}
    for kind in base.__subclasses__():
        if "code" in vars(kind):
            found[kind.code] = kind
        found |= {inner.code: inner for inner in all_problems(kind)}
    return [found[code] for code in sorted(found)]
