"""The shapes of requests, checked, and of answers, described for the schema."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from challenges.api.fields import (
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictUUIDField,
)
from challenges.api.serializers import PlayerOutput, UpperOutput
from challenges.engine.sheets import SHEETS
from challenges.models import Game
from friends.models import Challenge
from friends.services.friendships import Relation
from friends.services.results import Side

LONGEST_CODE = 64
"""With all the spaces and dashes that somebody may write into one."""

# --- Requests --------------------------------------------------------------------------------


class ChallengeInput(serializers.Serializer[Any]):
    game = StrictUUIDField(help_text="A finished one of mine.")
    kind = StrictChoiceField(
        choices=Challenge.Kind.choices,
        help_text="Whether my total is told before the end, as the target.",
    )
    hints = StrictBooleanField(
        default=False, help_text="Whether who takes it may ask for the best move."
    )


class OtherPlayerInput(serializers.Serializer[Any]):
    player = StrictUUIDField()


class NewFriendInput(serializers.Serializer[Any]):
    """Either somebody who asked, or the code of an invitation."""

    player = StrictUUIDField(required=False)
    invitation = StrictCharField(required=False, max_length=LONGEST_CODE)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("player" in attrs) == ("invitation" in attrs):
            raise serializers.ValidationError(_("Give either player or invitation."))
        return attrs


# --- Challenges ------------------------------------------------------------------------------


class ChallengeGameOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=Game.Status.choices)


class ChallengeOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    link = serializers.URLField()
    kind = serializers.ChoiceField(choices=Challenge.Kind.choices)
    hints = serializers.BooleanField(
        help_text="Who takes it may ask for the best move, though never in a ranked game."
    )
    rules = serializers.ChoiceField(choices=list(SHEETS))
    house_rules = serializers.DictField(child=serializers.JSONField())
    day = serializers.DateField(
        allow_null=True, help_text="Whose dice they are; while it is open, my ranked game counts."
    )
    maker = PlayerOutput(allow_null=True, help_text="Null once the account is deleted.")
    mine = serializers.BooleanField(help_text="I made it.")
    target = serializers.IntegerField(
        allow_null=True, help_text="The maker's total; of a blind one once I have finished."
    )
    commitment = serializers.CharField()
    dice_public = serializers.BooleanField(help_text="Anybody may have looked them up.")
    withdrawn = serializers.BooleanField()
    taken = serializers.BooleanField(help_text="By me.")
    game = ChallengeGameOutput(
        allow_null=True, help_text="My game that counts for it, also where I had it before."
    )
    share_text = serializers.CharField(
        allow_null=True, help_text="To send beside the link; for its maker."
    )


class ChallengeListOutput(serializers.Serializer[Any]):
    results = ChallengeOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="Cursor of the next page.")
    previous = serializers.CharField(allow_null=True)


class ResultOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="1 + those with more.")
    shared = serializers.BooleanField(help_text="Others have the same total.")
    side = serializers.ChoiceField(choices=[side.value for side in Side])
    player = PlayerOutput(allow_null=True, help_text="Null once the account is deleted.")
    total = serializers.IntegerField()
    sheet = serializers.DictField(
        child=serializers.IntegerField(allow_null=True),
        allow_null=True,
        help_text="Others' on the dice of a day: when that has been closed.",
    )
    upper = UpperOutput(allow_null=True)
    extra_bonus = serializers.IntegerField(allow_null=True)
    friendship = serializers.ChoiceField(
        choices=[relation.value for relation in Relation],
        allow_null=True,
        help_text="What they are to me; `asked` by me, or `asks` me.",
    )


class ResultListOutput(serializers.Serializer[Any]):
    players = serializers.IntegerField(help_text="Who finished, me included; not all have a row.")
    rows = ResultOutput(many=True)


# --- Friends ---------------------------------------------------------------------------------


class MeetingsOutput(serializers.Serializer[Any]):
    played = serializers.IntegerField(help_text="How often both finished the same dice.")
    won = serializers.IntegerField(help_text="By me.")
    tied = serializers.IntegerField()
    lost = serializers.IntegerField()


class FriendOutput(serializers.Serializer[Any]):
    player = PlayerOutput()
    since = serializers.DateTimeField()
    record = MeetingsOutput()


class FriendListOutput(serializers.Serializer[Any]):
    friends = FriendOutput(many=True)


class RequestListOutput(serializers.Serializer[Any]):
    asks = PlayerOutput(many=True, help_text="Who waits for my answer, the longest first.")
    asked = PlayerOutput(many=True, help_text="Whom I asked, the longest ago first.")


class RelationOutput(serializers.Serializer[Any]):
    friendship = serializers.ChoiceField(choices=[relation.value for relation in Relation])


class BlockListOutput(serializers.Serializer[Any]):
    players = PlayerOutput(many=True, help_text="Whom I blocked, the last one first.")


# --- Invitations -----------------------------------------------------------------------------


class MyInvitationOutput(serializers.Serializer[Any]):
    code = serializers.CharField(allow_null=True, help_text="Null where I have none.")
    link = serializers.URLField(allow_null=True)


class InvitationOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    link = serializers.URLField()
    player = PlayerOutput(help_text="Who invites.")
    mine = serializers.BooleanField()
    friendship = serializers.ChoiceField(
        choices=[relation.value for relation in Relation],
        allow_null=True,
        help_text="What they are to me; null without an account, and of my own.",
    )
