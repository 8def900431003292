"""What rebuilds would mend, found without changes or locks."""

import datetime
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from challenges.querysets import all_players
from challenges.services.mending import compare_games
from config.errors import NotFound
from leaderboards.models import Rebuild
from leaderboards.querysets import count_differing_players
from leaderboards.ranking import OF_DAYS, period_of
from leaderboards.services.comparing import count_differing, excused_dates
from leaderboards.services.counts import wrong_counts
from leaderboards.services.pieces import (
    GAMES_AT_ONCE,
    boards_of,
    games_to_audit,
    keys_of,
    players_beside,
    some_players,
    strays_of,
)
from leaderboards.services.rebuilds import find_subject


@dataclass(frozen=True, slots=True)
class Findings:
    players: int
    """Those with a place that disagrees with their games."""
    counts: int
    """Boards, of one period each, whose count disagrees with their places."""


def examine_board(subject: str) -> Findings:
    """As a rebuild of a board, or of all. Raises NotFound."""
    find_subject(Rebuild.Kind.BOARD, subject)
    boards = boards_of(subject)
    players = sum(count_differing(some, boards=boards) for some in _in_chunks(some_players))
    keys = keys_of(boards)
    found = [*keys, *strays_of(boards, keys)]
    return Findings(players, sum(bool(wrong_counts(board, period)) for board, period in found))


def examine_day(date: datetime.date) -> Findings:
    """As a rebuild of the boards of a day. Raises NotFound."""
    find_subject(Rebuild.Kind.DAY, str(date))
    counts = sum(bool(wrong_counts(board, period_of(date))) for board in OF_DAYS)
    return Findings(count_differing_players(date), counts)


def examine_player(player_id: uuid.UUID) -> bool:
    """If a rebuild would change something. Raises NotFound."""
    if not all_players().filter(pk=player_id).exists():
        raise NotFound
    return bool(count_differing([player_id]))


@dataclass(frozen=True, slots=True)
class GameFindings:
    mistaken: int
    """Those that would be mended."""
    unreadable: int
    """Those that cannot be replayed."""
    unchecked: int
    """Those whose dice are not available."""


def examine_games(date: datetime.date) -> GameFindings:
    """As an audit of the games of a day. Raises NotFound and DayNotClosed."""
    find_subject(Rebuild.Kind.AUDIT, str(date))
    found = Counter[str]()
    query = games_to_audit(date)
    chunk = list(query[:GAMES_AT_ONCE])
    while chunk:
        compared = compare_games(chunk)
        for name in ("mistaken", "unreadable", "unchecked"):
            found[name] += len(getattr(compared, name))
        chunk = list(query.after(chunk[-1])[:GAMES_AT_ONCE])
    return GameFindings(found["mistaken"], found["unreadable"], found["unchecked"])


def examine_excuse(date: datetime.date, *, is_excused: bool) -> int:
    """How many players would have other streaks if the day was excused, or was not.

    Raises NotFound.
    """
    find_subject(Rebuild.Kind.STREAKS, str(date))
    excused = excused_dates() | {date} if is_excused else excused_dates() - {date}
    chunks = _in_chunks(partial(players_beside, date, excused))
    return sum(count_differing(some, excused=excused) for some in chunks)


def _in_chunks(some: Callable[..., list[uuid.UUID]]) -> Iterator[list[uuid.UUID]]:
    found = some(after=None)
    while found:
        yield found
        found = some(after=found[-1])
