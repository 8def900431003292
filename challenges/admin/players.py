"""Players: found by name or id, hidden and shown, renamed, signed out."""

import uuid
from typing import Any, cast

from django.contrib import admin
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from challenges.admin import player_operations
from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.operations import perform
from challenges.models import Game, Player
from challenges.querysets import PlayerQuerySet, all_players, games, reports


class HiddenFilter(admin.SimpleListFilter):
    title = _("on the boards")
    parameter_name = "hidden"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Hidden"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(hidden_at__isnull=False) if self.value() else queryset


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "id", "standing", "open_reports", "joined_on")
    list_filter = (HiddenFilter,)
    ordering = ("-joined_at", "id")
    sortable_by = ()
    search_fields = ("name",)
    search_help_text = _("The beginning of a name, or a whole player id or e-mail address.")
    fieldsets = (
        (None, {"fields": ("name", "id", "standing", "country", "language", "joined_at")}),
        (_("Games and reports"), {"fields": ("games_counted", "open_reports", "reported_names")}),
        (_("Account"), {"fields": ("login", "email", "claimed_at", "last_login", "is_staff")}),
    )

    # --- Reading -----------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> PlayerQuerySet:
        of_player = reports().open().filter(player=OuterRef("pk")).order_by().values("player")
        counted = Subquery(of_player.annotate(count=Count("pk")).values("count"))
        query = all_players().annotate(open_reports=Coalesce(counted, 0))
        return query.order_by(*self.ordering)

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        term = search_term.strip()
        return with_term(queryset, term) if term else queryset, False

    @admin.display(description=_("standing"))
    def standing(self, player: Player) -> Any:
        if player.deleted_at:
            return _("deleted")
        if player.hidden_at:
            return _("hidden")
        if player.is_staff:
            return _("staff")
        if player.is_guest:
            return _("guest")
        return _("unlisted") if player.is_unlisted else _("listed")

    @admin.display(description=_("joined on"))
    def joined_on(self, player: Player) -> str:
        return player.joined_at.date().isoformat()

    @admin.display(description=_("open reports"))
    def open_reports(self, player: Any) -> int:
        return int(player.open_reports)

    @admin.display(description=_("games"))
    def games_counted(self, player: Player) -> SafeString:
        ranked, finished = Q(mode=Game.Mode.DAILY), Q(status=Game.Status.FINISHED)
        counted = (
            games()
            .of(player)
            .aggregate(
                games=Count("pk"),
                ranked=Count("pk", filter=ranked),
                finished=Count("pk", filter=ranked & finished),
            )
        )
        text = _("%(games)d, of them %(ranked)d ranked and %(finished)d of these finished")
        address = f"{reverse('admin:challenges_game_changelist')}?q={player.pk}"
        return format_html('<a href="{}">{}</a>', address, text % counted)

    @admin.display(description=_("reported names"))
    def reported_names(self, player: Player) -> str:
        names = reports().of(player).order_by("name").values_list("name", flat=True).distinct()
        return ", ".join(names) or "-"

    # --- Operating ---------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        operate = self.admin_site.admin_view(self.operate)
        address = "<uuid:player_id>/operations/<slug:operation>"
        return [path(address, operate, name="operate_player"), *super().get_urls()]

    def operate(self, request: HttpRequest, player_id: uuid.UUID, operation: str) -> HttpResponse:
        return perform(
            request,
            player_operations.named(operation),
            is_permitted=self.has_operate_permission(request),
            then=reverse("admin:challenges_player_change", args=[player_id]),
            operator=cast("Player", request.user),
            player_id=player_id,
            posted=request.POST,
        )


def with_term(query: PlayerQuerySet, term: str) -> PlayerQuerySet:
    """By what an index serves: a whole id or e-mail address, or the beginning of a name."""
    if (player_id := read_id(term)) is not None:
        return query.filter(pk=player_id)
    if "@" in term:
        return query.filter(email=term.lower())
    return query.with_name_beginning(term)


def read_id(text: str) -> uuid.UUID | None:
    try:
        return uuid.UUID(text)
    except ValueError:
        return None
