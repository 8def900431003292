"""The shapes of requests and answers about accounts."""

from typing import Any

from rest_framework import serializers

from challenges.api.fields import (
    PasswordField,
    StrictBooleanField,
    StrictCharField,
    StrictEmailField,
)
from challenges.api.review_serializers import ExportedReviewOutput
from challenges.api.serializers import (
    GameSummaryOutput,
    MoveOutput,
    ProfileOutput,
    ThrowOutput,
)
from challenges.models import Irregularity, Player
from challenges.services.accounts.device_names import LONGEST

MOST_OF_KEY = 255

# --- Requests --------------------------------------------------------------------------------


class CredentialsInput(serializers.Serializer[Any]):
    email = StrictEmailField()
    password = PasswordField()


class SignInInput(CredentialsInput):
    device = StrictCharField(
        required=False, max_length=LONGEST, help_text="What to call this device."
    )
    leave_guest = StrictBooleanField(
        default=False, help_text="Leave the guest behind whose credentials come with the call."
    )


class SignOutInput(serializers.Serializer[Any]):
    leave_guest = StrictBooleanField(
        default=False, help_text="A guest says so: nobody can sign in to a guest again."
    )


class ResetInput(serializers.Serializer[Any]):
    email = StrictEmailField()


class ConfirmInput(serializers.Serializer[Any]):
    key = StrictCharField(max_length=MOST_OF_KEY, help_text="From the link in the mail.")


class NewPasswordInput(ConfirmInput):
    password = PasswordField()


class PasswordInput(serializers.Serializer[Any]):
    password = PasswordField(help_text="The one to be replaced.")
    new_password = PasswordField()


class DeleteMeInput(serializers.Serializer[Any]):
    password = PasswordField(
        default=None, help_text="Of a claimed account; not within 10 minutes of the sign-in."
    )
    confirm = StrictBooleanField(default=False, help_text="True, from a guest.")


# --- Answers ---------------------------------------------------------------------------------


class SignInOutput(serializers.Serializer[Any]):
    player = ProfileOutput()
    token = serializers.CharField(help_text="Shown this once. It does not expire.")


class ConfirmOutput(serializers.Serializer[Any]):
    email = serializers.EmailField(help_text="The account can be signed in to with it now.")


class DeviceOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField(help_text="Empty where it is not known.")
    kind = serializers.ChoiceField(choices=["app", "browser"])
    signed_in_at = serializers.DateTimeField()
    last_used_on = serializers.DateField(help_text="In UTC.")
    is_this_one = serializers.BooleanField()


class DeviceListOutput(serializers.Serializer[Any]):
    devices = DeviceOutput(many=True)


class ExportedEmailOutput(serializers.Serializer[Any]):
    email = serializers.EmailField()
    confirmed = serializers.BooleanField()


class ExportedDeviceOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["app", "browser"])
    signed_in_at = serializers.DateTimeField()
    last_used_on = serializers.DateField()


class ExportedGameOutput(GameSummaryOutput):
    moves = MoveOutput(many=True)
    throws = ThrowOutput(many=True, allow_null=True)
    record = serializers.CharField(help_text="The game as text, one turn a line.")
    review = ExportedReviewOutput(
        allow_null=True, help_text="Its moves only where they were asked for."
    )
    opponent_moves = MoveOutput(many=True, help_text="What the computer did, in its games.")


class ExportedReportOutput(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    name = serializers.CharField()
    reported_at = serializers.DateTimeField()


class ExportedAccountOutput(serializers.Serializer[Any]):
    last_signed_in_at = serializers.DateTimeField(allow_null=True, help_text="In a browser.")
    hidden_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when an operator keeps the player off the boards."
    )
    unlisted_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when the player has chosen to be off the boards."
    )
    chosen_die = serializers.ChoiceField(
        choices=Player.Die.choices, help_text="Also while it is not available."
    )
    earliest_today = serializers.DateField(
        allow_null=True, help_text="Kept when the time zone changes: no date before it is today."
    )


class ExportedEntryOutput(serializers.Serializer[Any]):
    action = serializers.ChoiceField(choices=["addition", "change", "deletion"])
    done_at = serializers.DateTimeField()
    text = serializers.CharField()


class ExportedIrregularityOutput(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=Irregularity.Kind.choices)
    since = serializers.DateField(help_text="Of the first game.")
    until = serializers.DateField(help_text="Of the last game.")
    games = serializers.IntegerField()
    accuracy = serializers.FloatField(help_text="On average.")
    loss = serializers.FloatField(help_text="Points a game.")
    excess = serializers.FloatField(help_text="Luck beyond that of the dice, points a game.")
    deviations = serializers.FloatField(help_text="Of the excess of all games, from 0.")
    noticed_at = serializers.DateTimeField()
    handled_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when an operator has looked at it."
    )


class ExportOutput(serializers.Serializer[Any]):
    exported_at = serializers.DateTimeField()
    player = ProfileOutput()
    account = ExportedAccountOutput()
    emails = ExportedEmailOutput(many=True)
    devices = ExportedDeviceOutput(many=True)
    games = ExportedGameOutput(many=True)
    reports_made = ExportedReportOutput(many=True)
    done_by_operators = ExportedEntryOutput(many=True)
    irregularities = ExportedIrregularityOutput(
        many=True, help_text="Games that looked too perfect or too lucky, for operators."
    )
    more = serializers.DictField(
        child=serializers.JSONField(), help_text="What other parts of the service hold, by name."
    )
