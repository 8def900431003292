"""A finished game against perfect play, and the player's accuracy and luck over time."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views import View

from challenges.models import Game
from challenges.services.games import find_game
from challenges.services.perfect_play.history import averages_of, reviewed_daily_games
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.perfect_play.reviews import review_of
from challenges.services.rulebook import SHEET_NAMES
from challenges.web.history import History, Line
from challenges.web.listing import page_after
from challenges.web.pages import render_page
from challenges.web.readers import player_of, reader_of
from challenges.web.reviews import ReviewedGame

REVIEWS_PER_PAGE = 30


class ReviewView(View):
    def get(self, request: HttpRequest, game_id: uuid.UUID) -> HttpResponse:
        """While the sheet is being solved, how far that is."""
        player = player_of(request)
        try:
            state, review = review_of(player=player, game_id=game_id)
        except StrategyNotReady as problem:
            return _later(request, find_game(player=player, game_id=game_id).row, problem)
        context = {"game": state.row, "reviewed": ReviewedGame(state, review)}
        return render_page(request, "challenges/review.html", context)


def _later(request: HttpRequest, game: Game, problem: StrategyNotReady) -> HttpResponse:
    share = problem.members["progress"]["share"]
    context = {"game": game, "name": SHEET_NAMES[game.rules], "percent": int(100 * share)}
    return render_page(request, "challenges/review_later.html", context)


class ReviewsView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        """Of the games that count: practice is for trying things out."""
        return render_page(request, "challenges/reviews.html", _my_reviews(request))


def _my_reviews(request: HttpRequest) -> dict[str, Any]:
    reader = reader_of(request)
    averages = averages_of(reader) if reader else None
    if reader is None or averages is None:
        return {"history": None}
    page, last = page_after(request, reviewed_daily_games(reader), size=REVIEWS_PER_PAGE)
    return {"history": History([Line(game) for game in page], averages), "last": last}
