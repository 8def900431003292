"""The rules of each sheet in words and examples."""

from django.http import HttpRequest, HttpResponse
from django.views import View

from challenges.engine.sheets import SHEETS, options
from challenges.services.rulebook import SHEET_NAMES, SHEET_TEXTS, rows_of
from challenges.web.pages import render_page
from challenges.web.texts import HOUSE_RULES
from config.errors import NotFound


class RulesView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        sheets = [(SHEETS[code], SHEET_NAMES[code], SHEET_TEXTS[code]) for code in SHEETS]
        return render_page(request, "challenges/rules.html", {"sheets": sheets})


class SheetView(View):
    def get(self, request: HttpRequest, sheet: str) -> HttpResponse:
        if sheet not in SHEETS:
            raise NotFound
        context = {
            "sheet": SHEETS[sheet],
            "name": SHEET_NAMES[sheet],
            "text": SHEET_TEXTS[sheet],
            "rows": rows_of(SHEETS[sheet]),
            "house_rules": [text for name, text in HOUSE_RULES.items() if name in options(sheet)],
        }
        return render_page(request, "challenges/sheet.html", context)
