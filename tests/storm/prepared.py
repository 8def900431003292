"""Days, players and games that are one move before their end: made in the service's process."""

from __future__ import annotations

import datetime
import itertools
import json
import random
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.utils import timezone

from challenges.engine import DiceStream, Seed, Write, daily_label, moves_to_text, sheet_for
from challenges.engine import Game as Play
from challenges.models import Day, Game, Player
from challenges.services.days import make_days
from challenges.services.seeds import derive_seed
from config import clock

UTC = datetime.UTC
ONE_DAY = datetime.timedelta(days=1)
FIRST = datetime.date(2025, 11, 26)
"""Of the days of a storm: long over, all open, and some of them doors of a calendar."""
DATES = [FIRST + number * ONE_DAY for number in range(10)]
NEVER = datetime.datetime(2999, 1, 1, tzinfo=UTC)
ORDERS = 12
"""In which rows are filled, so many different ones a day: totals are equal for some players."""


@dataclass(frozen=True, slots=True)
class LastMove:
    """What finishes a game."""

    player: str
    game: str
    date: str
    row: str


def open_days() -> list[Day]:
    """The days of a storm stay open until a test lets them end; others of the chain are over."""
    with clock.at(datetime.datetime.combine(FIRST, datetime.time(12), UTC)):
        make_days()
    Day.objects.filter(date__in=DATES).update(closes_at=NEVER)
    return list(Day.objects.filter(date__in=DATES).order_by("date"))


def make_players(number: int, *, claimed: bool = True) -> list[Player]:
    moment = timezone.now()
    return Player.objects.bulk_create(
        Player(
            name=f"Player {count}",
            joined_at=moment,
            claimed_at=moment if claimed else None,
        )
        for count in range(number)
    )


def make_games(players: Sequence[Player], days: Sequence[Day]) -> list[LastMove]:
    """A ranked game of every player on every day; only the last row is free."""
    games, last = [], []
    for day in days:
        for player, (play, row) in zip(players, itertools.cycle(plays_of(day)), strict=False):
            games.append(_game(player, day, play))
            last.append(LastMove(str(player.pk), str(games[-1].pk), str(day.date), row))
    Game.objects.bulk_create(games, batch_size=1000)
    return last


def make_results(players: Sequence[Player], days: Sequence[Day]) -> None:
    """As before there were boards: finished games that no board has heard of."""
    for day in days:
        games = []
        for player, (play, row) in zip(players, itertools.cycle(plays_of(day)), strict=False):
            game = _game(player, day, play.play(Write(row)))
            game.status, game.finished_at = Game.Status.FINISHED, timezone.now()
            games.append(game)
        Game.objects.bulk_create(games, batch_size=1000)


def plays_of(day: Day) -> list[tuple[Play, str]]:
    """With the row that is left."""
    label = daily_label(day.date)
    seed = derive_seed(key_id=day.key_id, label=label)
    chance = random.Random(label)
    return [_play(seed, chance) for _ in range(ORDERS)]


def _play(seed: Seed, chance: random.Random) -> tuple[Play, str]:
    sheet = sheet_for("maxi")
    play = Play.start(sheet, DiceStream(seed, sheet.dice))
    while len(play.choices) > 1:
        play = play.play(Write(chance.choice(list(play.choices))))
    return play, next(iter(play.choices))


def _game(player: Player, day: Day, play: Play) -> Game:
    return Game(
        player=player,
        mode=Game.Mode.DAILY,
        day=day,
        rules="maxi",
        seed_label=daily_label(day.date),
        key_id=day.key_id,
        commitment=day.commitment,
        moves=moves_to_text(play.moves),
        ply=play.ply,
        total=play.total,
        started_at=timezone.now(),
    )


def make_storm(players: int) -> None:
    """Prints what tests/storm/players.py and weather.py are given."""
    days = open_days()
    steady, fickle = make_players(players), make_players(players // 4)
    guests = make_players(players // 8, claimed=False)
    moves = make_games([*steady, *fickle, *guests], days)
    plan = {
        "moves": [asdict(move) for move in moves],
        "steady": [str(player.pk) for player in steady],
        "fickle": [str(player.pk) for player in fickle],
    }
    json.dump(plan, sys.stdout)


def make_outages(players: int, lost: int) -> None:
    """Days that end only when a test says so, a game on each; the last date is on no board yet."""
    days = open_days()
    Day.objects.update(closes_at=NEVER)
    make_games(make_players(players), days[:-1])
    make_results(make_players(lost), days[-1:])
    print("true")
