"""A player's figures and days, as anybody may see them of who is on the boards."""

import datetime
from typing import Any

from django.http import HttpRequest

from challenges.models import Player
from challenges.web.views import players
from challenges.web.views.days import last_date
from config import clock
from leaderboards.services.figures import PlayedDay, figures_of_player
from leaderboards.web.calendars import months_of

DAYS_PER_PAGE = 28


class PlayerView(players.PlayerView):
    template = "leaderboards/player.html"

    def more(self, request: HttpRequest, player: Player) -> dict[str, Any]:
        """Their days up to `?until=`, the newest first."""
        until, figures = last_date(request), figures_of_player(player, clock.now())
        if figures is None:
            return {}
        page, earlier = _page(figures.days, until)
        months = months_of(page, played=figures.days)
        return {"figures": figures, "days": page, "months": months, "earlier": earlier}


def _page(
    played: list[PlayedDay], until: datetime.date | None
) -> tuple[list[PlayedDay], datetime.date | None]:
    """A page of days, and on which date the next one begins."""
    found = [day for day in played if until is None or day.date <= until]
    page, rest = found[:DAYS_PER_PAGE], found[DAYS_PER_PAGE:]
    return page, rest[0].date if rest else None
