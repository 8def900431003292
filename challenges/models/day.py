import datetime
from typing import Literal

from django.db import models
from django.db.models import F, Q


class Day(models.Model):
    """A calendar date's challenge, fixed with its commitment before anybody can play it.

    The rows are the public chain of commitments: `position` counts them from 1 without a gap,
    `chain_hash` covers the entry before, the date and the commitment. A row changes in two ways
    only: closing publishes its seed, and an operator excuses the day or lets it count again.
    """

    date = models.DateField(primary_key=True)
    position = models.PositiveIntegerField(unique=True, editable=False)
    key_id = models.CharField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, unique=True, editable=False)
    chain_hash = models.CharField(max_length=64, unique=True, editable=False)
    opens_at = models.DateTimeField(editable=False)
    closes_at = models.DateTimeField(editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    seed = models.CharField(max_length=64, null=True, editable=False)
    # After an outage: streaks step over the day.
    excused_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(closes_at__gt=F("opens_at")), name="day_closes_after_it_opens"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, seed__isnull=True)
                | Q(closed_at__isnull=False, seed__isnull=False),
                name="day_seed_is_public_when_closed",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | Q(closed_at__gte=F("closes_at")),
                name="day_is_not_closed_early",
            ),
        ]
        indexes = [
            models.Index(
                fields=["closes_at"], condition=Q(closed_at__isnull=True), name="day_to_close"
            ),
            models.Index(
                fields=["date"], condition=Q(excused_at__isnull=False), name="day_excused"
            ),
        ]

    def __str__(self) -> str:
        return self.date.isoformat()

    @property
    def is_excused(self) -> bool:
        return self.excused_at is not None

    def is_open_at(self, moment: datetime.datetime) -> bool:
        return self.opens_at <= moment < self.closes_at

    def status_at(self, moment: datetime.datetime) -> Literal["upcoming", "open", "closed"]:
        if moment < self.opens_at:
            return "upcoming"
        return "open" if self.is_open_at(moment) else "closed"
