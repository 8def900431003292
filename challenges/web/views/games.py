"""The games of the player: the list, and the table to play at."""

import uuid
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views import View

from challenges.querysets import games
from challenges.services.games import find_game, make_move
from challenges.services.looks import look_of
from challenges.services.perfect_play.hints import hint_of
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.refused_moves import MoveRefused
from challenges.services.rulebook import SHEET_NAMES
from challenges.web.forms import MoveForm, check, new_key
from challenges.web.hints import shown
from challenges.web.listing import page_after
from challenges.web.pages import render_page
from challenges.web.panels import panels_of_game
from challenges.web.readers import player_of, reader_of
from challenges.web.tables import Table, table_of
from challenges.web.texts import words_of
from config import clock
from config.errors import Problem

GAMES_PER_PAGE = 20


class GameView(View):
    template: ClassVar[str] = "challenges/game.html"

    def more(self, request: HttpRequest, table: Table) -> dict[str, Any]:
        """What a page of another app shows besides."""
        return {}

    def get(self, request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        """With `?hint=1` it tells the best move, in words."""
        state = find_game(player=player_of(request), game_id=game_id)
        if "hint" not in request.GET:
            return self._page(request, table_of(state))
        try:
            return self._page(request, table_of(state, hint=shown(hint_of(state))))
        except Problem as problem:
            return self._page(request, table_of(state), refused=problem)

    def post(self, request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        """Make a move. A refused one is explained above the game as it is now."""
        form = MoveForm(request.POST)
        check(form)
        ply, move = form.cleaned_data["ply"], form.move
        try:
            make_move(player=player_of(request), game_id=game_id, ply=ply, move=move)
        except MoveRefused as refusal:
            return self._page(request, table_of(refusal.state, form.kept), refused=refusal)
        except StrategyNotReady as problem:  # the computer cannot answer; nothing has changed
            state = find_game(player=player_of(request), game_id=game_id)
            return self._page(request, table_of(state, form.kept), refused=problem)
        return redirect("challenges:game", game_id)

    def _page(
        self, request: HttpRequest, table: Table, *, refused: Problem | None = None
    ) -> HttpResponse:
        reader, game = player_of(request), table.state.row
        context = {
            "table": table,
            "game": game,
            "look": look_of(reader, clock.now()),
            "refusal": words_of(refused) if refused else "",
            "key": new_key(),
            "panels": panels_of_game(game, reader),
            **self.more(request, table),
        }
        status = refused.status if refused else 200
        return render_page(request, self.template, context, status=status)


class GamesView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        return render_page(request, "challenges/games.html", _my_games(request))


def _my_games(request: HttpRequest) -> dict[str, Any]:
    reader, moment = reader_of(request), clock.now()
    if reader is None:
        return {"lines": [], "last": None}
    page, last = page_after(request, games().of(reader).with_day(), size=GAMES_PER_PAGE)
    return {
        "lines": [(game, game.status_at(moment), SHEET_NAMES[game.rules]) for game in page],
        "last": last,
    }
