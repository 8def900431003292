import secrets
import uuid
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.crypto import salted_hmac

from challenges.models.collations import ByCodePoint
from config import clock


def new_login() -> str:
    """An opaque unique login: nobody types it, so it tells nothing and never has to change."""
    return secrets.token_hex(16)


class PlayerManager(BaseUserManager["Player"]):
    def create_superuser(
        self, password: str | None = None, *, email: str | None = None, **fields: Any
    ) -> "Player":
        """For `manage.py createsuperuser`; players come from services.sign_up.

        The operator vouches for the address, so it counts as confirmed.
        """
        moment = clock.now()
        fields = {"joined_at": moment, **fields}
        if email:
            fields |= {"email": email.lower(), "claimed_at": moment}
        player = self.model(is_staff=True, is_superuser=True, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player


class Player(AbstractBaseUser, PermissionsMixin):
    """A person who plays; a guest until an e-mail address is confirmed (`claimed_at`)."""

    class Die(models.TextChoices):
        """What the dice look like."""

        PLAIN = "plain"
        CHRISTMAS = "christmas"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    login = models.CharField(max_length=32, unique=True, default=new_login)
    name = models.CharField(max_length=20)
    # In lower case, and only once it is confirmed; one that waits for that is an EmailAddress.
    email = models.EmailField(null=True, blank=True, unique=True)
    country = models.CharField(max_length=2, blank=True)
    language = models.CharField(max_length=8, default="en", choices=settings.LANGUAGES)
    time_zone = models.CharField(max_length=64, default="UTC")
    # As chosen; whether it may be thrown with now, services.looks says.
    die = models.CharField(max_length=16, default=Die.PLAIN, choices=Die.choices)
    # No date before it is the player's today: raised when the time zone changes.
    earliest_today = models.DateField(null=True, editable=False)
    claimed_at = models.DateTimeField(null=True, editable=False)
    joined_at = models.DateTimeField(editable=False)
    # Kept off the boards by an operator.
    hidden_at = models.DateTimeField(null=True, editable=False)
    # Kept off the boards by the player's own choice.
    unlisted_at = models.DateTimeField(null=True, editable=False)
    # Anonymised at the player's wish; the games stay, and stay replayable.
    deleted_at = models.DateTimeField(null=True, editable=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    # Counted up to end every session at once: each holds the number it began with.
    session_generation = models.PositiveIntegerField(default=0, editable=False)
    # SHA-256 of the idempotency key of the sign-up and of what was asked with it.
    signup_key = models.CharField(max_length=64, null=True, unique=True, editable=False)
    signup_request = models.CharField(max_length=64, blank=True, editable=False)

    USERNAME_FIELD = "login"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email", "name"]

    objects = PlayerManager()

    class Meta:
        indexes = [
            models.Index(fields=["-joined_at", "id"], name="player_by_joining"),
            models.Index(ByCodePoint(Lower("name")), name="player_by_name"),
            models.Index(
                fields=["hidden_at"],
                condition=Q(hidden_at__isnull=False),
                name="player_hidden",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_short_name(self) -> str:
        """For the admin site, which would show the login."""
        return self.name

    get_full_name = get_short_name

    def _get_session_auth_hash(self, secret: str | bytes | None = None) -> str:
        """What a session must have been begun with to go on.

        Not the password, as Django has it: a guest who gives one plays on in every browser. For
        staff it is that too, so that `manage.py changepassword` ends what was signed in.
        """
        value = f"{self.session_generation}:{self.password if self.is_staff else ''}"
        salt = "challenges.models.Player.session"
        return str(salted_hmac(salt, value, secret=secret, algorithm="sha256").hexdigest())

    @property
    def zone(self) -> ZoneInfo:
        """UTC where an update of the tz database has dropped the player's own."""
        try:
            return ZoneInfo(self.time_zone)
        except ZoneInfoNotFoundError:
            return ZoneInfo("UTC")

    @property
    def is_guest(self) -> bool:
        return self.claimed_at is None

    @property
    def is_listed(self) -> bool:
        """On the boards; PlayerQuerySet.listed() says the same to the database."""
        gone = self.hidden_at or self.deleted_at or self.unlisted_at
        return bool(self.claimed_at and not gone)

    @property
    def is_unlisted(self) -> bool:
        return self.unlisted_at is not None
