"""The shapes of requests, checked, and of answers, described for the schema."""

import re
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from challenges.api.fields import (
    NameField,
    StrictBooleanField,
    StrictCharField,
    StrictChoiceField,
    StrictDateField,
    StrictIntegerField,
    TimeZoneField,
)
from challenges.engine.moves import Keep, Move, Write
from challenges.engine.sheets import SHEETS, HouseRules, HouseRulesError
from challenges.models import Game, Player
from challenges.services.countries import COUNTRY_CODES
from challenges.services.games import MOST_PLIES
from challenges.services.rulebook import ROW_NAMES

# --- Requests --------------------------------------------------------------------------------


class SignUpInput(serializers.Serializer[Any]):
    name = NameField(required=False, help_text="2 to 20 characters; generated where missing.")
    time_zone = TimeZoneField(required=False, help_text="IANA name, UTC where missing.")
    language = StrictChoiceField(choices=settings.LANGUAGES, required=False)


class ProfileInput(serializers.Serializer[Any]):
    name = NameField(required=False)
    country = StrictChoiceField(
        choices=COUNTRY_CODES, required=False, allow_null=True, help_text="ISO 3166, two letters."
    )
    time_zone = TimeZoneField(required=False)
    language = StrictChoiceField(choices=settings.LANGUAGES, required=False)
    listed = StrictBooleanField(
        required=False, help_text="On the boards, or off them; guests are on them once claimed."
    )
    die = StrictChoiceField(
        choices=Player.Die.choices, required=False, help_text="One of `dice_available`."
    )

    def validate_country(self, value: str | None) -> str:
        return value or ""


class HouseRulesField(serializers.DictField):
    """Which options a sheet offers is said by `GET /rules/{sheet}`."""

    child = serializers.JSONField()


class NewGameInput(serializers.Serializer[Any]):
    rules = StrictChoiceField(choices=list(SHEETS))
    mode = StrictChoiceField(choices=[Game.Mode.SOLO.value, Game.Mode.COMPUTER.value])
    opponent = StrictChoiceField(
        choices=Game.Opponent.choices, required=False, help_text="With computer, and only then."
    )
    house_rules = HouseRulesField(required=False, help_text="Options of the sheet by name.")
    day = StrictDateField(required=False, help_text="Play the dice of this day, unranked.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        self._check_opponent(attrs)
        wanted = attrs.get("house_rules", {})
        try:
            attrs["house_rules"] = HouseRules.from_json(attrs["rules"], wanted)
        except HouseRulesError as error:
            field = {"house_rules": {error.field: [str(error)]}}
            if error.field == "house_rules":
                field = {"house_rules": [str(error)]}  # type: ignore[dict-item]
            raise serializers.ValidationError(field) from error
        return attrs

    def _check_opponent(self, attrs: dict[str, Any]) -> None:
        is_needed = attrs["mode"] == Game.Mode.COMPUTER
        if is_needed and "opponent" not in attrs:
            raise serializers.ValidationError({"opponent": [_("Say how the computer plays.")]})
        if not is_needed and "opponent" in attrs:
            text = _("Only a game against the computer has an opponent.")
            raise serializers.ValidationError({"opponent": [text]})


class MoveInput(serializers.Serializer[Any]):
    """Either what to keep, a flag per die, or the row to write."""

    ply = StrictIntegerField(min_value=0, max_value=MOST_PLIES)
    keep = serializers.ListField(
        child=StrictBooleanField(), required=False, min_length=1, max_length=6
    )
    row = StrictChoiceField(choices=list(ROW_NAMES), required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("keep" in attrs) == ("row" in attrs):
            raise serializers.ValidationError(_("Give either keep or row."))
        return attrs

    @property
    def move(self) -> Move:
        data = self.validated_data
        return Keep(tuple(data["keep"])) if "keep" in data else Write(data["row"])


IDEMPOTENCY_KEY = "^[!-~]{16,255}$"


class IdempotencyKeyField(StrictCharField):
    """A random text of the client, such as a UUID; it must not be guessable."""

    default_error_messages = {
        "malformed": _("A key is 16 to 255 letters, digits and signs without spaces.")
    }

    def to_internal_value(self, data: Any) -> str:
        key = super().to_internal_value(data)
        if not re.fullmatch(IDEMPOTENCY_KEY, key):
            self.fail("malformed")
        return key


# --- Answers ---------------------------------------------------------------------------------


class PlayerOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    country = serializers.CharField(allow_null=True)


class ReportOutput(serializers.Serializer[Any]):
    player = serializers.UUIDField()
    name = serializers.CharField(help_text="As it was when it was reported.")
    reported_at = serializers.DateTimeField()


class ProfileOutput(PlayerOutput):
    language = serializers.ChoiceField(choices=settings.LANGUAGES)
    time_zone = serializers.CharField()
    today = serializers.DateField(help_text="The date whose ranked game can be started now.")
    is_guest = serializers.BooleanField()
    email = serializers.EmailField(allow_null=True, help_text="The confirmed address.")
    email_pending = serializers.EmailField(
        allow_null=True, help_text="An address that waits to be confirmed."
    )
    claimed_at = serializers.DateTimeField(allow_null=True)
    listed = serializers.BooleanField(help_text="On the boards.")
    unlisted = serializers.BooleanField(help_text="Off the boards by the player's own choice.")
    die = serializers.ChoiceField(choices=Player.Die.choices, help_text="Thrown with now.")
    dice_available = serializers.ListField(
        child=serializers.ChoiceField(choices=Player.Die.choices),
        help_text="Those to choose from now.",
    )
    joined_at = serializers.DateTimeField()


class SignUpOutput(serializers.Serializer[Any]):
    player = ProfileOutput()
    token = serializers.CharField(help_text="Shown this once.")


class OpponentSummaryOutput(serializers.Serializer[Any]):
    level = serializers.ChoiceField(choices=Game.Opponent.choices)
    total = serializers.IntegerField()


class GameSummaryOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    rules = serializers.ChoiceField(choices=list(SHEETS))
    house_rules = serializers.DictField(child=serializers.JSONField())
    mode = serializers.ChoiceField(choices=Game.Mode.choices)
    day = serializers.DateField(allow_null=True, help_text="The day whose dice it is played on.")
    ranked = serializers.BooleanField()
    status = serializers.ChoiceField(choices=Game.Status.choices)
    ply = serializers.IntegerField(help_text="The ply of the next move.")
    total = serializers.IntegerField()
    opponent = OpponentSummaryOutput(allow_null=True, help_text="The computer, in its games.")
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class UpperOutput(serializers.Serializer[Any]):
    sum = serializers.IntegerField()
    target = serializers.IntegerField(allow_null=True)
    bonus = serializers.IntegerField(help_text="The points held now.")


class SeenThrowOutput(serializers.Serializer[Any]):
    dice = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))
    keep = serializers.ListField(
        child=serializers.BooleanField(),
        allow_null=True,
        help_text="A flag per die: what was not thrown again; null with the last throw.",
    )


class SeenTurnOutput(serializers.Serializer[Any]):
    turn = serializers.IntegerField()
    throws = SeenThrowOutput(many=True)
    row = serializers.CharField()
    points = serializers.IntegerField()
    extra = serializers.IntegerField(help_text="Paid on top of what stands in the row.")


class OpponentOutput(OpponentSummaryOutput):
    sheet = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    upper = UpperOutput()
    extra_bonus = serializers.IntegerField()
    last_turn = SeenTurnOutput(allow_null=True, help_text="Played after the player's own.")


class GameOutput(GameSummaryOutput):
    turn = serializers.IntegerField()
    turns = serializers.IntegerField()
    throw = serializers.IntegerField(help_text="Throws made in this turn; 0 once it is over.")
    throws_left = serializers.IntegerField()
    saved_throws = serializers.IntegerField()
    dice = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))
    sheet = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    choices = serializers.DictField(
        child=serializers.IntegerField(), help_text="Points by row, the allowed rows only."
    )
    choices_extra = serializers.IntegerField(help_text="What any choice pays on top now.")
    upper = UpperOutput()
    extra_bonus = serializers.IntegerField()
    commitment = serializers.CharField()
    opponent = OpponentOutput(allow_null=True, help_text="The computer, in its games.")


class OptionOutput(serializers.Serializer[Any]):
    keep = serializers.ListField(
        child=serializers.BooleanField(),
        allow_null=True,
        help_text="A flag per die: what to keep; null where a row is written.",
    )
    row = serializers.CharField(allow_null=True)
    worth = serializers.FloatField(help_text="The total to be expected in the end.")
    loss = serializers.FloatField(help_text="How much less that is than with the best; 0 if not.")


class HintOutput(serializers.Serializer[Any]):
    ply = serializers.IntegerField(help_text="Of the move that it is for.")
    expected = serializers.FloatField(help_text="The total in the end, with the best move.")
    best = OptionOutput()
    options = OptionOutput(many=True, help_text="All that can be done, the best first.")


class GameListOutput(serializers.Serializer[Any]):
    results = GameSummaryOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="Cursor of the next page.")
    previous = serializers.CharField(allow_null=True)


class MoveOutput(serializers.Serializer[Any]):
    keep = serializers.ListField(child=serializers.BooleanField(), required=False)
    row = serializers.CharField(required=False)


class ThrowOutput(serializers.Serializer[Any]):
    turn = serializers.IntegerField()
    throw = serializers.IntegerField()
    dice = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))


class PublicDiceOutput(serializers.Serializer[Any]):
    rules = serializers.ChoiceField(choices=list(SHEETS))
    house_rules = serializers.DictField(child=serializers.JSONField())
    seed_label = serializers.CharField()
    seed = serializers.CharField(help_text="32 bytes in hex.")
    commitment = serializers.CharField(help_text="SHA-256 of the seed in hex.")


class ProofOutput(PublicDiceOutput):
    id = serializers.UUIDField()
    moves = MoveOutput(many=True)
    throws = ThrowOutput(many=True)
    sheet = serializers.DictField(child=serializers.IntegerField(allow_null=True))
    total = serializers.IntegerField()
    record = serializers.CharField(help_text="The game as text, one turn a line.")


class LookBackSummaryOutput(serializers.Serializer[Any]):
    par = serializers.IntegerField(help_text="What best play got with the dice of the day.")
    ceiling = serializers.IntegerField(
        help_text="The best total there is for who knows all dice beforehand."
    )


class DayOutput(serializers.Serializer[Any]):
    date = serializers.DateField()
    status = serializers.ChoiceField(choices=["upcoming", "open", "closed"])
    rules = serializers.CharField()
    house_rules = serializers.DictField(child=serializers.JSONField())
    opens_at = serializers.DateTimeField()
    closes_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    commitment = serializers.CharField()
    seed = serializers.CharField(allow_null=True, help_text="Public once the day was closed.")
    excused = serializers.BooleanField(
        help_text="Streaks step over it: it neither breaks nor lengthens one."
    )
    my_game = GameSummaryOutput(allow_null=True)
    look_back = LookBackSummaryOutput(
        allow_null=True, help_text="Some time after the day was closed; null until then."
    )


class DayListOutput(serializers.Serializer[Any]):
    days = DayOutput(many=True)


class CommitmentOutput(serializers.Serializer[Any]):
    position = serializers.IntegerField()
    date = serializers.DateField()
    commitment = serializers.CharField()
    chain_hash = serializers.CharField()


class ChainOutput(serializers.Serializer[Any]):
    start = serializers.CharField(help_text="Stands before the first entry.")
    entries = CommitmentOutput(many=True)
    next = serializers.IntegerField(
        allow_null=True, help_text="The position to go on after; null at the end."
    )


class ExampleOutput(serializers.Serializer[Any]):
    dice = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=6))
    points = serializers.IntegerField()


class RowOutput(serializers.Serializer[Any]):
    code = serializers.CharField()
    section = serializers.ChoiceField(choices=["upper", "lower"])
    name = serializers.CharField()
    text = serializers.CharField()
    example = ExampleOutput()


class UpperBonusOutput(serializers.Serializer[Any]):
    points = serializers.IntegerField()
    target = serializers.IntegerField()


class SheetSummaryOutput(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=list(SHEETS))
    name = serializers.CharField()
    text = serializers.CharField()
    dice = serializers.IntegerField()
    turns = serializers.IntegerField()
    upper_bonus = UpperBonusOutput(allow_null=True)


class SheetListOutput(serializers.Serializer[Any]):
    sheets = SheetSummaryOutput(many=True)


class SheetOutput(SheetSummaryOutput):
    rows = RowOutput(many=True)
    house_rules = serializers.DictField(
        child=serializers.ListField(child=serializers.JSONField()),
        help_text="Values by option, the printed one first.",
    )


class GuestOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    games = serializers.IntegerField()
    ranked_games = serializers.IntegerField()


class ProgressOutput(serializers.Serializer[Any]):
    levels = serializers.IntegerField(help_text="Numbers of filled rows that are done.")
    of = serializers.IntegerField()
    share = serializers.FloatField(help_text="Of all the work, from 0 to 1.")


class ProblemOutput(serializers.Serializer[Any]):
    """RFC 9457 problem details."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()), required=False
    )
    guest = GuestOutput(required=False, help_text="What would be left behind.")
    game = GameOutput(required=False, help_text="With a refused move: the game as it is now.")
    progress = ProgressOutput(required=False, help_text="Of a sheet that is being solved.")
