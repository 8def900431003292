"""Games that do not count: any sheet, by house rules, or the dice of a day once more."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views import View

from challenges.engine.sheets import SHEETS
from challenges.services.games import start_solo_game
from challenges.services.rulebook import SHEET_NAMES, SHEET_TEXTS
from challenges.web.forms import PracticeForm, new_key, practice_form
from challenges.web.pages import render_page
from challenges.web.readers import player_or_guest


class PracticeView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        return render_page(request, "challenges/practice.html", _sheets())

    def post(self, request: HttpRequest) -> HttpResponse:
        form = practice_form(request.POST)
        if not form.is_valid():
            context = {**_sheets(), "refused": form}
            return render_page(request, "challenges/practice.html", context, status=400)
        fields = form.cleaned_data
        key, time_zone = fields["key"], fields["time_zone"]
        started = start_solo_game(
            player=player_or_guest(request, key=key, time_zone=time_zone),
            rules=fields["rules"],
            house_rules=form.house_rules,
            date=form.day,
            key=key,
        )
        return redirect("challenges:game", started.state.row.pk)


def _sheets() -> dict[str, Any]:
    sheets = [
        {
            "sheet": sheet,
            "name": SHEET_NAMES[code],
            "text": SHEET_TEXTS[code],
            "form": PracticeForm(code),
            "key": new_key(),
        }
        for code, sheet in SHEETS.items()
    ]
    return {"sheets": sheets}
