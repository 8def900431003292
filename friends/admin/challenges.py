"""Challenges: found by code or maker, counted, withdrawn; and who is avoided by others."""

from typing import Any, cast

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from challenges.admin.base import ReadOnlyAdmin
from challenges.admin.operations import announce, perform
from challenges.admin.players import with_term
from challenges.models import Player
from challenges.querysets import all_players
from challenges.services.rulebook import SHEET_NAMES
from friends.admin import operations
from friends.models import Challenge
from friends.querysets import ChallengeQuerySet, challenges
from friends.services.avoided import MOST_EXAMINED, avoided_players
from friends.services.codes import read_code
from friends.services.problems import MalformedCode

PLAYERS_PER_PAGE = 50


@admin.register(Challenge)
class ChallengeAdmin(ReadOnlyAdmin):
    """Of the games only what the page of a game shows while their day is open."""

    list_display = (
        "shown_code",
        "maker_name",
        "kind",
        "hints",
        "dice",
        "made_at",
        "taken",
        "finished",
        "state",
    )
    sortable_by = ()
    search_fields = ("code",)
    search_help_text = gettext_lazy(
        "A code, or of its maker the beginning of the name, the whole id or the e-mail address."
    )
    actions = ("withdraw_now",)
    fields = (
        "shown_code",
        "maker_link",
        "kind",
        "hints",
        "game_link",
        "dice",
        "made_at",
        "taken",
        "finished",
        "state",
        "withdrawn_at",
    )

    # --- Reading -----------------------------------------------------------------------------

    def get_queryset(self, request: HttpRequest) -> ChallengeQuerySet:
        # What was done in a game is not even read.
        return challenges().with_game().defer("game__moves").counted()

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Challenge | None:
        code = _code(object_id)
        return super().get_object(request, code, from_field) if code else None

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        by_code = queryset.filter(pk=_code(term))
        if by_code.exists():  # a name may be spelled like a code
            return by_code, False
        return queryset.filter(maker__in=with_term(all_players(), term)), False

    @admin.display(description=gettext_lazy("code"))
    def shown_code(self, challenge: Challenge) -> str:
        return str(challenge)

    @admin.display(description=gettext_lazy("maker"))
    def maker_name(self, challenge: Challenge) -> str:
        return challenge.maker.name

    @admin.display(description=gettext_lazy("maker"))
    def maker_link(self, challenge: Challenge) -> SafeString:
        address = reverse("admin:challenges_player_change", args=[challenge.maker_id])
        return format_html('<a href="{}">{}</a>', address, challenge.maker.name)

    @admin.display(description=gettext_lazy("game"))
    def game_link(self, challenge: Challenge) -> SafeString:
        address = reverse("admin:challenges_game_change", args=[challenge.game_id])
        return format_html('<a href="{}">{}</a>', address, challenge.game_id)

    @admin.display(description=gettext_lazy("dice"))
    def dice(self, challenge: Challenge) -> str:
        game = challenge.game
        return str(game.day_id or SHEET_NAMES[game.rules])

    @admin.display(description=gettext_lazy("hints"))
    def hints(self, challenge: Challenge) -> str:
        return _("with hints") if challenge.allows_hints else _("without hints")

    @admin.display(description=gettext_lazy("taken"))
    def taken(self, challenge: Any) -> int:
        return int(challenge.taken)

    @admin.display(description=gettext_lazy("finished"))
    def finished(self, challenge: Any) -> int:
        return int(challenge.finished)

    @admin.display(description=gettext_lazy("state"))
    def state(self, challenge: Challenge) -> str:
        if challenge.is_refused:
            return _("withdrawn by an operator")
        return _("withdrawn") if challenge.is_withdrawn else _("open")

    # --- Operating ---------------------------------------------------------------------------

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view
        return [
            path("avoided", view(self.show_avoided), name="avoided_players"),
            path("<str:code>/withdraw", view(self.withdraw), name="withdraw_challenge"),
            *super().get_urls(),
        ]

    @admin.action(description=gettext_lazy("Withdraw for good"), permissions=["operate"])
    def withdraw_now(self, request: HttpRequest, queryset: QuerySet[Challenge]) -> None:
        for code in queryset.values_list("pk", flat=True):
            announce(request, operations.withdraw, operator=cast("Player", request.user), code=code)

    def withdraw(self, request: HttpRequest, code: str) -> HttpResponse:
        return perform(
            request,
            operations.withdraw,
            is_permitted=self.has_operate_permission(request),
            then=reverse("admin:friends_challenge_change", args=[code]),
            operator=cast("Player", request.user),
            code=code,
        )

    # --- Who is avoided ----------------------------------------------------------------------

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {"may_see_avoided": _may_see_avoided(request)}
        return super().changelist_view(request, context)

    def show_avoided(self, request: HttpRequest) -> HttpResponse:
        if not _may_see_avoided(request):
            raise PermissionDenied
        page = Paginator(avoided_players(), PLAYERS_PER_PAGE).get_page(request.GET.get("page"))
        players = all_players().in_bulk([one.player_id for one in page])
        context = {
            **self.admin_site.each_context(request),
            "title": _("Avoided players"),
            "page": page,
            "rows": [(players[one.player_id], one) for one in page],
            "most": MOST_EXAMINED,
        }
        return TemplateResponse(request, "admin/friends/challenge/avoided.html", context)


def _may_see_avoided(request: HttpRequest) -> bool:
    return request.user.has_perm("friends.view_block")


def _code(text: str) -> str | None:
    try:
        return read_code(text)
    except MalformedCode:
        return None
