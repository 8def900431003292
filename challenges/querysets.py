"""What is read from the database, as chainable querysets: `games().of(player).on_dice(label)`."""

import datetime
import uuid
from collections.abc import Collection
from typing import Any, ClassVar, Self, TypeVar

from allauth.account.models import EmailAddress
from django.contrib.sessions.models import Session
from django.db.models import Case, Count, Exists, Model, OuterRef, Q, QuerySet, Value, When
from django.db.models.functions import Lower

from challenges.models import Day, Device, Game, Irregularity, LookBack, Player, Report, Review
from challenges.models.collations import ByCodePoint

M = TypeVar("M", bound=Model)

LAST_DOOR = 24


class NewestFirst(QuerySet[M]):
    """Rows that are listed by a moment, the newest first, and by a key where it is the same."""

    time: ClassVar[str]
    key: ClassVar[str]

    def newest_first(self) -> Self:
        return self.order_by(f"-{self.time}", self.key)

    def after(self, row: M) -> Self:
        """What follows a row where the newest come first."""
        moment, key = getattr(row, self.time), getattr(row, self.key)
        older, next_one = {f"{self.time}__lt": moment}, {f"{self.key}__gt": key}
        # Said twice, so that an index goes straight there.
        return self.filter(
            Q(**older) | Q(**{self.time: moment}, **next_one), **{f"{self.time}__lte": moment}
        )

    def before(self, row: M) -> Self:
        """What stands before a row where the newest come first."""
        moment, key = getattr(row, self.time), getattr(row, self.key)
        newer, previous_one = {f"{self.time}__gt": moment}, {f"{self.key}__lt": key}
        return self.filter(
            Q(**newer) | Q(**{self.time: moment}, **previous_one), **{f"{self.time}__gte": moment}
        )


class DayQuerySet(QuerySet[Day]):
    def between(self, first: datetime.date, last: datetime.date) -> "DayQuerySet":
        return self.filter(date__gte=first, date__lte=last).order_by("date")

    def due_to_close(self, moment: datetime.datetime) -> "DayQuerySet":
        return self.filter(closed_at__isnull=True, closes_at__lte=moment).order_by("date")

    def closed(self) -> "DayQuerySet":
        return self.filter(closed_at__isnull=False).order_by("date")

    def with_look_back(self) -> "DayQuerySet":
        """What the day's dice were worth, without the games that show it."""
        moves = ("look_back__par_moves", "look_back__ceiling_moves")
        return self.select_related("look_back").defer(*moves)

    def to_look_back_at(self) -> "DayQuerySet":
        """Closed ones that nobody has looked back at, the newest first."""
        return self.filter(closed_at__isnull=False, look_back__isnull=True).order_by("-date")

    def unpublished(self) -> "DayQuerySet":
        return self.filter(seed__isnull=True)

    def excused(self) -> "DayQuerySet":
        """Those that streaks step over."""
        return self.filter(excused_at__isnull=False)

    def doors(self) -> "DayQuerySet":
        """The dates 1 to 24 December of every year."""
        return self.filter(date__month=12, date__day__lte=LAST_DOOR)

    def calendars_finished_by(self, player: Player) -> "QuerySet[Any, Any]":
        """The years of which no door is left to the player.

        A door is done by its ranked game; an excused one is not needed, yet those alone make no
        calendar.
        """
        game = games().of(player).ranked().finished().filter(day=OuterRef("pk"))
        return (
            self.doors()
            .alias(is_played=Exists(game))
            .filter(Q(is_played=True) | Q(excused_at__isnull=False))
            .order_by()
            .values("date__year")
            .alias(done=Count("pk"), played=Count("pk", filter=Q(is_played=True)))
            .filter(done=LAST_DOOR, played__gt=0)
        )

    def after_position(self, position: int) -> "DayQuerySet":
        return self.filter(position__gt=position).order_by("position")


class GameQuerySet(NewestFirst[Game]):
    time, key = "started_at", "id"

    def with_day(self) -> "GameQuerySet":
        return self.select_related("day")

    def with_review(self) -> "GameQuerySet":
        return self.select_related("review")

    def reviewed(self) -> "GameQuerySet":
        """Those that have a review, read with it but for its moves."""
        return self.filter(review__isnull=False).with_review().defer("review__moves")

    def of(self, player: Player) -> "GameQuerySet":
        return self.filter(player=player)

    def ranked(self) -> "GameQuerySet":
        return self.filter(mode=Game.Mode.DAILY)

    def finished(self) -> "GameQuerySet":
        return self.filter(status=Game.Status.FINISHED)

    def on_dice(self, seed_label: str) -> "GameQuerySet":
        return self.filter(seed_label=seed_label)

    def first_go(self, moment: datetime.datetime) -> Game | None:
        """Of a player's games on the same dice the one that counts: a finished one first.

        Among those the ranked one, else the earliest. One that has expired never counts.
        """
        return self._goes(moment).first()

    def first_goes(
        self, seed_labels: Collection[str], moment: datetime.datetime
    ) -> dict[str, Game]:
        """The same for each of several dice, in one query."""
        found: dict[str, Game] = {}
        for game in self.filter(seed_label__in=seed_labels)._goes(moment):
            found.setdefault(game.seed_label, game)
        return found

    def _goes(self, moment: datetime.datetime) -> "GameQuerySet":
        playing = Q(status=Game.Status.PLAYING) & (
            ~Q(mode=Game.Mode.DAILY) | Q(day__closes_at__gt=moment)
        )
        is_over = Case(When(status=Game.Status.FINISHED, then=0), default=1)
        is_unranked = Case(When(mode=Game.Mode.DAILY, then=0), default=1)
        return (
            self.with_day()
            .filter(Q(status=Game.Status.FINISHED) | playing)
            .order_by(is_over, is_unranked, "started_at", "id")
        )

    def to_expire(self, day: Day) -> "GameQuerySet":
        return self.ranked().filter(day=day, status=Game.Status.PLAYING)

    def started_too_late(self) -> "GameQuerySet":
        """Unfinished ranked games of days that are closed: closing did not see them."""
        return self.ranked().filter(status=Game.Status.PLAYING, day__closed_at__isnull=False)

    def to_review(self, date: datetime.date) -> "GameQuerySet":
        """Those that count for a day and have no review, in the order of the day's index."""
        found = self.ranked().finished().filter(day=date, review__isnull=True)
        return found.with_day().newest_first()

    def needing_their_key(self) -> "GameQuerySet":
        """Unfinished games on dice of their own: their seed is stored nowhere."""
        return self.filter(day__isnull=True, seed__isnull=True)

    def counted(self) -> dict[str, int]:
        """How many are started, and how many of these finished."""
        finished = Q(status=Game.Status.FINISHED)
        return self.aggregate(started=Count("pk"), finished=Count("pk", filter=finished))

    def with_id(self, game_id: uuid.UUID) -> "GameQuerySet":
        return self.filter(id=game_id)


class PlayerQuerySet(QuerySet[Player]):
    def existing(self) -> "PlayerQuerySet":
        """Those not deleted at their wish."""
        return self.filter(deleted_at__isnull=True)

    def listed(self) -> "PlayerQuerySet":
        """Those on the boards, as Player.is_listed has it."""
        return self.existing().filter(
            claimed_at__isnull=False, hidden_at__isnull=True, unlisted_at__isnull=True
        )

    def with_name_beginning(self, text: str) -> "PlayerQuerySet":
        """In capitals or not; served by the index `player_by_name`."""
        first, beyond = Lower(Value(text)), Lower(Value(f"{text}{chr(0x10FFFF)}"))
        query = self.alias(key=ByCodePoint(Lower("name")))
        return query.filter(key__gte=first, key__lt=beyond)


class ReportQuerySet(QuerySet[Report]):
    def of(self, player: Player) -> "ReportQuerySet":
        return self.filter(player=player)

    def open(self) -> "ReportQuerySet":
        return self.filter(handled_at__isnull=True)


class ReviewQuerySet(QuerySet[Review]):
    def of(self, player: Player) -> "ReviewQuerySet":
        return self.filter(game__player=player)

    def ranked(self) -> "ReviewQuerySet":
        return self.filter(game__mode=Game.Mode.DAILY)

    def of_days(self, first: datetime.date, last: datetime.date) -> "ReviewQuerySet":
        return self.filter(game__day__gte=first, game__day__lte=last)


class IrregularityQuerySet(QuerySet[Irregularity]):
    def open(self) -> "IrregularityQuerySet":
        return self.filter(handled_at__isnull=True)

    def of(self, player: Player) -> "IrregularityQuerySet":
        return self.filter(player=player)


class LookBackQuerySet(QuerySet[LookBack]):
    def of(self, date: datetime.date) -> "LookBackQuerySet":
        return self.filter(day=date)

    def to_review(self) -> "LookBackQuerySet":
        """Those of days whose games may lack a review, the newest first."""
        return self.filter(reviewed_at__isnull=True).order_by("-day")

    def reviewed(self) -> "LookBackQuerySet":
        """Those of days that are through, the newest first."""
        return self.filter(reviewed_at__isnull=False).order_by("-day")

    def unclaimed(self, moment: datetime.datetime) -> "LookBackQuerySet":
        return self.filter(Q(claimed_until__isnull=True) | Q(claimed_until__lte=moment))


class DeviceQuerySet(QuerySet[Device]):
    def of(self, player: Player) -> "DeviceQuerySet":
        return self.filter(player=player)

    def browsers(self) -> "DeviceQuerySet":
        return self.filter(session_key__isnull=False)

    def signed_in(self, moment: datetime.datetime) -> "DeviceQuerySet":
        """Those with a token, and those whose session goes on."""
        return self.filter(Q(token__isnull=False) | Exists(_session(moment)))

    def signed_out(self, moment: datetime.datetime) -> "DeviceQuerySet":
        return self.browsers().exclude(Exists(_session(moment)))


def _session(moment: datetime.datetime) -> QuerySet[Session]:
    return Session.objects.filter(pk=OuterRef("session_key"), expire_date__gt=moment)


def days() -> DayQuerySet:
    return DayQuerySet(Day)


def games() -> GameQuerySet:
    return GameQuerySet(Game)


def all_players() -> PlayerQuerySet:
    return PlayerQuerySet(Player)


def players() -> PlayerQuerySet:
    return all_players().filter(is_active=True)


def reports() -> ReportQuerySet:
    return ReportQuerySet(Report)


def reviews() -> ReviewQuerySet:
    return ReviewQuerySet(Review)


def irregularities() -> IrregularityQuerySet:
    return IrregularityQuerySet(Irregularity)


def look_backs() -> LookBackQuerySet:
    return LookBackQuerySet(LookBack)


def devices() -> DeviceQuerySet:
    return DeviceQuerySet(Device)


def waiting_addresses(player: Player) -> QuerySet[EmailAddress]:
    """The address that the player has given and not confirmed yet: one at most."""
    found: QuerySet[EmailAddress] = EmailAddress.objects.filter(user_id=player.pk, verified=False)
    return found
