"""Days: what was played, whether the chain is whole, and what operators do to a day."""

import datetime
import time
from typing import Any, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import challenges.converters  # noqa: F401
from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.operations import Operation, announce, perform
from challenges.models import Day, Player
from challenges.querysets import DayQuerySet, days, games
from challenges.services.chain import check_days
from challenges.services.days import missing_dates
from config import clock
from leaderboards.admin import operations
from leaderboards.boards import read_days
from leaderboards.ranking import Figures, figures_of, period_of


class StatusFilter(admin.SimpleListFilter):
    """Days that have begun, unless others are asked for: those ahead would fill the first page."""

    title = gettext_lazy("status")
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("due", gettext_lazy("Due to close")),
            ("upcoming", gettext_lazy("Upcoming")),
            ("all", gettext_lazy("All")),
        ]

    def choices(self, changelist: Any) -> Any:
        first, *others = super().choices(changelist)
        return [{**first, "display": gettext_lazy("Begun")}, *others]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        moment = clock.now()
        if self.value() == "due":
            return queryset.filter(closed_at__isnull=True, closes_at__lte=moment)
        if self.value() == "upcoming":
            return queryset.filter(opens_at__gt=moment)
        is_looked_for = self.value() == "all" or request.GET.get("q")
        return queryset if is_looked_for else queryset.filter(opens_at__lte=moment)


@admin.register(Day)
class DayAdmin(ReadOnlyAdmin):
    list_display = ("date", "status", "opens_at", "closes_at", "closed_at", "position")
    list_filter = (StatusFilter,)
    ordering = ("-date",)
    sortable_by = ()
    search_fields = ("date",)
    search_help_text = gettext_lazy("A date such as 2026-12-01.")
    actions = ("close_now", "rebuild_now", "audit_now", "excuse_now", "count_again_now")
    fieldsets = (
        (None, {"fields": ("date", "status", "opens_at", "closes_at", "closed_at", "excused_at")}),
        (gettext_lazy("Ranked games"), {"fields": ("figures",)}),
        (
            gettext_lazy("Commitment"),
            {"fields": ("position", "commitment", "chain_hash", "key_id", "seed")},
        ),
    )

    # --- Reading -----------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> DayQuerySet:
        return days().order_by(*self.ordering)

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        if not (term := search_term.strip()):
            return queryset, False
        try:
            return queryset.filter(date=datetime.date.fromisoformat(term)), False
        except ValueError:
            return queryset.none(), False

    @admin.display(description=gettext_lazy("status"))
    def status(self, day: Day) -> str:
        status = day.status_at(clock.now())
        told = _("due to close") if status == "closed" and day.closed_at is None else _(status)
        return _("%(status)s, excused") % {"status": told} if day.is_excused else told

    @admin.display(description=gettext_lazy("figures"))
    def figures(self, day: Day) -> str:
        """How well was played is told once the day is closed, of those on its board."""
        period = period_of(day.date)
        distribution = read_days([period]).get(period, [])
        told = distribution if day.closed_at else []
        text = ", ".join([*_counted(day, figures_of(distribution)), *_told(figures_of(told))])
        context = {"figures": text, "distribution": told}
        return render_to_string("admin/challenges/day/figures.html", context)

    # --- Operating ---------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("chain", view(self.check_chain), name="check_chain"),
            *(
                path(f"<date:date>/{address}", view(self.operate), {"operation": operation}, name)
                for address, name, operation in (
                    ("close", "close_day", operations.close),
                    ("rebuild", "rebuild_day", operations.rebuild),
                    ("audit", "audit_day", operations.audit),
                    ("excuse", "excuse_day", operations.excuse),
                    ("count-again", "count_day_again", operations.count_again),
                )
            ),
            *super().get_urls(),
        ]

    @admin.action(description=gettext_lazy("Close now what is due"), permissions=["operate"])
    def close_now(self, request: HttpRequest, queryset: QuerySet[Day]) -> None:
        self._operate_on_all(request, operations.close, queryset)

    @admin.action(description=gettext_lazy("Rebuild the board"), permissions=["operate"])
    def rebuild_now(self, request: HttpRequest, queryset: QuerySet[Day]) -> None:
        self._operate_on_all(request, operations.rebuild, queryset)

    @admin.action(description=gettext_lazy("Audit the games"), permissions=["operate"])
    def audit_now(self, request: HttpRequest, queryset: QuerySet[Day]) -> None:
        self._operate_on_all(request, operations.audit, queryset)

    @admin.action(description=gettext_lazy("Excuse from streaks"), permissions=["operate"])
    def excuse_now(self, request: HttpRequest, queryset: QuerySet[Day]) -> None:
        self._operate_on_all(request, operations.excuse, queryset)

    @admin.action(description=gettext_lazy("Let count again"), permissions=["operate"])
    def count_again_now(self, request: HttpRequest, queryset: QuerySet[Day]) -> None:
        self._operate_on_all(request, operations.count_again, queryset)

    def _operate_on_all(
        self, request: HttpRequest, operation: Operation, queryset: QuerySet[Day]
    ) -> None:
        """All rebuilds together take as long as one button's."""
        end = time.monotonic() + operations.SECONDS_OF_A_BUTTON
        for date in queryset.order_by("date").values_list("date", flat=True):
            announce(
                request,
                operation,
                operator=cast("Player", request.user),
                date=date,
                seconds=end - time.monotonic(),
            )

    def operate(
        self, request: HttpRequest, date: datetime.date, operation: Operation
    ) -> HttpResponse:
        return perform(
            request,
            operation,
            is_permitted=self.has_operate_permission(request),
            then=reverse("admin:challenges_day_change", args=[date]),
            operator=cast("Player", request.user),
            date=date,
            seconds=operations.SECONDS_OF_A_BUTTON,
        )

    def check_chain(self, request: HttpRequest) -> HttpResponse:
        """Every entry that there is, computed again."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "title": _("Chain of commitments"),
            "chain": check_days(),
            "missing": missing_dates(),
        }
        return TemplateResponse(request, "admin/challenges/day/chain.html", context)

    def render_change_form(
        self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any
    ) -> HttpResponse:
        day = context["original"]
        moment = clock.now()
        context["is_due"] = day.closed_at is None and day.closes_at <= moment
        context["has_begun"] = day.opens_at <= moment
        return super().render_change_form(request, context, *args, **kwargs)


def _counted(day: Day, board: Figures) -> list[str]:
    counted = games().ranked().filter(day=day).counted()
    unfinished = counted["started"] - counted["finished"]
    is_open = day.is_open_at(clock.now())
    texts = (
        (_("%(count)d started"), counted["started"]),
        (_("%(count)d finished"), counted["finished"]),
        (_("%(count)d being played") if is_open else _("%(count)d expired"), unfinished),
        (_("%(count)d listed"), board.players),
        # They are counted one after the other.
        (_("%(count)d not listed"), max(0, counted["finished"] - board.players)),
    )
    return [text % {"count": count} for text, count in texts]


def _told(board: Figures) -> list[str]:
    if not board.players:
        return []
    return [
        _("mean total %(mean).1f") % {"mean": board.mean},
        _("spread %(spread).1f") % {"spread": board.spread},
        _("best total %(best)d") % {"best": board.best},
    ]
