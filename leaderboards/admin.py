"""Days: what was played, whether the chain is whole, and closing what is due."""

import datetime
from typing import Any, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import challenges.converters  # noqa: F401
from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.operations import Operation, Refused, announce, perform
from challenges.models import Day, Player
from challenges.querysets import DayQuerySet, days, games
from challenges.services.chain import check_days
from challenges.services.days import missing_dates
from challenges.services.problems import DiceUnavailable
from config import clock
from leaderboards.models import Rebuild
from leaderboards.services import closing as services
from leaderboards.services import rebuilds

SECONDS_OF_A_BUTTON = 2.0


def close(*, operator: Player, date: datetime.date, **_context: Any) -> str:
    """Close a day if it is due, as the job does, and record who did. Raises Refused."""
    try:
        closing = services.close_day(date=date, operator=operator)
    except DiceUnavailable as problem:
        text = _("%(date)s cannot be closed: its seed key is missing, or is another one.")
        raise Refused(text % {"date": date}) from problem
    if closing is None:
        raise Refused(_("%(date)s is not due: nothing was done.") % {"date": date})
    text = _("%(date)s is closed. Games expired: %(expired)d.")
    return text % {"date": date, "expired": closing.expired}


def rebuild(*, operator: Player, date: datetime.date, **_context: Any) -> str:
    """Rebuild the board of a day from its games, and record who did."""
    asked = rebuilds.rebuild(
        kind=Rebuild.Kind.DAY, subject=str(date), operator=operator, seconds=SECONDS_OF_A_BUTTON
    )
    if asked.finished_at is None:
        return _("%(date)s is being rebuilt; a job goes on with it.") % {"date": date}
    text = _("%(date)s was rebuilt. Players mended: %(mended)d.")
    return text % {"date": date, "mended": asked.mended}


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
    actions = ("close_now", "rebuild_now")
    fieldsets = (
        (None, {"fields": ("date", "status", "opens_at", "closes_at", "closed_at")}),
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
        return _("due to close") if status == "closed" and day.closed_at is None else _(status)

    @admin.display(description=gettext_lazy("figures"))
    def figures(self, day: Day) -> str:
        """The mean and the best total are told once the day is closed."""
        found = games().ranked().filter(day=day).figures()
        unfinished = found["started"] - found["finished"]
        is_open = day.is_open_at(clock.now())
        parts = [
            _("%(count)d started") % {"count": found["started"]},
            _("%(count)d finished") % {"count": found["finished"]},
            (_("%(count)d being played") if is_open else _("%(count)d expired"))
            % {"count": unfinished},
        ]
        if day.closed_at and found["finished"]:
            parts.append(_("mean total %(mean).1f") % found)
            parts.append(_("best total %(best)d") % found)
        return ", ".join(parts)

    # --- Operating ---------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("chain", view(self.check_chain), name="check_chain"),
            path("<date:date>/close", view(self.operate), {"operation": close}, "close_day"),
            path("<date:date>/rebuild", view(self.operate), {"operation": rebuild}, "rebuild_day"),
            *super().get_urls(),
        ]

    @admin.action(description=gettext_lazy("Close now what is due"), permissions=["operate"])
    def close_now(self, request: HttpRequest, queryset: QuerySet[Day]) -> None:
        for date in queryset.order_by("date").values_list("date", flat=True):
            announce(request, close, operator=cast("Player", request.user), date=date)

    @admin.action(description=gettext_lazy("Rebuild from the games"), permissions=["operate"])
    def rebuild_now(self, request: HttpRequest, queryset: QuerySet[Day]) -> None:
        for date in queryset.order_by("date").values_list("date", flat=True):
            announce(request, rebuild, operator=cast("Player", request.user), date=date)

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
        context["is_due"] = day.closed_at is None and day.closes_at <= clock.now()
        return super().render_change_form(request, context, *args, **kwargs)
