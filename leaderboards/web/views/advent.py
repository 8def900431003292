"""The advent calendar: a year's doors, what they brought, and the Christmas die."""

import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views import View

from challenges.models import Player
from challenges.services.days import ONE_DAY
from challenges.services.looks import look_among, looks_for
from challenges.services.players import update_profile
from challenges.web.forms import check, new_key
from challenges.web.pages import render_page
from challenges.web.readers import player_of, reader_of, today_for
from config import clock
from leaderboards.ranking import DECEMBER
from leaderboards.services.advent import (
    FIRST_YEAR,
    DoorState,
    calendar_of,
    check_year,
    current_year,
)
from leaderboards.services.places import advent_board, places_now

CHOSEN: dict[str, Promise] = {
    Player.Die.PLAIN: _("You throw with the ivory dice."),
    Player.Die.CHRISTMAS: _("You throw with the Christmas dice. Merry Christmas!"),
}


class DieForm(forms.Form):
    die = forms.ChoiceField(choices=Player.Die.choices)


class CurrentView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        year = current_year(today_for(request, clock.now()))
        said = f"?{request.GET.urlencode()}" if request.GET else ""
        return redirect(reverse("leaderboards:advent", args=[year]) + said)


class CalendarView(View):
    def get(self, request: HttpRequest, year: int) -> HttpResponse:
        """The doors as they are for the reader. Looking opens none."""
        check_year(year, today_for(request, clock.now()))
        return render_page(request, "leaderboards/advent.html", _calendar(request, year))

    def post(self, request: HttpRequest, year: int) -> HttpResponse:
        """Choose the dice to throw with."""
        check_year(year, today_for(request, clock.now()))
        player, form = player_of(request), DieForm(request.POST)
        check(form)
        update_profile(player=player, changes=form.cleaned_data)
        messages.success(request, str(CHOSEN[form.cleaned_data["die"]]))
        return redirect("leaderboards:advent", year)


def _calendar(request: HttpRequest, year: int) -> dict[str, Any]:
    moment, reader = clock.now(), reader_of(request)
    today = today_for(request, moment)
    calendar = calendar_of(year, reader, today=today, moment=moment)
    opened = [door for door in calendar.doors if door.state is DoorState.OPEN]
    return {
        "calendar": calendar,
        # A key for each: what is begun behind one door is not a repeat of another's.
        "doors": [(door, new_key()) for door in calendar.doors],
        "open_door": next((door for door in opened if door.date == today), None),
        "key": new_key(),
        "standing": places_now([advent_board(year)], reader)[0] if reader else None,
        "tomorrow": today + ONE_DAY,
        "is_december": today.month == DECEMBER,
        "earlier": year - 1 if year > FIRST_YEAR else None,
        "later": year + 1 if year < current_year(today) else None,
        **(_dice_of(reader, moment) if reader else {}),
    }


def _dice_of(reader: Player, moment: datetime.datetime) -> dict[str, Any]:
    """What the reader throws with, and what to throw with instead, where there is a choice."""
    looks = looks_for(reader, moment)
    look = look_among(reader, looks)
    return {"look": look, "other_look": next((other for other in looks if other != look), None)}
