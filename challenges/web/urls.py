from django.urls import path

import challenges.converters  # noqa: F401
from challenges.web.views import (
    accounts,
    days,
    devices,
    games,
    passwords,
    players,
    practice,
    proofs,
    reviews,
    rules,
    settings,
    today,
)

app_name = "challenges"

urlpatterns = [
    path("", today.TodayView.as_view(), name="today"),
    path("days", days.DaysView.as_view(), name="days"),
    path("days/<date:date>", days.DayView.as_view(), name="day"),
    path("days/<date:date>/look-back", days.LookBackView.as_view(), name="look-back"),
    path("games", games.GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>", games.GameView.as_view(), name="game"),
    path("games/<uuid:game_id>/proof", proofs.ProofView.as_view(), name="proof"),
    path("games/<uuid:game_id>/review", reviews.ReviewView.as_view(), name="review"),
    path("reviews", reviews.ReviewsView.as_view(), name="reviews"),
    path("players/<uuid:player_id>", players.PlayerView.as_view(), name="player"),
    path("players/<uuid:player_id>/report", players.ReportView.as_view(), name="report"),
    path("practice", practice.PracticeView.as_view(), name="practice"),
    path("rules", rules.RulesView.as_view(), name="rules"),
    path("rules/<str:sheet>", rules.SheetView.as_view(), name="sheet"),
    path("settings", settings.SettingsView.as_view(), name="settings"),
    path("account", accounts.AccountView.as_view(), name="account"),
    path("account/claim", accounts.ClaimView.as_view(), name="claim"),
    path("account/mail", accounts.LookInMailView.as_view(), name="look-in-mail"),
    path("account/confirm", accounts.ConfirmView.as_view(), name="confirm"),
    path("account/sign-in", accounts.SignInView.as_view(), name="sign-in"),
    path("account/sign-out", accounts.SignOutView.as_view(), name="sign-out"),
    path("account/forgotten", passwords.ForgottenView.as_view(), name="forgotten"),
    path("account/forgotten/sent", passwords.ResetSentView.as_view(), name="reset-sent"),
    path("account/reset", passwords.ResetView.as_view(), name="reset"),
    path("account/password", passwords.PasswordView.as_view(), name="password"),
    path("account/email", passwords.EmailView.as_view(), name="email"),
    path("account/devices", devices.DevicesView.as_view(), name="devices"),
    path(
        "account/devices/<uuid:device_id>/end",
        devices.EndDeviceView.as_view(),
        name="end-device",
    ),
    path("account/delete", devices.DeleteView.as_view(), name="delete"),
]
