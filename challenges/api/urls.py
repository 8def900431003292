import datetime

from django.urls import path, re_path, register_converter
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny

from challenges.api import views
from challenges.api.docs import DocsView, ProblemsView


class DateConverter:
    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> datetime.date:
        return datetime.date.fromisoformat(value)

    def to_url(self, value: datetime.date) -> str:
        return value.isoformat()


register_converter(DateConverter, "date")

urlpatterns = [
    path("players", views.SignUpView.as_view()),
    path("players/<uuid:player_id>", views.PlayerView.as_view()),
    path("me", views.MeView.as_view()),
    path("rules", views.RulesView.as_view()),
    path("rules/<str:sheet>", views.SheetView.as_view()),
    path("days", views.DaysView.as_view()),
    path("days/today", views.TodayView.as_view()),
    path("days/<date:date>", views.DayView.as_view()),
    path("days/<date:date>/game", views.DailyGameView.as_view()),
    path("commitments", views.CommitmentsView.as_view()),
    path("games", views.GamesView.as_view()),
    path("games/<uuid:game_id>", views.GameView.as_view()),
    path("games/<uuid:game_id>/moves", views.MovesView.as_view()),
    path("games/<uuid:game_id>/proof", views.ProofView.as_view()),
    path(
        "schema",
        SpectacularAPIView.as_view(permission_classes=[AllowAny], authentication_classes=[]),
        name="schema",
    ),
    path("docs", DocsView.as_view(), name="docs"),
    path("problems", ProblemsView.as_view(), name="problems"),
    re_path("", views.UnknownView.as_view()),
]
