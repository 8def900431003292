import datetime
import uuid

from django.db import models
from django.db.models import Q

from challenges.models.day import Day
from challenges.models.player import Player


class Game(models.Model):
    """A game is its sheet, its seed and its list of moves; everything else is a replay.

    `moves` is the body of the engine's text record. `ply`, `total`, `status` and `finished_at`
    repeat what a replay gives, for queries.
    """

    class Mode(models.TextChoices):
        DAILY = "daily"
        SOLO = "solo"
        FRIEND = "friend"
        COMPUTER = "computer"

    class Opponent(models.TextChoices):
        """How the computer plays that somebody plays against (strategy/opponents.py)."""

        EASY = "easy"
        MEDIUM = "medium"
        HARD = "hard"
        EXPERT = "expert"

    class Status(models.TextChoices):
        PLAYING = "playing"
        FINISHED = "finished"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="games")
    mode = models.CharField(max_length=8, choices=Mode.choices)
    # The day whose dice it is played on; null where the dice are its own. Found by `game_of_day`.
    day = models.ForeignKey(Day, models.PROTECT, null=True, related_name="games", db_index=False)
    rules = models.CharField(max_length=16)
    house_rules = models.JSONField(default=dict)
    seed_label = models.CharField(max_length=64, editable=False)
    key_id = models.CharField(max_length=32, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    # Null while it is secret; a day's seed is on its day. A friend's game has it from the game
    # that was passed on: it is told to its player at the end all the same.
    seed = models.CharField(max_length=64, null=True, editable=False)
    moves = models.TextField(blank=True)
    ply = models.PositiveSmallIntegerField(default=0)
    total = models.PositiveSmallIntegerField(default=0)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.PLAYING)
    started_at = models.DateTimeField(editable=False)
    finished_at = models.DateTimeField(null=True)
    # A friend's challenge may forbid them; of a game that counts there are none in any case.
    allows_hints = models.BooleanField(default=True)
    # The computer's, on the same dice: it has played as many turns as the player has.
    opponent = models.CharField(max_length=6, choices=Opponent.choices, null=True)
    opponent_moves = models.TextField(blank=True)
    opponent_total = models.PositiveSmallIntegerField(default=0)
    # SHA-256 of the idempotency key it was started with.
    start_key = models.CharField(max_length=64, null=True, editable=False)

    class Meta:
        ordering = ["-started_at", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "day"],
                condition=Q(mode="daily"),
                name="one_ranked_game_per_player_and_day",
            ),
            models.UniqueConstraint(fields=["player", "start_key"], name="one_game_per_start_key"),
            models.CheckConstraint(
                condition=~Q(mode="daily")
                | Q(day__isnull=False, rules="maxi", house_rules={}, seed__isnull=True),
                name="ranked_game_is_plain_maxi_of_a_day",
            ),
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False)
                | (~Q(status="finished") & Q(finished_at__isnull=True)),
                name="finished_game_has_its_time",
            ),
            models.CheckConstraint(
                condition=Q(mode="computer", opponent__isnull=False)
                | (~Q(mode="computer") & Q(opponent__isnull=True)),
                name="computer_game_has_its_opponent",
            ),
            models.CheckConstraint(
                condition=~Q(status="expired") | Q(mode="daily"), name="only_ranked_games_expire"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-started_at", "id"], name="game_of_player"),
            models.Index(fields=["day", "-started_at", "id"], name="game_of_day"),
            models.Index(
                fields=["day"],
                condition=Q(mode="daily", status="playing"),
                name="game_to_expire",
            ),
            models.Index(fields=["player", "seed_label"], name="game_of_player_on_dice"),
        ]

    def __str__(self) -> str:
        return f"{self.rules} {self.id}"

    @property
    def is_ranked(self) -> bool:
        return self.mode == self.Mode.DAILY

    def status_at(self, moment: datetime.datetime) -> str:
        """From its day's end an unfinished ranked game is expired, whatever its row says."""
        if self.status != self.Status.PLAYING or not self.is_ranked:
            return self.status
        assert self.day is not None  # noqa: S101 (a database constraint holds it)
        return self.Status.EXPIRED if moment >= self.day.closes_at else self.Status.PLAYING
