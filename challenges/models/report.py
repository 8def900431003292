from django.db import models

from challenges.models.player import Player


class Report(models.Model):
    """A player found another one's name offensive; the name as it was then is kept."""

    reporter = models.ForeignKey(Player, models.CASCADE, related_name="reports_made")
    player = models.ForeignKey(Player, models.CASCADE, related_name="reports")
    name = models.CharField(max_length=20, editable=False)
    reported_at = models.DateTimeField(editable=False)
    handled_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["-reported_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "player", "name"], name="one_report_per_reporter_and_name"
            ),
        ]
        indexes = [
            models.Index(
                fields=["player"],
                condition=models.Q(handled_at__isnull=True),
                name="report_to_handle",
            ),
        ]

    def __str__(self) -> str:
        return self.name
