"""Friend challenges and friends; config/urls.py asks here before the rest of the API."""

from django.urls import path

from friends.api.views import blocks, challenges, friends, invitations

urlpatterns = [
    path("friend-challenges", challenges.ChallengesView.as_view()),
    path("friend-challenges/<str:code>", challenges.ChallengeView.as_view()),
    path("friend-challenges/<str:code>/game", challenges.FriendGameView.as_view()),
    path("friend-challenges/<str:code>/results", challenges.ResultsView.as_view()),
    path("friends", friends.FriendsView.as_view()),
    path("friends/requests", friends.RequestsView.as_view()),
    path("friends/requests/<uuid:player_id>", friends.RequestView.as_view()),
    path("friends/blocks", blocks.BlocksView.as_view()),
    path("friends/blocks/<uuid:player_id>", blocks.BlockView.as_view()),
    path("friends/invitation", invitations.MyInvitationView.as_view()),
    path("friends/<uuid:player_id>", friends.FriendView.as_view()),
    path("invitations/<str:code>", invitations.InvitationView.as_view()),
]
