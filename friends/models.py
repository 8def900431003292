"""What friends pass on and play, and who is whose friend."""

from django.db import models
from django.db.models import F, Q

from challenges.models import Game, Player

CODE_LENGTH = 8


class Challenge(models.Model):
    """A finished game passed on: whoever has the code plays the same dice."""

    class Kind(models.TextChoices):
        """Whether the friend knows the total before the end."""

        BLIND = "blind"
        TARGET = "target"

    # As services.codes makes them: in capitals, without the dash.
    code = models.CharField(primary_key=True, max_length=CODE_LENGTH, editable=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="challenges", db_index=False)
    # The game's player.
    maker = models.ForeignKey(Player, models.PROTECT, related_name="challenges", db_index=False)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    # Whether whoever takes it may ask for the best move.
    allows_hints = models.BooleanField(default=False, editable=False)
    made_at = models.DateTimeField(editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)
    # By an operator, not by its maker: the game is not passed on again.
    is_refused = models.BooleanField(default=False, editable=False)

    class Meta:
        ordering = ["-made_at", "code"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "kind", "allows_hints"],
                condition=Q(withdrawn_at__isnull=True),
                name="one_challenge_per_game_and_kind",
            ),
            models.CheckConstraint(
                condition=Q(is_refused=False) | Q(withdrawn_at__isnull=False),
                name="refused_challenge_is_withdrawn",
            ),
        ]
        indexes = [
            models.Index(fields=["game"], name="challenge_of_game"),
            models.Index(fields=["maker", "-made_at", "code"], name="challenge_of_maker"),
            models.Index(fields=["-made_at", "code"], name="challenge_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.code[:4]}-{self.code[4:]}"

    @property
    def is_withdrawn(self) -> bool:
        return self.withdrawn_at is not None


class Attempt(models.Model):
    """A friend took a challenge; `game` is the one that counts for it."""

    pk = models.CompositePrimaryKey("challenge", "player")
    challenge = models.ForeignKey(
        Challenge, models.PROTECT, related_name="attempts", db_index=False
    )
    player = models.ForeignKey(Player, models.PROTECT, related_name="attempts", db_index=False)
    game = models.ForeignKey(Game, models.PROTECT, related_name="attempts")
    accepted_at = models.DateTimeField(editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["player", "-accepted_at", "challenge"], name="attempt_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.challenge_id} {self.player_id}"


class Friendship(models.Model):
    """One of the two rows of a pair: each finds the other under its own id."""

    pk = models.CompositePrimaryKey("player", "friend")
    player = models.ForeignKey(Player, models.PROTECT, related_name="friendships", db_index=False)
    friend = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    since = models.DateTimeField(editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(player=F("friend")), name="nobody_is_their_own_friend"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.friend_id}"


class FriendRequest(models.Model):
    """Somebody asked another one to be friends.

    A row that was declined stays, so that asking again is not heard; so does one that its sender
    took back.
    """

    pk = models.CompositePrimaryKey("sender", "receiver")
    sender = models.ForeignKey(Player, models.PROTECT, related_name="requests_sent", db_index=False)
    receiver = models.ForeignKey(Player, models.PROTECT, related_name="+", db_index=False)
    sent_at = models.DateTimeField(editable=False)
    declined_at = models.DateTimeField(null=True, editable=False)
    withdrawn_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(sender=F("receiver")), name="nobody_asks_themselves"
            ),
        ]
        indexes = [
            models.Index(fields=["receiver", "sent_at"], name="request_to_receiver"),
            models.Index(
                fields=["-declined_at"],
                condition=Q(declined_at__isnull=False),
                name="declined_request_by_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sender_id} {self.receiver_id}"


class Block(models.Model):
    """A player wants to have nothing to do with another one."""

    pk = models.CompositePrimaryKey("player", "blocked")
    player = models.ForeignKey(Player, models.PROTECT, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, models.PROTECT, related_name="blocked_by")
    blocked_at = models.DateTimeField(editable=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(player=F("blocked")), name="nobody_blocks_themselves"
            ),
        ]
        indexes = [models.Index(fields=["-blocked_at"], name="block_by_time")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.blocked_id}"


class Invitation(models.Model):
    """A player's link: whoever follows it may be their friend at once."""

    player = models.OneToOneField(Player, models.PROTECT, primary_key=True)
    code = models.CharField(max_length=CODE_LENGTH, unique=True, editable=False)
    made_at = models.DateTimeField(editable=False)

    def __str__(self) -> str:
        return f"{self.code[:4]}-{self.code[4:]}"
