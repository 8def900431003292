"""Results that were not played: rows of finished games with any total, announced as real ones are.

And what the boards have to be, computed from the games once more and differently.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from django.db import transaction

from challenges import signals
from challenges.engine.dice import daily_label
from challenges.models import Day, Game, Player, Review
from leaderboards.models import CountChange, Standing
from leaderboards.querysets import histograms
from leaderboards.services.standings import rebuild_players
from tests.cast import TODAY, UTC

HOUR = datetime.timedelta(hours=1)
ONE_DAY = datetime.timedelta(days=1)
JOINED = datetime.datetime(2026, 11, 1, tzinfo=UTC)
CODES = ["day", "best-day", "streak", "longest-streak", "advent", "day-skill"]
BOARDS = dict(enumerate(CODES, start=1))


def make_player(name: str = "Anna", *, claimed: bool = True, **fields: Any) -> Player:
    claimed_at = JOINED if claimed else None
    return Player.objects.create(name=name, joined_at=JOINED, claimed_at=claimed_at, **fields)


def make_crowd(count: int) -> list[Player]:
    """Listed ones: Player 1, Player 2 and so on."""
    return Player.objects.bulk_create(
        Player(name=f"Player {number}", joined_at=JOINED, claimed_at=JOINED)
        for number in range(1, count + 1)
    )


def make_day(date: datetime.date, **fields: Any) -> Day:
    """A day without real dice; its window is that of the two zones."""
    number = date.toordinal()
    opens_at = datetime.datetime.combine(date, datetime.time(), UTC) - 14 * HOUR
    return Day.objects.get_or_create(
        date=date,
        defaults={
            "position": number,
            "key_id": "none",
            "commitment": f"{number:064x}",
            "chain_hash": f"{number:064x}",
            "opens_at": opens_at,
            "closes_at": opens_at + 50 * HOUR,
            **fields,
        },
    )[0]


def unannounced(
    player: Player, date: datetime.date, total: int, finished_at: datetime.datetime | None = None
) -> Game:
    """A finished game that no board has heard of."""
    game = unsaved_result(player, make_day(date), total, finished_at)
    game.save(force_insert=True)
    return game


def unsaved_result(
    player: Player, day: Day, total: int, finished_at: datetime.datetime | None = None
) -> Game:
    finished_at = finished_at or day.opens_at + 24 * HOUR
    return Game(
        player=player,
        mode=Game.Mode.DAILY,
        day=day,
        rules="maxi",
        seed_label=daily_label(day.date),
        key_id="none",
        commitment=day.commitment,
        total=total,
        status=Game.Status.FINISHED,
        started_at=finished_at - HOUR,
        finished_at=finished_at,
    )


def finish(
    player: Player, date: datetime.date, total: int, finished_at: datetime.datetime | None = None
) -> Game:
    with transaction.atomic():
        game = unannounced(player, date, total, finished_at)
        signals.game_finished.send(Game, game=game)
    return game


def review(game: Game, skill: int) -> Review:
    """Keeps a review that nobody computed, announced as a real one is."""
    with transaction.atomic():
        row = unannounced_review(game, skill)
        signals.games_reviewed.send(Game, games=[game])
    return row


def unannounced_review(game: Game, skill: int) -> Review:
    return Review.objects.create(
        game=game,
        start=390.0,
        luck=game.total - skill,
        loss=390.0 - skill,
        accuracy=90.0,
        skill=skill,
        plies=game.ply,
        reviewed_at=game.finished_at or JOINED,
    )


Result = tuple[Player, int, datetime.datetime]


def finish_at_once(results: Iterable[Result], date: datetime.date = TODAY) -> None:
    """The boards of a crowd, whose results would take their time if each came by itself."""
    day = make_day(date)
    games = [unsaved_result(player, day, total, moment) for player, total, moment in results]
    Game.objects.bulk_create(games)
    rebuild_players(player_ids=[game.player_id for game in games])


# --- What the boards have to be --------------------------------------------------------------

Rows = dict[tuple[str, int], set[tuple[Player, int, datetime.datetime]]]


def stored_boards() -> Rows:
    found: Rows = {}
    for row in Standing.objects.select_related("player"):
        found.setdefault((BOARDS[row.board], row.period), set()).add(
            (row.player, row.value, row.reached_at)
        )
    return found


def stored_counts() -> dict[tuple[str, int], Counter[int]]:
    """Histograms and what is not folded into them, without zeros; read byte by byte."""
    found: dict[tuple[str, int], Counter[int]] = {}
    for row in histograms():
        counts = found.setdefault((BOARDS[row.board], row.period), Counter())
        reaching = [
            int.from_bytes(bytes(row.players[at : at + 4]), "little", signed=True)
            for at in range(0, len(row.players), 4)
        ]
        for value, (this, more) in enumerate(pairwise([*reaching, 0])):
            counts[value] += this - more
    for change in CountChange.objects.all():
        counts = found.setdefault((BOARDS[change.board], change.period), Counter())
        counts[change.value] += change.change
    return {
        key: held
        for key, counts in found.items()
        if (held := Counter({value: count for value, count in counts.items() if count}))
    }


def expected_boards() -> Rows:
    excused = {day.date for day in Day.objects.exclude(excused_at=None)}
    found: Rows = {}
    for player in Player.objects.all():
        if not player.claimed_at or player.hidden_at or player.deleted_at or player.unlisted_at:
            continue
        played = {
            game.day_id: game
            for game in Game.objects.filter(player=player, mode="daily", status="finished")
        }
        for board, period, value, at in (
            *expected_totals(played),
            *expected_streaks(played, excused),
            *expected_advents(played),
        ):
            found.setdefault((board, period), set()).add((player, value, at))
    return found


Expected = Iterator[tuple[str, int, int, datetime.datetime]]
Played = dict[datetime.date, Game]


def expected_totals(played: Played) -> Expected:
    skills = dict(Review.objects.filter(game__in=played.values()).values_list("game", "skill"))
    for date, game in played.items():
        yield "day", int(f"{date:%Y%m%d}"), game.total, game.finished_at
        if game.pk in skills:
            yield "day-skill", int(f"{date:%Y%m%d}"), skills[game.pk], game.finished_at
    if played:
        best = max(game.total for game in played.values())
        at = min(game.finished_at for game in played.values() if game.total == best)
        yield "best-day", 0, best, at


def expected_streaks(played: Played, excused: set[datetime.date]) -> Expected:
    runs = expected_runs(set(played), excused)
    if runs:
        ends = [max(played[date].finished_at for date in run) for run in runs]
        yield "streak", int(f"{runs[-1][-1]:%Y%m%d}"), len(runs[-1]), ends[-1]
        most = max(map(len, runs))
        at = min(end for run, end in zip(runs, ends, strict=True) if len(run) == most)
        yield "longest-streak", 0, most, at


def expected_advents(played: Played) -> Expected:
    for year in {date.year for date in played}:
        doors = [
            game
            for date, game in played.items()
            if date.year == year and date.month == 12 and date.day < 25
        ]
        if doors:
            total = sum(door.total for door in doors)
            yield "advent", year, total, max(door.finished_at for door in doors)


def expected_runs(
    played: set[datetime.date], excused: set[datetime.date]
) -> list[list[datetime.date]]:
    """By walking through the calendar, a date at a time."""
    if not played:
        return []
    runs: list[list[datetime.date]] = [[]]
    date = min(played)
    while date <= max(played):
        if date not in excused:
            if date in played:
                runs[-1].append(date)
            elif runs[-1]:
                runs.append([])
        date += ONE_DAY
    return [run for run in runs if run]


def assert_boards_are_right() -> None:
    expected = expected_boards()
    assert stored_boards() == expected
    assert stored_counts() == {
        key: Counter(value for _, value, _ in rows) for key, rows in expected.items()
    }
