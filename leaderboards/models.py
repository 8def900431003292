"""What the boards keep: a row for each place, and how many players have which value."""

import secrets

from django.db import models
from django.db.models import Q

from challenges.models import Player
from leaderboards.ranking import Board

BOARD_CHOICES = [(board.value, board.code) for board in Board]


def random_number() -> int:
    """Without a sequence, which those who finish at the same time would share."""
    return secrets.randbits(63)


class Standing(models.Model):
    """The place of a listed player on a board, as `ranking.standings_of` gives it.

    Whatever is here follows from the finished ranked games and can be made again from them.
    `period` is a date for the boards of a day and of streaks (20261201, the last date of the
    streak), a year for the advent, and 0 where there is one board for all time.
    """

    pk = models.CompositePrimaryKey("player", "board", "period")
    # Widest first: PostgreSQL then stores the row without gaps.
    reached_at = models.DateTimeField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="standings", db_index=False)
    period = models.PositiveIntegerField()
    board = models.PositiveSmallIntegerField(choices=BOARD_CHOICES)
    value = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=Q(board=Board.STREAK.value),
                name="one_streak_of_a_player",
            ),
        ]
        indexes = [
            # The order of the boards: pages are ranges of it.
            models.Index(
                fields=["board", "period", "-value", "reached_at", "player"], name="standing_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{Board(self.board).code} {self.period}: {self.value}"


class Histogram(models.Model):
    """How many listed players have which value on a board, but for the changes not yet folded in.

    One row for all values: a rank is then one small read at any number of players.
    """

    pk = models.CompositePrimaryKey("board", "period")
    period = models.PositiveIntegerField()
    board = models.PositiveSmallIntegerField(choices=BOARD_CHOICES)
    # As histograms.py has it: at index n the players who have the value n or more.
    players = models.BinaryField()

    def __str__(self) -> str:
        return f"{Board(self.board).code} {self.period}"


class CountChange(models.Model):
    """Players who got a value on a board, or lost it where `change` is negative.

    Written in the transaction that changes the standings, read together with the histogram, and
    folded into it later: so many can finish at once without waiting for one row.
    """

    # One index, in which the changes of a board stand together, is all that a change costs.
    pk = models.CompositePrimaryKey("board", "period", "number")
    number = models.BigIntegerField(default=random_number)
    period = models.PositiveIntegerField()
    board = models.PositiveSmallIntegerField(choices=BOARD_CHOICES)
    value = models.PositiveSmallIntegerField()
    change = models.IntegerField()

    def __str__(self) -> str:
        return f"{Board(self.board).code} {self.period}: {self.value} {self.change:+}"


class Rebuild(models.Model):
    """Work that is due until `finished_at` is set, done in pieces that each commit.

    Whoever does a piece holds the row's lock; a piece that is killed is done again by the next.
    """

    class Kind(models.TextChoices):
        AUDIT = "audit", "Replay the games of a day"
        DAY = "day", "Rebuild a day"
        STREAKS = "streaks", "Rebuild the streaks around a day"
        BOARD = "board", "Rebuild a board"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    # A date or the code of a board, as the kind has it; "all" for all boards.
    subject = models.CharField(max_length=16)
    operator = models.ForeignKey(
        Player, models.SET_NULL, null=True, related_name="+", db_index=False
    )
    asked_at = models.DateTimeField()
    # When its last piece was done.
    worked_at = models.DateTimeField(null=True)
    # The player, or the game of an audit, up to which everything is done.
    after = models.UUIDField(null=True)
    examined = models.PositiveIntegerField(default=0)
    mended = models.PositiveIntegerField(default=0)
    # Boards, of one period each, whose count was wrong.
    counts = models.PositiveIntegerField(default=0)
    # Of the games of an audit's last pass: those whose moves cannot be replayed, and those whose
    # dice could not be computed.
    unreadable = models.PositiveIntegerField(default=0)
    unchecked = models.PositiveIntegerField(default=0)
    # Where there were such: when all are looked at again.
    again_at = models.DateTimeField(null=True)
    # Once all players are done: how many of its counts are done again.
    recounted = models.PositiveIntegerField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "subject"],
                condition=Q(finished_at__isnull=True),
                name="one_rebuild_of_a_subject_at_a_time",
            ),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"], condition=Q(finished_at__isnull=True), name="rebuild_to_do"
            ),
            models.Index(fields=["-asked_at"], name="rebuild_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.subject}"
