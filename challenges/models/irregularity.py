from django.db import models
from django.db.models import Q

from challenges.models.player import Player


class Irregularity(models.Model):
    """Weeks of a player's games that count, such as fair play seldom gives. An operator decides.

    What the figures mean is in services/perfect_play/fair_play.py.
    """

    class Kind(models.TextChoices):
        """Too perfect for too long; or luckier than somebody can be who does not know the dice."""

        PERFECT = "perfect"
        FORESIGHT = "foresight"

    player = models.ForeignKey(Player, models.CASCADE, related_name="irregularities")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    # Dates of the first and the last of the games.
    since = models.DateField()
    until = models.DateField()
    games = models.PositiveSmallIntegerField()
    # Means over the games; `deviations` is of all of them together.
    accuracy = models.FloatField()
    loss = models.FloatField()
    excess = models.FloatField()
    deviations = models.FloatField()
    noticed_at = models.DateTimeField(editable=False)
    handled_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-noticed_at", "-id"]
        verbose_name_plural = "irregularities"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "kind"],
                condition=Q(handled_at__isnull=True),
                name="one_open_irregularity_of_a_kind",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-noticed_at", "-id"],
                condition=Q(handled_at__isnull=True),
                name="irregularity_to_look_at",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.since} to {self.until}"
