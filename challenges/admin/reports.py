"""Reported players: what was reported, how often, since when, and a click to settle it."""

from typing import Any

from django.contrib import admin
from django.contrib.admin import site
from django.db.models import Count, Min, OuterRef, Prefetch, Subquery
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from challenges.admin.base import ReadOnlyAdmin
from challenges.models import Player, Report
from challenges.querysets import ReportQuerySet, reports


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """A line a player with open reports, the most reported first."""

    list_display = ("player_link", "names_reported", "how_often", "since")
    list_display_links = None
    list_select_related = ("player",)
    sortable_by = ()
    fields = ("player", "name", "reporter", "reported_at", "handled_at")

    def get_queryset(self, request: HttpRequest) -> ReportQuerySet:
        """The first open report of each player, with the number and the names of all of them."""
        others = reports().open().filter(player=OuterRef("player")).order_by().values("player")
        names = Prefetch("player__reports", reports().open().order_by("pk"), to_attr="reported")
        return (
            reports()
            .open()
            .filter(player__deleted_at__isnull=True)
            .filter(pk=Subquery(others.annotate(first=Min("pk")).values("first")))
            .annotate(count=Subquery(others.annotate(count=Count("pk")).values("count")))
            .prefetch_related(names)
        )

    def get_ordering(self, request: HttpRequest) -> tuple[str, ...]:
        return ("-count", "pk")

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("Reported players")})

    def get_list_display(self, request: HttpRequest) -> Any:
        can_operate = site.get_model_admin(Player).has_operate_permission(request)  # type: ignore[attr-defined]
        return [*self.list_display, "operations"] if can_operate else self.list_display

    @admin.display(description=_("player"))
    def player_link(self, report: Report) -> SafeString:
        address = reverse("admin:challenges_player_change", args=[report.player_id])
        return format_html('<a href="{}">{}</a>', address, report.player.name)

    @admin.display(description=_("reported names"))
    def names_reported(self, report: Any) -> str:
        return ", ".join(dict.fromkeys(other.name for other in report.player.reported))

    @admin.display(description=_("reports"))
    def how_often(self, report: Any) -> int:
        return int(report.count)

    @admin.display(description=_("since"))
    def since(self, report: Report) -> Any:
        return report.reported_at

    @admin.display(description=_("settle all of them"))
    def operations(self, report: Report) -> str:
        return render_to_string(
            "admin/challenges/report/operations.html",
            {"player": report.player, "next": reverse("admin:challenges_report_changelist")},
        )
