from django.db import models
from django.db.models import Q

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
    plies = models.PositiveSmallIntegerField()
    """How many moves it is a review of."""
    # A list for each move, as services/perfect_play/reviews.py writes them; null until somebody
    # asks for more than the figures.
    moves = models.JSONField(null=True)
    reviewed_at = models.DateTimeField(editable=False)

    class Meta:
        indexes = [
            # Whoever reads the skill of many games does not read their moves.
            models.Index(fields=["game", "skill"], name="review_skill"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.accuracy:.1f}"


class LookBack(models.Model):
    """What a closed day's dice were worth: to perfect play, and to who would have known them all.

    Both games are moves, as a game's are. The row is also what is left to do: until `reviewed_at`
    is set, ranked games of the day may have no review.
    """

    day = models.OneToOneField(Day, models.PROTECT, primary_key=True, related_name="look_back")
    par = models.PositiveSmallIntegerField()
    par_moves = models.TextField()
    ceiling = models.PositiveSmallIntegerField()
    ceiling_moves = models.TextField()
    # What was to be expected of the day before its first throw; par is that with the luck of it.
    start = models.FloatField()
    # The game up to which all that is ranked was looked at.
    reviewed_after = models.UUIDField(null=True)
    # Whoever reviews the day has it for so long, and says so again with every piece.
    claimed_until = models.DateTimeField(null=True)
    reviewed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["day"], condition=Q(reviewed_at__isnull=True), name="look_back_to_review"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day_id}: {self.par} of {self.ceiling}"
