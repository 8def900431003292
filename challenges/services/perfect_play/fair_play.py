"""Players whose games that count are too perfect for too long, or luckier than dice allow.

Whoever does not know the dice to come has as much luck as bad luck to expect, however they play:
luck is what a throw is worth less what it was expected to be. That of one day is much the same for
all, so half of what perfect play had on these dice is taken off. What is left is `excess`, 0 on
average, with a spread of less than SPREAD points a game for players of any strength. Over n games
an honest player's sum is `deviations` spreads of sqrt(n) games away from 0, and more than five only
once in millions. Who knows the dice keeps what will turn out well, which looks like bad moves with
good luck.

Nobody has been seen to lose less than a few points a game: who takes the best move nine times in
ten, and else one that is nearly as good, loses three. A table loses none.
"""

import datetime
import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Avg, Count, F, FloatField, Max, Min, Q, Sum

from challenges.models import Irregularity, Player
from challenges.querysets import irregularities, players, reviews
from challenges.services.operations import record
from config import clock
from config.errors import NotFound

WINDOW = datetime.timedelta(days=30)
"""How far back games are looked at."""

SPREAD = 60.0
"""Points: the most that the standard deviation of a game's excess is, as measured."""

MOST_DEVIATIONS = 5.0
FEWEST_GAMES_OF_LUCK = 5

LEAST_LOSS = 1.5
"""Points a game: who loses less on average over so many games is noticed."""
FEWEST_PERFECT_GAMES = 10


class Figures(NamedTuple):
    """Of the games of a player in a window of days; means a game, `excess` the sum."""

    player: Any
    games: int
    since: datetime.date
    until: datetime.date
    accuracy: float
    loss: float
    excess: float

    @property
    def deviations(self) -> float:
        return self.excess / (SPREAD * math.sqrt(self.games))

    @property
    def kinds(self) -> Iterator[str]:
        if self.games >= FEWEST_PERFECT_GAMES and self.loss < LEAST_LOSS:
            yield Irregularity.Kind.PERFECT
        if self.games >= FEWEST_GAMES_OF_LUCK and self.deviations > MOST_DEVIATIONS:
            yield Irregularity.Kind.FORESIGHT


def notice(*, until: datetime.date) -> int:
    """Look through the games of the days up to a date that is reviewed; how many irregularities.

    What is open already gets the figures of now. What an operator has handled is not brought up
    again while its games are among those looked at. Safe to repeat, and to run twice at once.
    """
    found = [(figures, kind) for figures in _conspicuous(until) for kind in figures.kinds]
    for figures, kind in found:
        _keep(figures, kind, first=_first(until))
    return len(found)


def _first(until: datetime.date) -> datetime.date:
    return until - WINDOW + datetime.timedelta(days=1)


def _conspicuous(until: datetime.date) -> Iterator[Figures]:
    """Those on the boards only: hiding is what an operator may decide."""
    luck_of_dice = F("game__day__look_back__par") - F("start")
    ours = reviews().ranked().of_days(_first(until), until)
    figures = (
        ours.filter(game__player__in=players().listed(), game__day__look_back__isnull=False)
        .order_by()
        .values("game__player")
        .annotate(
            games=Count("pk"),
            since=Min("game__day"),
            until=Max("game__day"),
            mean_accuracy=Avg("accuracy"),
            mean_loss=Avg("loss"),
            excess=Sum(F("luck") - luck_of_dice / 2, output_field=FloatField()),
        )
    )
    is_perfect = Q(games__gte=FEWEST_PERFECT_GAMES, mean_loss__lt=LEAST_LOSS)
    # Squares, because not every database takes roots.
    most = F("games") * (MOST_DEVIATIONS * SPREAD) ** 2
    is_lucky = Q(games__gte=FEWEST_GAMES_OF_LUCK, excess__gt=0, square__gt=most)
    found = figures.annotate(square=F("excess") * F("excess")).filter(is_perfect | is_lucky)
    columns = ("games", "since", "until", "mean_accuracy", "mean_loss", "excess")
    for row in found.order_by("game__player").values_list("game__player", *columns):
        yield Figures(*row)


def _keep(figures: Figures, kind: str, *, first: datetime.date) -> None:
    with transaction.atomic():
        query = players().listed().filter(pk=figures.player).only("pk")
        # Who is deleted meanwhile is left alone, and their figures with them.
        if query.select_for_update(no_key=True).first():
            _keep_of_listed(figures, kind, first)


def _keep_of_listed(figures: Figures, kind: str, first: datetime.date) -> None:
    handled = irregularities().filter(player=figures.player, kind=kind, handled_at__isnull=False)
    if handled.filter(until__gte=first).exists():
        return
    now = {
        "since": figures.since,
        "until": figures.until,
        "games": figures.games,
        "accuracy": figures.accuracy,
        "loss": figures.loss,
        "excess": figures.excess / figures.games,
        "deviations": figures.deviations,
    }
    Irregularity.objects.update_or_create(
        player_id=figures.player,
        kind=kind,
        handled_at=None,
        defaults=now,
        create_defaults={**now, "noticed_at": clock.now()},
    )


def handle(*, operator: Player, number: int) -> Irregularity:
    """It has been looked at, whatever was decided; a repeat changes nothing. Raises NotFound."""
    with transaction.atomic():
        query = irregularities().select_related("player").select_for_update(of=("self",))
        found = query.filter(pk=number).first()
        if found is None:
            raise NotFound
        if found.handled_at is None:
            found.handled_at = clock.now()
            found.save(update_fields=["handled_at"])
            message = f"Irregularity looked at: {found}."
            record(operator=operator, subject=found.player, message=message)
    return found
