"""A day with its board: as it stands while the day is open, in figures once it is closed."""

import datetime
from typing import Any

from django.http import HttpRequest

from challenges.models import Day
from challenges.web.readers import reader_of
from challenges.web.views import days
from leaderboards.ranking import figures_of
from leaderboards.services.places import board_of_day
from leaderboards.web.tables import first_rows

ROWS_SHOWN = 10


class DayView(days.DayView):
    template = "leaderboards/day.html"

    def more(self, request: HttpRequest, day: Day, moment: datetime.datetime) -> dict[str, Any]:
        if day.status_at(moment) == "upcoming":
            return {}
        board = first_rows(board_of_day(day.date), reader_of(request), ROWS_SHOWN)
        figures = figures_of(board.page.distribution) if day.closed_at else None
        return {"board": board, "figures": figures}
