"""Friends on boards, and what boards among friends have to be: computed from the games, one by one.

Nothing of it is shared with what is tested, the order and the ranks included.
"""

from __future__ import annotations

import datetime
from typing import Any, NamedTuple

from challenges.models import Day, Game, Player
from friends.services import friendships
from friends.services.pairs import locked_pair
from tests.leaderboards.results import expected_advents, expected_streaks, expected_totals


def befriend(player: Player, *others: Player) -> None:
    for other in others:
        with locked_pair(player, other.pk) as pair:
            friendships.befriend(pair)


class Expected(NamedTuple):
    rows: list[tuple[int, Player, int]]
    """Rank, player and value."""
    mine: tuple[int, int, float, bool] | None
    """Rank, value, share beaten, and whether it is listed."""
    distribution: list[tuple[int, int]]


Place = tuple[int, datetime.datetime]
Places = dict[Player, dict[tuple[str, int], Place]]


def places_of_all() -> Places:
    """By board and period; also of those who are not listed."""
    excused = {day.date for day in Day.objects.exclude(excused_at=None)}
    found: Places = {}
    for player in Player.objects.all():
        games: Any = Game.objects.filter(player=player, mode="daily", status="finished")
        played = {game.day_id: game for game in games}
        found[player] = {
            (board, period): (value, at)
            for board, period, value, at in (
                *expected_totals(played),
                *expected_streaks(played, excused),
                *expected_advents(played),
            )
        }
    return found


def expected_among(
    circle: set[Player], me: Player, places: Places, board: str, periods: tuple[int, ...]
) -> Expected:
    on_it = {
        player: place
        for player in {*circle, me}
        for period in periods
        if (place := places[player].get((board, period)))
    }
    found = {player: place for player, place in on_it.items() if _is_listed(player)}
    order = sorted(found, key=lambda one: (-found[one][0], found[one][1], one.pk.bytes))
    values = [found[player][0] for player in order]
    rows = [
        (1 + sum(other > value for other in values), player, value)
        for player, value in zip(order, values, strict=True)
    ]
    distribution = [(value, values.count(value)) for value in sorted({*values}, reverse=True)]
    return Expected(rows, _mine(on_it.get(me), values, is_listed=_is_listed(me)), distribution)


def _mine(
    place: Place | None, values: list[int], *, is_listed: bool
) -> tuple[int, int, float, bool] | None:
    if place is None:
        return None
    others = len(values) - is_listed
    beaten = sum(value < place[0] for value in values) / others if others else 1.0
    return 1 + sum(value > place[0] for value in values), place[0], beaten, is_listed


def _is_listed(player: Player) -> bool:
    return bool(player.claimed_at) and not (
        player.hidden_at or player.unlisted_at or player.deleted_at
    )
