"""The shapes of answers about reviews and days looked back on, described for the schema."""

from typing import Any

from rest_framework import serializers

from challenges.api.serializers import MoveOutput, PublicDiceOutput, ThrowOutput, UpperOutput
from challenges.engine.sheets import SHEETS
from challenges.strategy.review import Mark


class BestMoveOutput(MoveOutput):
    worth = serializers.FloatField(help_text="The total to be expected in the end.")


class JudgedMoveOutput(serializers.Serializer[Any]):
    luck = serializers.FloatField(help_text="Of the throw: points above what was expected of it.")
    loss = serializers.FloatField(help_text="Points below the best move.")
    mark = serializers.ChoiceField(
        choices=[mark.value for mark in Mark], allow_null=True, help_text="Null where forced."
    )
    forced = serializers.BooleanField(help_text="It was the only move.")
    expected = serializers.FloatField(help_text="The total to be expected once it was made.")
    best = BestMoveOutput(
        allow_null=True, help_text="The best one, of equals any; null where forced."
    )


class ReviewedMoveOutput(MoveOutput, JudgedMoveOutput):
    ply = serializers.IntegerField()
    turn = serializers.IntegerField()
    throw = serializers.IntegerField()
    dice = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=6),
        help_text="What lay on the table before it.",
    )


class ReviewOutput(serializers.Serializer[Any]):
    """total = start + luck - loss, to a millionth."""

    game = serializers.UUIDField()
    rules = serializers.ChoiceField(choices=list(SHEETS))
    start = serializers.FloatField(help_text="What perfect play brings on average.")
    luck = serializers.FloatField()
    loss = serializers.FloatField()
    total = serializers.IntegerField()
    accuracy = serializers.FloatField(help_text="From 0 to 100.")
    skill = serializers.IntegerField(help_text="The total without its luck, 0 at least.")
    decisions = serializers.IntegerField(help_text="Moves that were not the only one.")
    moves = ReviewedMoveOutput(many=True)
    costliest = serializers.ListField(
        child=serializers.IntegerField(), help_text="Plies, the costliest decision first."
    )


class ReviewFiguresOutput(serializers.Serializer[Any]):
    start = serializers.FloatField()
    luck = serializers.FloatField()
    loss = serializers.FloatField()
    accuracy = serializers.FloatField(help_text="From 0 to 100.")
    skill = serializers.IntegerField()
    reviewed_at = serializers.DateTimeField()


class ReviewedGameOutput(ReviewFiguresOutput):
    game = serializers.UUIDField()
    day = serializers.DateField(allow_null=True, help_text="Whose dice it was played on.")
    ranked = serializers.BooleanField()
    rules = serializers.ChoiceField(choices=list(SHEETS))
    total = serializers.IntegerField()


class ReviewListOutput(serializers.Serializer[Any]):
    results = ReviewedGameOutput(many=True)
    next = serializers.CharField(allow_null=True, help_text="Cursor of the next page.")
    previous = serializers.CharField(allow_null=True)


class ExportedReviewOutput(ReviewFiguresOutput):
    moves = JudgedMoveOutput(
        many=True,
        allow_null=True,
        help_text="As the game's; null where its throws are, or nobody asked for them.",
    )


# --- Days looked back on ---------------------------------------------------------------------


class ShownGameOutput(serializers.Serializer[Any]):
    moves = MoveOutput(many=True)
    throws = ThrowOutput(many=True)
    sheet = serializers.DictField(child=serializers.IntegerField())
    upper = UpperOutput()
    extra_bonus = serializers.IntegerField()
    total = serializers.IntegerField()
    record = serializers.CharField(help_text="The game as text, one turn a line.")


class ParOutput(ShownGameOutput):
    luck = serializers.FloatField(help_text="total - start: best play loses nothing.")


class LookBackOutput(PublicDiceOutput):
    date = serializers.DateField()
    start = serializers.FloatField(
        help_text="The total that best play expects before the first throw."
    )
    par = ParOutput(help_text="Played by best play, which does not know the dice to come.")
    ceiling = ShownGameOutput(help_text="The best there is for who knows all dice beforehand.")
