"""What has boards in it; config/urls.py asks here before the rest of the API."""

from django.urls import path

import challenges.converters  # noqa: F401
from leaderboards.api.views import additions, boards

urlpatterns = [
    path("me", additions.MeView.as_view()),
    path("players/<uuid:player_id>", additions.PlayerView.as_view()),
    path("days", additions.DaysView.as_view()),
    path("days/today", additions.TodayView.as_view()),
    path("days/<date:date>", additions.DayView.as_view()),
    path("days/<date:date>/game", additions.DailyGameView.as_view()),
    path("games", additions.GamesView.as_view()),
    path("games/<uuid:game_id>", additions.GameView.as_view()),
    path("games/<uuid:game_id>/moves", additions.MovesView.as_view()),
    path("leaderboards", boards.BoardsView.as_view()),
    path("leaderboards/<str:board>", boards.BoardView.as_view()),
    path("advent/<year:year>", boards.AdventView.as_view()),
]
