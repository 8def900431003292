"""The front page with the reader's streak and the first ones of today's board."""

import datetime
from typing import Any

from django.http import HttpRequest

from challenges.web.readers import reader_of, today_for
from challenges.web.views import today
from leaderboards.services.places import board_of_day
from leaderboards.services.streaks import my_streak
from leaderboards.web.tables import first_rows, first_rows_among_friends

ROWS_SHOWN = 5


class TodayView(today.TodayView):
    template = "leaderboards/today.html"

    def more(self, request: HttpRequest, moment: datetime.datetime) -> dict[str, Any]:
        reader = reader_of(request)
        board = first_rows(board_of_day(today_for(request, moment)), reader, ROWS_SHOWN)
        if reader is None:
            return {"board": board}
        return {
            "board": board,
            "friends": first_rows_among_friends(board, reader, ROWS_SHOWN),
            "streak": my_streak(reader, moment),
        }
