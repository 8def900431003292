"""What all admin pages share: read everything allowed, change nothing but through an operation."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth import get_permission_codename
from django.core.exceptions import BadRequest, ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

if TYPE_CHECKING:
    _ModelAdmin = admin.ModelAdmin[Any]
    _Paginator = Paginator[Any]
else:
    _ModelAdmin, _Paginator = admin.ModelAdmin, Paginator

MOST_LISTED = 2000


class CappedPaginator(_Paginator):
    """Counts and pages through the first rows only: whoever looks for more searches."""

    object_list: Any

    @cached_property
    def count(self) -> int:
        return int(self.object_list.order_by().values("pk")[:MOST_LISTED].count())


class ReadOnlyAdmin(_ModelAdmin):
    """Shows rows; `view` permits reading, `change` permits the operations beside them.

    Django's change form only shows: all fields are read-only, and posting to it is refused.
    """

    class Media:
        css = {"all": ["css/operators.css"]}

    paginator = CappedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
    list_max_show_all = 0

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._has_permission(request, "view") or self.has_operate_permission(request)

    def has_operate_permission(self, request: HttpRequest) -> bool:
        return self._has_permission(request, "change")

    def _has_permission(self, request: HttpRequest, action: str) -> bool:
        codename = get_permission_codename(action, self.opts)
        return request.user.has_perm(f"{self.opts.app_label}.{codename}")

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        context["can_operate"] = self.has_operate_permission(request)
        return super().render_change_form(request, context, *args, **kwargs)

    def response_action(
        self, request: HttpRequest, queryset: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse | None:
        """What was chosen are ids of rows; anything else comes from no page of this site."""
        try:
            return super().response_action(request, queryset, *args, **kwargs)
        except ValidationError as error:
            raise BadRequest from error

    def lookup_allowed(self, lookup: str, value: Any, request: Any = None) -> bool:
        """Django allows every column of the model: moves that are not shown could be guessed."""
        filters: Any = self.list_filter
        return lookup in [shown.parameter_name for shown in filters]
