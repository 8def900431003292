"""Reports of names that a player found offensive."""

import uuid

from django.db import transaction

from challenges.models import Player, Report
from challenges.querysets import players, reports
from challenges.services.limits import Limit, take
from challenges.services.problems import OwnName, TooManyReports
from config import clock
from config.errors import NotFound


def report_name(*, reporter: Player, player_id: uuid.UUID) -> Report:
    """Tell the operators of a player's name, as it is now; a repeat answers with the first one.

    Raises NotFound, OwnName and TooManyReports.
    """
    if player_id == reporter.pk:
        raise OwnName
    player = _found(player_id)
    return _reported(reporter, player) or _report(reporter, player_id)


def _found(player_id: uuid.UUID, *, is_locked: bool = False) -> Player:
    query = players().filter(pk=player_id)
    if is_locked:
        # Not its key: two who report each other would wait for one another.
        query = query.select_for_update(no_key=True)
    player = query.first()
    if player is None:
        raise NotFound
    return player


def _reported(reporter: Player, player: Player) -> Report | None:
    return reports().of(player).filter(reporter=reporter, name=player.name).first()


def _report(reporter: Player, player_id: uuid.UUID) -> Report:
    """Under the player's lock, so that no report is left of a name that is being replaced."""
    if wait := take(Limit.named("reports-of-player"), str(reporter.pk)):
        raise TooManyReports(wait)
    with transaction.atomic():
        player = _found(player_id, is_locked=True)
        report, _created = Report.objects.get_or_create(
            reporter=reporter,
            player=player,
            name=player.name,
            defaults={"reported_at": clock.now()},
        )
    return report
