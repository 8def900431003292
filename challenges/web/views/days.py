"""Days: the list around today, and each with its window, commitment and game."""

import datetime
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.utils.dateparse import parse_date
from django.views import View

from challenges.models import Day, Game
from challenges.querysets import days, games
from challenges.services.days import ONE_DAY, find_day
from challenges.services.perfect_play.look_backs import ShownGame, day_looked_back_at
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.problems import DayNotClosed
from challenges.web.forms import new_key
from challenges.web.pages import render_page
from challenges.web.readers import reader_of, today_for
from challenges.web.scales import scale_of
from challenges.web.views.proofs import place_in_chain, turns_of
from config import clock
from config.errors import NotFound

DAYS_PER_PAGE = 28
DAYS_SHOWN_AHEAD = 7


class DaysView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        """The days up to `?until=`, the newest first; up to today, and those to come, without."""
        moment = clock.now()
        today, until = today_for(request, moment), last_date(request)
        last = until or today + DAYS_SHOWN_AHEAD * ONE_DAY
        first = (until or today) - (DAYS_PER_PAGE - 1) * ONE_DAY
        found = list(days().between(first, last).reverse())
        mine = _my_games(request, found)
        lines = [(day, day.status_at(moment), mine.get(day.date)) for day in found]
        context = {
            "lines": [line for line in lines if line[0].date <= today],
            "coming": [line for line in reversed(lines) if line[0].date > today],
            "earlier": first - ONE_DAY if days().filter(date__lt=first).exists() else None,
        }
        return render_page(request, "challenges/days.html", context)


def last_date(request: HttpRequest) -> datetime.date | None:
    """The date that `?until=` asks for. Raises NotFound for what is none."""
    text = request.GET.get("until")
    if text is None:
        return None
    try:
        date = parse_date(text)
    except ValueError:
        date = None
    # No list of days reaches back to the beginning of the calendar.
    if date is None or date.year < datetime.MINYEAR + 1:
        raise NotFound
    return date


def _my_games(request: HttpRequest, found: list[Day]) -> dict[datetime.date, Game]:
    reader = reader_of(request)
    if reader is None:
        return {}
    ranked = games().of(reader).ranked().filter(day__in=found).with_day()
    return {game.day.date: game for game in ranked if game.day}


class DayView(View):
    template: ClassVar[str] = "challenges/day.html"

    def more(self, request: HttpRequest, day: Day, moment: datetime.datetime) -> dict[str, Any]:
        """What a page of another app shows besides."""
        return {}

    def get(self, request: HttpRequest, date: datetime.date) -> HttpResponse:
        day = find_day(date)
        if day is None:
            raise NotFound
        moment = clock.now()
        game = _my_games(request, [day]).get(date)
        status = game.status_at(moment) if game else None
        context = {
            "status": day.status_at(moment),
            "game": game,
            "game_status": status,
            "scale": scale_of(day, game.total if game and status == "finished" else None),
            **place_in_chain(day),
            "key": new_key(),
            **self.more(request, day, moment),
        }
        return render_page(request, self.template, context)


class LookBackView(View):
    def get(self, request: HttpRequest, date: datetime.date) -> HttpResponse:
        """The game of best play on the dice of a closed day, and the best game there is on them."""
        try:
            found = day_looked_back_at(date)
        except (DayNotClosed, StrategyNotReady) as refusal:
            later = {"date": date, "refusal": refusal}
            path, status = "challenges/look_back_later.html", refusal.status
            return render_page(request, path, later, status=status)
        game = _my_games(request, [found.day]).get(date)
        finished = game if game and game.status == Game.Status.FINISHED else None
        context = {
            "day": found.day,
            "found": found,
            "games": [_shown(found.par, "par"), _shown(found.ceiling, "ceiling")],
            "game": finished,
            "scale": scale_of(found.day, finished.total if finished else None),
        }
        return render_page(request, "challenges/look_back.html", context)


def _shown(game: ShownGame, code: str) -> dict[str, Any]:
    return {"code": code, "play": game.play, "turns": turns_of(game.play, game.throws)}
