"""Games: one at a time with its moves and sheet, once they may be told."""

import datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.players import read_id
from challenges.models import Game
from challenges.querysets import GameQuerySet, games
from challenges.services.problems import DiceUnavailable
from challenges.services.rulebook import ROW_NAMES, SHEET_NAMES
from challenges.services.states import is_told, record_of, record_of_opponent, state_of
from config import clock

HEAD = ("id", "player_link", "mode", "day_link", "rules_played", "status_now", "total")
TOLD = ("started_at", "finished_at", "ply", "house_rules", "commitment", "record", "sheet")
OPPONENT = ("opponent", "opponent_total", "opponent_record")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """An open day's games show their status and total, to everybody."""

    list_display = ("id", "player_name", "mode", "day", "rules", "status_now", "total")
    list_select_related = ("player", "day")
    sortable_by = ()
    search_fields = ("id",)
    search_help_text = _("A date such as 2026-12-01, or a whole game or player id.")

    # --- Finding -----------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> GameQuerySet:
        return games().newest_first()

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        """By what an index serves; moves are not even read."""
        term, queryset = search_term.strip(), queryset.defer("moves", "opponent_moves")
        if (found_id := read_id(term)) is not None:
            by_game = queryset.filter(pk=found_id)
            return by_game if by_game.exists() else queryset.filter(player=found_id), False
        try:
            return queryset.filter(day=datetime.date.fromisoformat(term)), False
        except ValueError:
            return queryset.none(), False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """The games of a day, today's unless something is looked for: all games are too many."""
        if not request.GET.get("q"):
            return HttpResponseRedirect(f"{request.path}?q={clock.now().date()}")
        return super().changelist_view(request, extra_context)

    # --- Reading -----------------------------------------------------------------------------

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        game_id = read_id(object_id)
        query = games().with_day().select_related("player")
        return query.with_id(game_id).first() if game_id else None

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj is not None and is_told(obj):
            opponent = OPPONENT if obj.opponent else ()
            return [(None, {"fields": (*HEAD, *TOLD, *opponent)})]
        note = _("Moves and sheet can be read once the day of these dice has been closed.")
        return [(None, {"fields": HEAD, "description": note})]

    @admin.display(description=_("player"))
    def player_name(self, game: Game) -> str:
        return game.player.name

    @admin.display(description=_("player"))
    def player_link(self, game: Game) -> SafeString:
        address = reverse("admin:challenges_player_change", args=[game.player_id])
        return format_html('<a href="{}">{}</a>', address, game.player.name)

    @admin.display(description=_("day"))
    def day_link(self, game: Game) -> Any:
        if game.day_id is None:
            return _("none: dice of its own")
        address = reverse("admin:challenges_day_change", args=[game.day_id])
        return format_html('<a href="{}">{}</a>', address, game.day_id.isoformat())

    @admin.display(description=_("rules"))
    def rules_played(self, game: Game) -> Any:
        return SHEET_NAMES[game.rules]

    @admin.display(description=_("status"))
    def status_now(self, game: Game) -> str:
        return str(Game.Status(game.status_at(clock.now())).label)

    @admin.display(description=_("record"))
    def record(self, game: Game) -> SafeString:
        return format_html("<pre>{}</pre>", record_of(game).to_text())

    @admin.display(description=_("the computer's record"))
    def opponent_record(self, game: Game) -> SafeString:
        return format_html("<pre>{}</pre>", record_of_opponent(game).to_text())

    @admin.display(description=_("sheet"))
    def sheet(self, game: Game) -> Any:
        try:
            play = state_of(game, clock.now()).play
        except DiceUnavailable as problem:
            return problem.detail
        rows = [(ROW_NAMES[row.code], play.filled.get(row.code)) for row in play.sheet.rows]
        return render_to_string("admin/challenges/game/sheet.html", {"rows": rows, "play": play})
