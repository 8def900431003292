import uuid

from django.db import models
from django.db.models import Q
from knox.models import AuthToken

from challenges.models.player import Player


class Device(models.Model):
    """Where a player is signed in: an app that holds a token, or a browser with a session.

    A session's row may outlive it: whether a browser is still signed in, the session says.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(Player, models.CASCADE, related_name="devices")
    token = models.OneToOneField(AuthToken, models.CASCADE, null=True, related_name="device")
    session_key = models.CharField(max_length=40, null=True, unique=True, editable=False)
    name = models.CharField(max_length=60, blank=True)
    signed_in_at = models.DateTimeField(editable=False)
    # In UTC; more than the date is not kept.
    last_used_on = models.DateField(editable=False)

    class Meta:
        ordering = ["-last_used_on", "-signed_in_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(token__isnull=False, session_key__isnull=True)
                | Q(token__isnull=True, session_key__isnull=False),
                name="device_has_a_token_or_a_session",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_browser(self) -> bool:
        return self.session_key is not None
