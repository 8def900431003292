from django.urls import path

import challenges.converters  # noqa: F401
from challenges.web.views import days, games, practice, proofs, rules, settings, today

app_name = "challenges"

urlpatterns = [
    path("", today.TodayView.as_view(), name="today"),
    path("days", days.DaysView.as_view(), name="days"),
    path("days/<date:date>", days.DayView.as_view(), name="day"),
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>", games.GameView.as_view(), name="game"),
    path("games/<uuid:game_id>/proof", proofs.ProofView.as_view(), name="proof"),
    path("practice", practice.PracticeView.as_view(), name="practice"),
    path("rules", rules.RulesView.as_view(), name="rules"),
    path("rules/<str:sheet>", rules.SheetView.as_view(), name="sheet"),
    path("settings", settings.SettingsView.as_view(), name="settings"),
]
