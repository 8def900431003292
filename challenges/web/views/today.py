"""The front page: today's dice."""

import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views import View

from challenges.models import Game, Player
from challenges.querysets import games
from challenges.services.days import find_day, today_of
from challenges.services.games import start_daily_game, state_of
from challenges.web.forms import StartForm, check, new_key
from challenges.web.pages import render_page
from challenges.web.readers import player_or_guest, reader_of, today_for
from challenges.web.tables import table_of
from config import clock

# An open date is at most two days away from the player's today.
MOST_DAYS_OPEN = datetime.timedelta(days=2)


class TodayView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        """What there is to play today. Looking starts nothing."""
        return render_page(request, "challenges/today.html", _today(request))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Start or resume the ranked game of today; whoever has no account becomes a guest."""
        form = StartForm(request.POST)
        check(form)
        player = player_or_guest(request, **form.cleaned_data)
        # Once a day is enough to keep the sign-in of those who go on playing.
        request.session.modified = True
        started = start_daily_game(player=player, date=today_of(player, clock.now()))
        return redirect("challenges:game", started.state.row.pk)


def _today(request: HttpRequest) -> dict[str, Any]:
    moment, reader = clock.now(), reader_of(request)
    today = today_for(request, moment)
    mine = _open_games(reader, today) if reader else []
    game = next((game for game in mine if game.day_id == today), None)
    return {
        "day": find_day(today),
        "table": table_of(state_of(game, moment)) if game else None,
        "others": [
            other
            for other in mine
            if other is not game and other.status_at(moment) == Game.Status.PLAYING
        ],
        "key": new_key(),
    }


def _open_games(player: Player, today: datetime.date) -> list[Game]:
    recent = games().of(player).ranked().filter(day__gte=today - MOST_DAYS_OPEN)
    return list(recent.with_day().order_by("-day"))
