from django.urls import path

from friends.web.views import challenges, invitations, people, pictures, sharing

app_name = "friends"

urlpatterns = [
    path("f", challenges.ChallengesView.as_view(), name="challenges"),
    path("f/<str:code>", challenges.ChallengeView.as_view(), name="challenge"),
    path("f/<str:code>/picture.png", pictures.PictureView.as_view(), name="picture"),
    path("f/<str:code>/withdraw", sharing.WithdrawView.as_view(), name="withdraw"),
    path("games/<uuid:game_id>/pass-on", sharing.PassOnView.as_view(), name="pass-on"),
    path("friends", people.FriendsView.as_view(), name="friends"),
    path("friends/invitation", invitations.InviteView.as_view(), name="invite"),
    path("friends/invitation/end", invitations.EndView.as_view(), name="end-invitation"),
    path("friends/<uuid:player_id>/ask", people.AskView.as_view(), name="ask"),
    path("friends/<uuid:player_id>/accept", people.AcceptView.as_view(), name="accept"),
    path("friends/<uuid:player_id>/decline", people.DeclineView.as_view(), name="decline"),
    path("friends/<uuid:player_id>/take-back", people.TakeBackView.as_view(), name="take-back"),
    path("friends/<uuid:player_id>/remove", people.RemoveView.as_view(), name="remove"),
    path("friends/<uuid:player_id>/block", people.BlockView.as_view(), name="block"),
    path("friends/<uuid:player_id>/unblock", people.UnblockView.as_view(), name="unblock"),
    path("i/<str:code>", invitations.InvitationView.as_view(), name="invitation"),
]
