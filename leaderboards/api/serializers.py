"""The shapes of what the boards answer, described for the schema."""

from typing import Any

from rest_framework import serializers

from challenges.api.serializers import DayOutput, GameOutput, PlayerOutput, ProfileOutput
from leaderboards.ranking import BOARDS, StreakState
from leaderboards.services.advent import DoorState


class DistributionField(serializers.ListField):
    """Pairs of a value and how many listed players have it, the highest value first."""

    def __init__(self, **kwargs: Any) -> None:
        pair = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
        super().__init__(child=pair, help_text="[value, players], the highest first.", **kwargs)


class MineOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField(help_text="1 + the listed players with more.")
    value = serializers.IntegerField()
    beaten = serializers.FloatField(
        min_value=0, max_value=1, help_text="The share of the others who have less; 1 when alone."
    )
    listed = serializers.BooleanField(
        help_text="False: the rank is the one that this player would have."
    )


class StandingOutput(serializers.Serializer[Any]):
    board = serializers.ChoiceField(choices=list(BOARDS))
    period = serializers.CharField(help_text="A date, a year, or `all`.")
    players = serializers.IntegerField(help_text="How many are on the board.")
    me = MineOutput(allow_null=True)


class StandingListOutput(serializers.Serializer[Any]):
    boards = StandingOutput(many=True)


class BoardRowOutput(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = PlayerOutput()
    value = serializers.IntegerField()


class BoardOutput(StandingOutput):
    rows = BoardRowOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="Cursor of the next page.")
    previous = serializers.CharField(allow_null=True)
    distribution = DistributionField()


class RankedGameOutput(GameOutput):
    standings = StandingOutput(
        many=True,
        allow_null=True,
        help_text="Of a finished ranked game: the boards it is on, and its player's places now.",
    )


class DayFiguresOutput(serializers.Serializer[Any]):
    players = serializers.IntegerField(help_text="Listed ones who finished the day's game.")
    mean = serializers.FloatField(allow_null=True)
    spread = serializers.FloatField(allow_null=True, help_text="The standard deviation.")
    best = serializers.IntegerField(allow_null=True)
    distribution = DistributionField()


class DayWithFiguresOutput(DayOutput):
    figures = DayFiguresOutput(allow_null=True, help_text="Once the day was closed.")


class DayWithFiguresListOutput(serializers.Serializer[Any]):
    days = DayWithFiguresOutput(many=True)


class BestDayOutput(serializers.Serializer[Any]):
    day = serializers.DateField()
    total = serializers.IntegerField()


class PlayerFiguresOutput(serializers.Serializer[Any]):
    days = serializers.IntegerField(help_text="Ranked games finished.")
    mean = serializers.FloatField(allow_null=True)
    best = BestDayOutput(allow_null=True)
    streak = serializers.IntegerField(help_text="Days in a row, while it is alive on the boards.")
    longest_streak = serializers.IntegerField()


class PublicPlayerOutput(PlayerOutput):
    figures = PlayerFiguresOutput(allow_null=True, help_text="Null of who is not listed.")


class StreakOutput(serializers.Serializer[Any]):
    days = serializers.IntegerField()
    longest = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[state.value for state in StreakState])
    ends_at = serializers.DateTimeField(
        allow_null=True, help_text="Until when the next game keeps it; null where it is lost."
    )


class MeOutput(ProfileOutput):
    streak = StreakOutput()


class DoorOutput(serializers.Serializer[Any]):
    door = serializers.IntegerField(min_value=1, max_value=24)
    date = serializers.DateField()
    state = serializers.ChoiceField(choices=[state.value for state in DoorState])
    game = serializers.UUIDField(allow_null=True, help_text="My ranked game.")
    total = serializers.IntegerField(allow_null=True)
    late_game = serializers.UUIDField(
        allow_null=True, help_text="My best one on the same dice that does not count."
    )
    late_total = serializers.IntegerField(allow_null=True)
    can_be_opened_late = serializers.BooleanField(
        help_text="Its dice can be played by `POST /games` with its date as `day`."
    )
    opens_late_at = serializers.DateTimeField(
        allow_null=True,
        help_text="Of a missed door whose day is not closed: from when on it can be opened late.",
    )
    excused = serializers.BooleanField(
        help_text="Its day neither breaks nor lengthens a streak; `complete` does not need it."
    )


class CalendarOutput(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    played = serializers.IntegerField(help_text="Doors played on their day.")
    total = serializers.IntegerField(help_text="Their sum, the value on the board of the year.")
    complete = serializers.BooleanField(
        help_text="It earns the Christmas die: all doors that are not excused were played."
    )
    doors = DoorOutput(many=True)
