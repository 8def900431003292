"""Games that do not count: any sheet, by house rules, alone or against the computer, or the dice
of a day once more."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views import View

from challenges.engine.sheets import SHEETS
from challenges.models import Game
from challenges.services.games import Started, start_computer_game, start_solo_game
from challenges.services.perfect_play.opponents import percent_ready
from challenges.services.perfect_play.problems import StrategyNotReady, StrategyUnknown
from challenges.services.rulebook import SHEET_NAMES, SHEET_TEXTS
from challenges.strategy.opponents import Level
from challenges.web.forms import PracticeForm, new_key, practice_form
from challenges.web.pages import render_page
from challenges.web.readers import player_or_guest
from challenges.web.texts import LEVELS, words_of


class PracticeView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        context = _choices(request.GET.get("opponent"))
        return render_page(request, "challenges/practice.html", context)

    def post(self, request: HttpRequest) -> HttpResponse:
        form = practice_form(request.POST)
        if not form.is_valid():
            context = {**_choices(request.POST.get("opponent")), "refused": form}
            return render_page(request, "challenges/practice.html", context, status=400)
        fields = form.cleaned_data
        key, time_zone = fields["key"], fields["time_zone"]
        wanted = {
            "player": player_or_guest(request, key=key, time_zone=time_zone),
            "rules": fields["rules"],
            "house_rules": form.house_rules,
            "date": form.day,
            "key": key,
        }
        try:
            started = _start(form.level, wanted)
        except (StrategyNotReady, StrategyUnknown) as refusal:  # the expert has no table
            context = {**_choices(form.level), "refusal": words_of(refusal)}
            status = refusal.status
            return render_page(request, "challenges/practice.html", context, status=status)
        return redirect("challenges:game", started.state.row.pk)


def _start(level: Level | None, wanted: dict[str, Any]) -> Started:
    if level:
        return start_computer_game(opponent=level, **wanted)
    return start_solo_game(**wanted)


def _choices(opponent: str | None) -> dict[str, Any]:
    """The sheets, and whom to play against: nobody, or the computer at one of its levels."""
    level = Level(opponent) if opponent in list(Level) else None
    sheets = [
        {
            "sheet": sheet,
            "name": SHEET_NAMES[code],
            "text": SHEET_TEXTS[code],
            "form": PracticeForm(code),
            "key": new_key(),
            "percent_ready": percent_ready(level, sheet),
        }
        for code, sheet in SHEETS.items()
    ]
    levels = [(each.value, *texts) for each, texts in LEVELS.items()]
    chosen = LEVELS[Game.Opponent(level)].name if level else None
    return {"sheets": sheets, "levels": levels, "opponent": level or "", "chosen": chosen}
