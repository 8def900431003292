"""Boards among friends: a player and the player's friends, ranked as if nobody else played."""

from collections.abc import Sequence

from challenges.models import Player
from leaderboards.among import read_board_among_friends, read_ranks_among_friends
from leaderboards.ranking import Place
from leaderboards.services.places import (
    Chosen,
    Page,
    PlaceNow,
    asked_for,
    page_with,
    place_among,
    places_with,
    would_be,
)


def page_among_friends(chosen: Chosen, player: Player) -> Page:
    """The whole board in one page: friends are few."""
    page = read_board_among_friends(chosen.board, chosen.periods, player.pk)
    place = page.mine
    if place is None and not player.is_listed:
        place = place_among(would_be(player), chosen)
    return page_with(chosen, page, place, is_listed=page.mine is not None)


def first_among_friends(
    chosen: Chosen, player: Player, count: int, *, unlisted: Place | None
) -> Page:
    """The first rows; `unlisted` is the place, known already, of a player who is not listed."""
    page = read_board_among_friends(chosen.board, chosen.periods, player.pk, count=count)
    return page_with(chosen, page, page.mine or unlisted, is_listed=page.mine is not None)


def places_among_friends(boards: Sequence[Chosen], player: Player) -> list[PlaceNow]:
    """On several boards, in one snapshot."""
    read = read_ranks_among_friends(asked_for(boards, player), player.pk)
    return places_with(boards, read, is_listed=player.is_listed)
