"""All of the API but what has boards in it: those answers are extended in leaderboards."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny

import challenges.converters  # noqa: F401
from challenges.api.docs import DocsView, ProblemsView
from challenges.api.views import accounts, base, days, devices, games, players, reviews, rules

urlpatterns = [
    path("players", players.SignUpView.as_view()),
    path("players/<uuid:player_id>/report", players.ReportView.as_view()),
    path("me/export", players.ExportView.as_view()),
    path("me/reviews", reviews.ReviewsView.as_view()),
    path("account/claim", accounts.ClaimView.as_view()),
    path("account/claim/resend", accounts.ResendView.as_view()),
    path("account/confirm", accounts.ConfirmView.as_view()),
    path("account/sign-in", accounts.SignInView.as_view()),
    path("account/sign-out", accounts.SignOutView.as_view()),
    path("account/reset", accounts.ResetView.as_view()),
    path("account/reset/confirm", accounts.NewPasswordView.as_view()),
    path("account/password", accounts.PasswordView.as_view()),
    path("account/email", accounts.EmailView.as_view()),
    path("account/devices", devices.DevicesView.as_view()),
    path("account/devices/<uuid:device_id>", devices.DeviceView.as_view()),
    path("rules", rules.RulesView.as_view()),
    path("rules/<str:sheet>", rules.SheetView.as_view()),
    path("days/<date:date>/look-back", days.LookBackView.as_view()),
    path("commitments", days.CommitmentsView.as_view()),
    path("games/<uuid:game_id>/hint", games.HintView.as_view()),
    path("games/<uuid:game_id>/proof", games.ProofView.as_view()),
    path("games/<uuid:game_id>/review", reviews.ReviewView.as_view()),
    path(
        "schema",
        SpectacularAPIView.as_view(permission_classes=[AllowAny], authentication_classes=[]),
        name="schema",
    ),
    path("docs", DocsView.as_view(), name="docs"),
    path("problems", ProblemsView.as_view(), name="problems"),
    re_path("", base.UnknownView.as_view()),
]
