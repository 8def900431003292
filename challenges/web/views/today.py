"""The front page: today's dice."""

import datetime
from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views import View

from challenges.models import Game, Player
from challenges.querysets import games
from challenges.services.days import ONE_DAY, find_day, today_of
from challenges.services.games import start_daily_game
from challenges.services.looks import look_of
from challenges.services.states import state_of
from challenges.web.forms import StartForm, check, new_key
from challenges.web.pages import render_page
from challenges.web.panels import Panels, panels_of_game
from challenges.web.readers import player_or_guest, reader_of, today_for
from challenges.web.tables import table_of
from config import clock

# Any date that is still open for the player's unfinished games is among them.
DAYS_OF_WEEK = 7


class TodayView(View):
    template: ClassVar[str] = "challenges/today.html"

    def more(self, request: HttpRequest, moment: datetime.datetime) -> dict[str, Any]:
        """What a page of another app shows besides."""
        return {}

    def get(self, request: HttpRequest) -> HttpResponse:
        """What there is to play today. Looking starts nothing."""
        moment = clock.now()
        context = {**_today(request, moment), **self.more(request, moment)}
        return render_page(request, self.template, context)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Start or resume the ranked game of today; whoever has no account becomes a guest."""
        form = StartForm(request.POST)
        check(form)
        player = player_or_guest(request, **form.cleaned_data)
        # Once a day is enough to keep the sign-in of those who go on playing.
        request.session.modified = True
        started = start_daily_game(player=player, date=today_of(player, clock.now()))
        return redirect("challenges:game", started.state.row.pk)


def _today(request: HttpRequest, moment: datetime.datetime) -> dict[str, Any]:
    reader = reader_of(request)
    today = today_for(request, moment)
    week = [today - number * ONE_DAY for number in range(DAYS_OF_WEEK)]
    mine = _ranked_games(reader, week) if reader else {}
    game = mine.get(today)
    return {
        "day": find_day(today),
        "table": table_of(state_of(game, moment)) if game else None,
        "others": [
            other
            for date, other in mine.items()
            if date != today and other.status_at(moment) == Game.Status.PLAYING
        ],
        "week": [(date, mine.get(date)) for date in reversed(week)] if _any_finished(mine) else [],
        "look": look_of(reader, moment) if reader else Player.Die.PLAIN,
        "key": new_key(),
        "panels": _panels(reader, game),
    }


def _panels(reader: Player | None, game: Game | None) -> Panels:
    """Those of the end of today's game."""
    if reader is None or game is None or game.status != Game.Status.FINISHED:
        return Panels()
    return panels_of_game(game, reader)


def _ranked_games(player: Player, dates: list[datetime.date]) -> dict[datetime.date, Game]:
    found = games().of(player).ranked().filter(day__in=dates).with_day().order_by("-day")
    return {game.day.date: game for game in found if game.day}


def _any_finished(mine: Mapping[datetime.date, Game]) -> bool:
    return any(game.status == Game.Status.FINISHED for game in mine.values())
