from django.urls import path

from friends.web.views import challenges, pictures, sharing

app_name = "friends"

urlpatterns = [
    path("f", challenges.ChallengesView.as_view(), name="challenges"),
    path("f/<str:code>", challenges.ChallengeView.as_view(), name="challenge"),
    path("f/<str:code>/picture.png", pictures.PictureView.as_view(), name="picture"),
    path("f/<str:code>/withdraw", sharing.WithdrawView.as_view(), name="withdraw"),
    path("games/<uuid:game_id>/pass-on", sharing.PassOnView.as_view(), name="pass-on"),
]
