from django.db import models

from challenges.models.day import Day
from challenges.models.game import Game


class Review(models.Model):
    """A finished game against best play, once it was computed: how much was skill, how much luck.

    The total is `start` + `luck` - `loss`, all in points.
    """

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="review")
    start = models.FloatField()
    """What was to be expected of the game before its first throw."""
    luck = models.FloatField()
    loss = models.FloatField()
    accuracy = models.FloatField()
    """From 0 to 100."""
    # The total without its luck, a whole number, 0 at least.
    skill = models.PositiveSmallIntegerField()
    # A list for each move, as services/perfect_play/reviews.py writes them.
    moves = models.JSONField()
    reviewed_at = models.DateTimeField(editable=False)

    def __str__(self) -> str:
        return f"{self.game_id}: {self.accuracy:.1f}"


class LookBack(models.Model):
    """What a closed day's dice were worth: to perfect play, and to who would have known them all.

    Both games are moves, as a game's are.
    """

    day = models.OneToOneField(Day, models.PROTECT, primary_key=True, related_name="look_back")
    par = models.PositiveSmallIntegerField()
    par_moves = models.TextField()
    ceiling = models.PositiveSmallIntegerField()
    ceiling_moves = models.TextField()

    def __str__(self) -> str:
        return f"{self.day_id}: {self.par} of {self.ceiling}"
