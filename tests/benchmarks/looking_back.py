"""Reviewing a closed day on PostgreSQL: what a game costs the job, against telling one review.

The table is one that the tests make, of a whole one's size: what its values are costs nothing.
"""

import datetime
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path

from django.conf import settings

from challenges.engine import DiceStream, Seed, sheet_for
from challenges.engine.dice import daily_label
from challenges.engine.game import Game, replay
from challenges.engine.record import moves_to_text
from challenges.strategy.review import review
from tests.benchmarks.boards import server
from tests.benchmarks.replay import played_at_random
from tests.benchmarks.report import Report
from tests.servers.postgres import Postgres

FEW, MANY = 500, 5_000
DIFFERENT = 250
FIRST = datetime.date(2026, 1, 1)


def run(report: Report) -> None:
    postgres = Postgres("", server.SETTINGS)
    with tempfile.TemporaryDirectory(prefix="dice-bench-") as folder:
        try:
            postgres.start()
            server.set_up(postgres)
            server.Database(postgres, "dice_looking_back").use()
            _measure(report, Path(folder))
        finally:
            postgres.stop()


def _measure(report: Report, folder: Path) -> None:
    from challenges.services.perfect_play.tables import values_of  # noqa: PLC0415
    from tests.solved import make_table  # noqa: PLC0415

    sheet = sheet_for("maxi")
    make_table(folder, sheet)
    settings.STRATEGY_DIR = folder
    # The first day loads what was compiled; what a day costs without games is then taken off.
    _, without, seconds = (
        _seconds_of_day(number, games) for number, games in enumerate((FEW, 0, MANY))
    )
    game = (seconds - without) / MANY
    seed, values = Seed(bytes(32)), values_of(sheet)
    games = _some_games(seed)
    told = _median(lambda game: review(game, values), games)
    stream = DiceStream(seed, sheet.dice)
    replayed = _median(lambda game: replay(sheet, stream, game.moves), games)
    report.title(f"Looking back at a day of {MANY:,} games of maxi")
    report.row("par and ceiling", f"{without:.2f} s")
    report.row("a game's figures, kept and on their board", f"{game * 1e3:.2f} ms")
    report.row("a game replayed", f"{replayed * 1e3:.2f} ms", f"{replayed / game:.2f} of that")
    report.row("a review told, and not kept", f"{told * 1e3:.2f} ms", f"{told / game:.2f} of that")
    report.row("a million games", f"{game * 1e6 / 60:.0f} min")


def _some_games(seed: Seed) -> list[Game]:
    chance = random.Random(1)
    return [played_at_random(seed, chance) for _ in range(DIFFERENT)]


def _median(do: Callable[[Game], object], games: list[Game]) -> float:
    taken = []
    for game in games:
        started = time.perf_counter()
        do(game)
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)


def _seconds_of_day(number: int, games: int) -> float:
    from challenges.services.perfect_play.looking_back import look_back_at  # noqa: PLC0415

    date = FIRST + datetime.timedelta(days=number)
    _close_day(date, Seed(bytes([number + 1] * 32)), games)
    started = time.perf_counter()
    assert look_back_at(date=date).reviews == games
    return time.perf_counter() - started


def _close_day(date: datetime.date, seed: Seed, games: int) -> None:
    """Everybody on it is on the boards."""
    from challenges.models import Day, Player  # noqa: PLC0415
    from challenges.models import Game as Row  # noqa: PLC0415
    from tests.leaderboards.results import make_day  # noqa: PLC0415

    day = make_day(date)
    fields = {"seed": seed.hex(), "commitment": seed.commitment}
    Day.objects.filter(date=date).update(closed_at=day.closes_at, **fields)
    known = {"name": "Player", "claimed_at": day.opens_at, "joined_at": day.opens_at}
    players = Player.objects.bulk_create(
        Player(login=f"{date} {number}", **known) for number in range(games)
    )
    played = islice(cycle(_some_games(seed)), games)
    Row.objects.bulk_create(
        Row(
            player=player,
            mode=Row.Mode.DAILY,
            day=day,
            rules="maxi",
            seed_label=daily_label(date),
            key_id="none",
            commitment=seed.commitment,
            moves=moves_to_text(game.moves),
            ply=game.ply,
            total=game.total,
            status=Row.Status.FINISHED,
            started_at=day.opens_at,
            finished_at=day.closes_at,
        )
        for player, game in zip(players, played, strict=True)
    )
