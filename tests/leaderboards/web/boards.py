"""Boards with people on them, and who looks at them."""

from __future__ import annotations

import datetime
import re

from challenges.models import Player
from leaderboards.services.standings import rebuild_players
from tests.cast import NOON, TODAY, Person
from tests.challenges.web.visitors import Page, Visitor
from tests.leaderboards.results import finish_at_once, make_crowd

MINUTE = datetime.timedelta(minutes=1)


def visitor_of(player: Player) -> Visitor:
    return Visitor(Person(player=player))


def crowd(*totals: int, date: datetime.date = TODAY) -> list[Player]:
    """Listed players with these totals, who finished in this order."""
    players = make_crowd(len(totals))
    begin = NOON - datetime.timedelta(hours=6)
    moments = [begin + number * MINUTE for number in range(len(totals))]
    finish_at_once(zip(players, totals, moments, strict=True), date)
    return players


def listed(person: Person) -> Person:
    """With a confirmed address, and on the boards."""
    Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
    rebuild_players(player_ids=[person.player.pk])
    return person


def rows_of(page: Page) -> list[tuple[str, str, str]]:
    """Rank, name and value of every row of the ranking, as they are read out."""
    return [
        (_words(rank), _words(name), _words(value))
        for rank, name, value in re.findall(
            r'<td class="ranking-rank"[^>]*>(.*?)</td>\s*<th scope="row">(.*?)</th>'
            r'\s*<td class="ranking-value">(.*?)</td>',
            page.html,
            re.DOTALL,
        )
    ]


def _words(html: str) -> str:
    spoken = re.sub(r'<span aria-hidden="true">.*?</span>', "", html)
    return " ".join(re.sub("<[^>]*>", "", spoken).split())
