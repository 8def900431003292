"""The boards, and the pages of challenges that have boards here.

What stands there under the same path keeps its name: templates link to `challenges:day`.
"""

from django.urls import path

import challenges.converters  # noqa: F401
from leaderboards.web.views import advent, boards, days, games, players, today

app_name = "leaderboards"

urlpatterns = [
    path("leaderboards", boards.BoardView.as_view(), name="boards"),
    path("leaderboards/<str:code>", boards.BoardView.as_view(), name="board"),
    path("advent", advent.CurrentView.as_view(), name="current-advent"),
    path("advent/<year:year>", advent.CalendarView.as_view(), name="advent"),
    path("", today.TodayView.as_view(), name="today"),
    path("days/<date:date>", days.DayView.as_view(), name="day"),
    path("games/<uuid:game_id>", games.GameView.as_view(), name="game"),
    path("players/<uuid:player_id>", players.PlayerView.as_view(), name="player"),
]
