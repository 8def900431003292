"""Whose games are too good to be true: the figures, and a click once they were looked at."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.operations import Refused, announce, perform
from challenges.models import Irregularity, Player
from challenges.querysets import IrregularityQuerySet, irregularities
from challenges.services.perfect_play import fair_play
from config.errors import NotFound


@admin.register(Irregularity)
class IrregularityAdmin(ReadOnlyAdmin):
    """Those that nobody has looked at, the newest first."""

    list_display = (
        "player_name",
        "kind",
        "span",
        "games",
        "mean_accuracy",
        "mean_loss",
        "mean_excess",
        "spreads",
        "noticed_on",
    )
    list_select_related = ("player",)
    sortable_by = ()
    actions = ("look_at",)
    fields = (
        "player_link",
        "games_link",
        "kind",
        "since",
        "until",
        "games",
        "mean_accuracy",
        "mean_loss",
        "mean_excess",
        "spreads",
        "noticed_at",
        "handled_at",
    )

    # --- Reading -----------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> IrregularityQuerySet:
        return irregularities().open().filter(player__deleted_at__isnull=True)

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Irregularity | None:
        """Also one that was looked at: the log of operations links to it."""
        number = int(object_id) if object_id.isdecimal() and len(object_id) < 19 else 0
        return irregularities().select_related("player").filter(pk=number).first()

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        return super().changelist_view(request, {"title": _("Fair play")})

    @admin.display(description=gettext_lazy("player"))
    def player_name(self, found: Irregularity) -> str:
        return found.player.name

    @admin.display(description=gettext_lazy("player"))
    def player_link(self, found: Irregularity) -> SafeString:
        address = reverse("admin:challenges_player_change", args=[found.player_id])
        return format_html('<a href="{}">{}</a>', address, found.player.name)

    @admin.display(description=gettext_lazy("the player's games"))
    def games_link(self, found: Irregularity) -> SafeString:
        address, text = reverse("admin:challenges_game_changelist"), _("All games of this player")
        return format_html('<a href="{}?q={}">{}</a>', address, found.player_id, text)

    @admin.display(description=gettext_lazy("days"))
    def span(self, found: Irregularity) -> str:
        return f"{found.since} – {found.until}"

    @admin.display(description=gettext_lazy("noticed"))
    def noticed_on(self, found: Irregularity) -> str:
        return found.noticed_at.date().isoformat()

    @admin.display(description=gettext_lazy("accuracy"))
    def mean_accuracy(self, found: Irregularity) -> str:
        return f"{found.accuracy:.1f}"

    @admin.display(description=gettext_lazy("lost a game"))
    def mean_loss(self, found: Irregularity) -> str:
        return f"{found.loss:.1f}"

    @admin.display(description=gettext_lazy("excess luck a game"))
    def mean_excess(self, found: Irregularity) -> str:
        return f"{found.excess:+.1f}"

    @admin.display(description=gettext_lazy("deviations"))
    def spreads(self, found: Irregularity) -> str:
        return f"{found.deviations:+.1f}"

    # --- Operating ---------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.look_at_one)
        return [
            path("<int:number>/look-at", view, name="look_at_irregularity"),
            *super().get_urls(),
        ]

    @admin.action(description=gettext_lazy("I have looked at it"), permissions=["operate"])
    def look_at(self, request: HttpRequest, queryset: QuerySet[Irregularity]) -> None:
        operator = cast("Player", request.user)
        for number in queryset.values_list("pk", flat=True):
            announce(request, looked_at, operator=operator, number=number)

    def look_at_one(self, request: HttpRequest, number: int) -> HttpResponse:
        return perform(
            request,
            looked_at,
            is_permitted=self.has_operate_permission(request),
            then=reverse("admin:challenges_irregularity_changelist"),
            operator=cast("Player", request.user),
            number=number,
        )


def looked_at(*, operator: Player, number: int) -> str:
    """Raises Refused."""
    try:
        found = fair_play.handle(operator=operator, number=number)
    except NotFound as error:
        raise Refused(_("There is nothing of that number.")) from error
    return _("%(name)s was looked at.") % {"name": found.player.name}
