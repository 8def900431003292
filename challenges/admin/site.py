"""The admin site: what operators read, and the few things that they do."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.sign_in import StaffSignInForm, wait_of


class OperatorSite(AdminSite):
    site_title = site_header = _("Daily Dice")
    index_title = _("Operations")
    login_form = StaffSignInForm

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Only this project's own: a library's would show hashes of tokens, and buttons to add."""
        if admin_class is not None and issubclass(admin_class, ReadOnlyAdmin):
            super().register(model_or_iterable, admin_class, **options)

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """429 with Retry-After during a block."""
        response = super().login(request, extra_context)
        context = getattr(response, "context_data", None) or {}
        if wait := wait_of(context.get("form")):
            response.status_code = 429
            response["Retry-After"] = str(wait)
        return response
