"""Counts of the boards: changed by rows that nobody waits for, and folded into one now and then."""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping

from django.db import connection, transaction

from challenges.services.locks import Lock, take, try_to_take
from leaderboards.histograms import pack, unpack
from leaderboards.models import CountChange, Histogram, Standing
from leaderboards.querysets import histograms
from leaderboards.ranking import Board

logger = logging.getLogger(__name__)

Counted = tuple[Board, int, int]
"""Board, period and value."""

FOLD_EVERY = 256
"""About how many changes lie about before somebody who adds to them folds them in, with no job."""

_TAKE_AWAY = f"DELETE FROM {CountChange._meta.db_table} RETURNING board, period, value, change"  # noqa: S608


def change_counts(counts: Mapping[Counted, int]) -> None:
    """In the transaction that changes the standings by as much."""
    changes = CountChange.objects.bulk_create(
        CountChange(board=board, period=period, value=value, change=change)
        for (board, period, value), change in sorted(counts.items())
        if change
    )
    # Nobody counts how many lie about: one in so many has a number that makes folding due.
    if any(change.number % FOLD_EVERY == 0 for change in changes):
        transaction.on_commit(fold_changes, robust=True)


def fold_changes() -> int:
    """Add all changes to the histograms; how many. Does nothing while somebody else does.

    Safe to run at any time, and to be killed: it is one transaction, after which readers see the
    same sums as before it.
    """
    with transaction.atomic():
        if not try_to_take(Lock.COUNTS):
            return 0
        with connection.cursor() as cursor:
            cursor.execute(_TAKE_AWAY)
            changes = cursor.fetchall()
        sums: dict[tuple[int, int], Counter[int]] = defaultdict(Counter)
        for board, period, value, change in changes:
            sums[board, period][value] += change
        _add(sums)
    return len(changes)


def _add(sums: Mapping[tuple[int, int], Counter[int]]) -> None:
    """Under the lock on the counts."""
    stored = histograms().of_boards(sums.keys())
    changed = []
    for (board, period), counts in sorted(sums.items()):
        players = unpack(stored.get((board, period), b""))
        for value, change in counts.items():
            players[value] += change
        changed.append(Histogram(board=board, period=period, players=pack(players)))
    _store(changed)


def _store(changed: Collection[Histogram]) -> None:
    """What is empty is dropped: streaks leave each date behind."""
    for empty in (one for one in changed if not one.players):
        histograms().filter(board=empty.board, period=empty.period).delete()
    Histogram.objects.bulk_create(
        [one for one in changed if one.players],
        update_conflicts=True,
        unique_fields=["board", "period"],
        update_fields=["players"],
    )


def recount(*, board: Board, period: int) -> Counter[int]:
    """Count the standings of a board anew; by how much each value was wrong, if any was.

    Games may be finished meanwhile: their standing and the change it makes are either both seen,
    and the change is taken away, or both not, and the change stays to be folded in.
    """
    with transaction.atomic():
        take(Lock.COUNTS)
        counted, changes = _count(board, period)
        before = unpack(histograms().of_boards([(board, period)]).get((board, period), b""))
        before.update(changes)  # adds
        wrong = _wrong(counted, before)
        if wrong or changes:
            _store([Histogram(board=board, period=period, players=pack(counted))])
    if wrong:
        logger.warning(
            "counts mended: board %s, period %s: %s became %s",
            board.code,
            period,
            {value: before[value] for value in sorted(wrong)},
            {value: counted[value] for value in sorted(wrong)},
        )
    return wrong


def _wrong(counted: Counter[int], before: Counter[int]) -> Counter[int]:
    wrong = Counter(counted)
    wrong.subtract(before)
    return Counter({value: by for value, by in wrong.items() if by})


def wrong_counts(board: Board, period: int) -> Counter[int]:
    """What recount would mend: by how much each value is wrong. One statement, without locks."""
    of_board = "board = %s AND period = %s"
    standing, change = Standing._meta.db_table, CountChange._meta.db_table
    statement = (
        f"SELECT value, COUNT(*), CAST(NULL AS bytea) FROM {standing} "  # noqa: S608
        f"WHERE {of_board} GROUP BY value UNION ALL "
        f"SELECT value, -SUM(change), CAST(NULL AS bytea) FROM {change} "
        f"WHERE {of_board} GROUP BY value UNION ALL "
        f"SELECT 0, 0, players FROM {Histogram._meta.db_table} WHERE {of_board}"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [board.value, period] * 3)
        rows = cursor.fetchall()
    counted, before = Counter[int](), Counter[int]()
    for value, players, stored in rows:
        counted[value] += players
        before.update(unpack(stored or b""))
    return _wrong(counted, before)


def count_changes() -> int:
    """How many changes are not yet folded in."""
    return CountChange.objects.count()


def _count(board: Board, period: int) -> tuple[Counter[int], Counter[int]]:
    """Players by value in the standings, and changes by value, which are taken away.

    Both as of one snapshot: a single statement on PostgreSQL, the write lock on SQLite.
    """
    standing, change = Standing._meta.db_table, CountChange._meta.db_table
    of_board = "board = %s AND period = %s"
    counted = f"SELECT value, COUNT(*) FROM {standing} WHERE {of_board} GROUP BY value"  # noqa: S608
    taken = f"DELETE FROM {change} WHERE {of_board} RETURNING value, change"  # noqa: S608
    key = [board.value, period]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            statement = (
                f"WITH taken AS ({taken}) SELECT 0, counted.* FROM ({counted}) counted "  # noqa: S608
                "UNION ALL SELECT 1, value, SUM(change) FROM taken GROUP BY value"
            )
            cursor.execute(statement, [*key, *key])
            rows = cursor.fetchall()
        else:
            cursor.execute(counted, key)
            rows = [(0, *row) for row in cursor.fetchall()]
            cursor.execute(taken, key)
            rows += [(1, *row) for row in cursor.fetchall()]
    found = Counter[int](), Counter[int]()
    for kind, value, players in rows:
        found[kind][value] += players
    return found
