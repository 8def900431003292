"""Making what a ranked game's row repeats agree with a replay of its moves."""

import datetime
import logging
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from challenges.models import Game
from challenges.querysets import games, reviews
from challenges.services.perfect_play.look_backs import make_reviews_due
from challenges.services.problems import DiceUnavailable
from challenges.services.states import state_of
from config import clock
from config.errors import NotFound

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Games whose rows do not simply agree with a replay."""

    mistaken: list[Game] = field(default_factory=list)
    """The row says something else."""
    unreadable: list[Game] = field(default_factory=list)
    """The moves are none, or against the rules."""
    unchecked: list[Game] = field(default_factory=list)
    """The dice cannot be computed; the log names the key that is needed."""


def compare_games(found: Iterable[Game]) -> Comparison:
    """Some ranked games, read with their days.

    Nothing is locked: they are looked at again when they are mended.
    """
    moment = clock.now()
    comparison = Comparison()
    for game in found:
        try:
            if _stored(game) != _replayed(game, moment):
                comparison.mistaken.append(game)
        except DiceUnavailable:
            comparison.unchecked.append(game)
        except Exception as error:
            # Whatever the engine makes of it, it must not keep other games from being mended.
            logger.error("game %s cannot be replayed: %s", game.pk, error)
            comparison.unreadable.append(game)
    return comparison


def mend_game(*, game_id: uuid.UUID) -> bool:
    """Whether something differed; the log then has it before and after.

    Raises NotFound or DiceUnavailable.
    """
    with transaction.atomic():
        query = games().ranked().with_id(game_id).with_day()
        game = query.select_for_update(no_key=True, of=("self",)).first()
        if game is None:
            raise NotFound
        stored, replayed = _stored(game), _replayed(game, clock.now())
        if stored == replayed:
            return False
        Game.objects.filter(pk=game.pk).update(**replayed)
        forgotten = _forget_other_review(game, replayed)
        is_new = stored["status"] != replayed["status"]
        if game.day and replayed["status"] == Game.Status.FINISHED and (is_new or forgotten):
            make_reviews_due(date=game.day.date)
    logger.warning("game %s mended: %s became %s", game_id, stored, replayed)
    return True


def _forget_other_review(game: Game, replayed: dict[str, Any]) -> bool:
    """Whether a review was kept that is not of these moves: as total and number tell."""
    review = reviews().filter(pk=game.pk).first()
    if review is None or (
        round(review.start + review.luck - review.loss) == replayed["total"]
        and review.plies == replayed["ply"]
    ):
        return False
    review.delete()
    return True


def _stored(game: Game) -> dict[str, Any]:
    return {field: getattr(game, field) for field in ("ply", "total", "status", "finished_at")}


def _replayed(game: Game, moment: datetime.datetime) -> dict[str, Any]:
    """When a game was finished no replay can tell; at the latest it was when its day closed."""
    state = state_of(game, moment)
    found = {"ply": state.play.ply, "total": state.play.total}
    if state.play.outcome:
        finished_at = game.finished_at or (game.day.closes_at if game.day else moment)
        return {**found, "status": Game.Status.FINISHED.value, "finished_at": finished_at}
    is_over = game.day is not None and moment >= game.day.closes_at
    status = Game.Status.EXPIRED.value if is_over else Game.Status.PLAYING.value
    return {**found, "status": status, "finished_at": None}
