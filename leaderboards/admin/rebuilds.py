"""Rebuilds: what was asked for, by whom, how far it is; and the buttons that ask for more."""

from typing import Any, cast

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.operations import Operation, perform
from challenges.models import Player
from leaderboards.admin.operations import name_of_boards, rebuild_board, rebuild_player
from leaderboards.models import Rebuild
from leaderboards.querysets import RebuildQuerySet, rebuilds
from leaderboards.ranking import BOARDS
from leaderboards.services.pieces import ALL_BOARDS


class StateFilter(admin.SimpleListFilter):
    title = gettext_lazy("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("to-do", gettext_lazy("Not finished"))]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        return queryset.filter(finished_at__isnull=True) if self.value() else queryset


@admin.register(Rebuild)
class RebuildAdmin(ReadOnlyAdmin):
    """The newest first; those of closings, and of days excused by a command, have no operator."""

    list_display = fields = (
        "kind",
        "subject",
        "asked_by",
        "asked_at",
        "examined",
        "mended",
        "counts",
        "unreadable",
        "unchecked",
        "finished_at",
    )
    list_filter = (StateFilter,)
    list_select_related = ("operator",)
    sortable_by = ()

    def get_queryset(self, request: HttpRequest) -> RebuildQuerySet:
        return rebuilds().newest_first()

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("-asked_at", "-pk")

    @admin.display(description=gettext_lazy("asked for by"))
    def asked_by(self, rebuild: Rebuild) -> str:
        return rebuild.operator.name if rebuild.operator else "-"

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {
            "boards": [(board, name_of_boards(board)) for board in (*BOARDS, ALL_BOARDS)],
            "can_operate": self.has_operate_permission(request),
            "title": _("Rebuilds"),
        }
        return super().changelist_view(request, context)

    # --- Operating ---------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("boards/<slug:board>/rebuild", view(self.rebuild_board), name="rebuild_board"),
            path("player", view(self.rebuild_player), name="rebuild_player"),
            *super().get_urls(),
        ]

    def rebuild_board(self, request: HttpRequest, board: str) -> HttpResponse:
        return self._operate(request, rebuild_board, board=board)

    def rebuild_player(self, request: HttpRequest) -> HttpResponse:
        return self._operate(request, rebuild_player, posted=request.POST)

    def _operate(
        self, request: HttpRequest, operation: Operation, **arguments: Any
    ) -> HttpResponse:
        return perform(
            request,
            operation,
            is_permitted=self.has_operate_permission(request),
            then=reverse("admin:leaderboards_rebuild_changelist"),
            operator=cast("Player", request.user),
            **arguments,
        )
