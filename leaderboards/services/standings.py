"""Bringing the places of players up to date with their games: the only code that changes them.

A finished game, a change of who is listed, a mended game and every rebuild come here. What is
wanted follows from the finished ranked games alone; what is stored differs by a few rows or none.
"""

import logging
import uuid
from collections import Counter
from collections.abc import Collection, Iterable

from django.db import transaction

from challenges.models import Game, Player
from challenges.querysets import all_players
from challenges.services.locks import Lock, share
from leaderboards.models import Standing
from leaderboards.querysets import standings
from leaderboards.ranking import Board, Place
from leaderboards.services.comparing import (
    Difference,
    date_of,
    differences_after_finish,
    differences_after_reviews,
    differences_of,
)
from leaderboards.services.counts import Counted, change_counts

logger = logging.getLogger(__name__)

KEYS_AT_ONCE = 200  # of three columns each: SQLite takes no more than a thousand conditions

# --- Doors -----------------------------------------------------------------------------------


def place_result(*, game: Game) -> None:
    """Put a ranked game on the boards, in the transaction that finishes it."""
    with transaction.atomic():
        for player_id in _locked_listed([game.player_id]):
            _apply(differences_after_finish(player_id, date_of(game)))


def place_skills(*, games: Collection[Game]) -> None:
    """Put ranked games on the boards of their days' skill, in the transaction that reviews them.

    A player can ask for a review before the day is closed. Nobody reads that board until then.
    """
    if not games:
        return
    with transaction.atomic():
        listed = _locked_listed([game.player_id for game in games])
        found = [game for game in games if game.player_id in listed]
        if found:
            _apply(differences_after_reviews(found))


def _locked_listed(player_ids: Collection[uuid.UUID]) -> set[uuid.UUID]:
    """Of those that are locked now: of a guest nothing is stored."""
    return {player.pk for player in _locked(player_ids) if player.is_listed}


def rebuild_players(*, player_ids: Collection[uuid.UUID]) -> int:
    """Make all places of some players agree with their games; how many players differed."""
    return _count_players(_bring_up_to_date(player_ids, tuple(Board)))


def mend_players(
    *, player_ids: Collection[uuid.UUID], boards: Collection[Board] = tuple(Board)
) -> int:
    """The same where nothing should differ: what did is logged, before and after."""
    differences = _bring_up_to_date(player_ids, boards)
    _log(differences)
    return _count_players(differences)


def _bring_up_to_date(
    player_ids: Collection[uuid.UUID], boards: Collection[Board]
) -> list[Difference]:
    if not player_ids:
        return []
    with transaction.atomic():
        found = differences_of([player.pk for player in _locked(player_ids)])
        differences = [difference for difference in found if difference.board in boards]
        _apply(differences)
    return differences


def _count_players(differences: Iterable[Difference]) -> int:
    return len({difference.player_id for difference in differences})


def _locked(player_ids: Iterable[uuid.UUID]) -> list[Player]:
    """In the order of their ids, as whoever locks several of them does; then the calendar.

    The locks leave the keys alone. The calendar comes last everywhere: who has it waits for nobody.
    """
    found = all_players().filter(pk__in=player_ids).order_by("pk")
    # What says who is listed, and nothing else.
    found = found.only("claimed_at", "hidden_at", "unlisted_at", "deleted_at")
    locked = list(found.select_for_update(no_key=True))
    share(Lock.CALENDAR)
    return locked


# --- Changing --------------------------------------------------------------------------------


def _apply(differences: Iterable[Difference]) -> None:
    gone, new, counts = [], [], Counter[Counted]()
    for one in differences:
        key = one.board, one.period
        if one.before:
            counts[(*key, one.before.value)] -= 1
        if one.after:
            counts[(*key, one.after.value)] += 1
            new.append(_row(one, one.after))
        else:
            gone.append(one)
    _delete(gone)
    Standing.objects.bulk_create(
        new,
        update_conflicts=True,
        unique_fields=["player", "board", "period"],
        update_fields=["value", "reached_at"],
        batch_size=1000,
    )
    change_counts(counts)


def _row(one: Difference, place: Place) -> Standing:
    return Standing(
        player_id=one.player_id,
        board=one.board,
        period=one.period,
        value=place.value,
        reached_at=place.reached_at,
    )


def _delete(gone: list[Difference]) -> None:
    keys = [(one.player_id, one.board, one.period) for one in gone]
    for start in range(0, len(keys), KEYS_AT_ONCE):
        standings().filter(pk__in=keys[start : start + KEYS_AT_ONCE]).delete()


def _log(differences: list[Difference]) -> None:
    for one in differences:
        logger.warning(
            "standing mended: player %s, board %s, period %s: %s became %s",
            one.player_id,
            one.board.code,
            one.period,
            one.before,
            one.after,
        )
