"""What honest players look like, and those who know the dice: the figures that fair play goes by.

All play the same dice. An honest one takes each option with a chance that falls off with what it
loses; one with foresight looks, in some of the decisions, one throw ahead.
"""

import math
import os
import random
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

import django
import numpy as np
from django.conf import settings

from challenges.engine import DiceStream, Game, Seed, sheet_for
from challenges.engine.dice import rethrow
from challenges.strategy.advice import Option, advise, flags_of
from challenges.strategy.review import Review, review
from challenges.strategy.tables import open_table, path_of
from challenges.strategy.turn import Turn, state_of
from tests.benchmarks.report import Report, verdict
from tests.challenges.strategy.sheets import move_of

SHEET = sheet_for("maxi")
GAMES = 200
HONEST = {"a master": 0.3, "a good player": 1.0, "a casual one": 3.0}
"""Points that make an option e times less likely."""
FORESEEING = {"always": 1.0, "three times in ten": 0.3, "once in ten": 0.1}

Values = np.ndarray[tuple[int], np.dtype[np.float32]]
Choose = Callable[[list[Option], Game], Option]


def run(report: Report) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DEVELOPMENT", "1")
    django.setup()
    from challenges.services.perfect_play.fair_play import SPREAD  # noqa: PLC0415

    report.title(f"Fair play: {GAMES} games of maxi on the same dice")
    values = _table(report)
    if values is None:
        return
    drawn = random.Random(1)
    seeds = [Seed(drawn.randbytes(32)) for _ in range(GAMES)]
    par = [_play(seed, values, lambda options, _game: options[0]) for seed in seeds]
    report.text("                        total  accuracy   loss   luck  excess  its spread")
    spreads = []
    for name, points in HONEST.items():
        found = [_play(seed, values, _honest(points, drawn)) for seed in seeds]
        spreads.append(_line(report, name, found, par))
    for name, share in FORESEEING.items():
        found = [_play(seed, values, _foreseeing(share, drawn, values)) for seed in seeds]
        _line(report, f"ahead {name}", found, par)
    widest = max(spreads)
    report.row("the widest spread of honest ones", f"{widest:.1f}", verdict(widest, SPREAD))


def _table(report: Report) -> Values | None:
    path = path_of(Path(settings.STRATEGY_DIR), SHEET)
    if not path.exists():
        report.text(f"There is no table {path}: make it by `manage.py solve maxi`.")
        return None
    return open_table(path, SHEET)


def _line(report: Report, name: str, found: Sequence[Review], par: Sequence[Review]) -> float:
    excess = [one.luck - best.luck / 2 for one, best in zip(found, par, strict=True)]
    means = [
        statistics.fmean(getattr(one, field) for one in found)
        for field in ("total", "accuracy", "loss", "luck")
    ]
    spread = statistics.pstdev(excess)
    figures = "".join(f"{figure:8.1f}" for figure in (*means, statistics.fmean(excess), spread))
    report.text(f"{name:<21}{figures}")
    return spread


def _play(seed: Seed, values: Values, choose: Choose) -> Review:
    game = Game.start(SHEET, DiceStream(seed, SHEET.dice))
    while not game.outcome:
        game = game.play(move_of(game, choose(advise(game, values), game)))
    return review(game, values)


def _honest(points: float, drawn: random.Random) -> Choose:
    def choose(options: list[Option], _game: Game) -> Option:
        best = options[0].worth
        chances = [math.exp((option.worth - best) / points) for option in options]
        return drawn.choices(options, chances)[0]

    return choose


def _foreseeing(share: float, drawn: random.Random, values: Values) -> Choose:
    honest = _honest(1.0, drawn)

    def choose(options: list[Option], game: Game) -> Option:
        if drawn.random() > share:
            return honest(options, game)
        turn = Turn(SHEET, values, state_of(SHEET, game.filled))
        return max(options, key=lambda option: _known_worth(turn, game, option))

    return choose


def _known_worth(turn: Turn, game: Game, option: Option) -> float:
    """With the dice that come next, which nobody is to know."""
    if option.kept is None:
        return option.worth
    thrown = game.throw_source(game.turn, game.throw + 1)
    dice = rethrow(game.dice, flags_of(game.dice, option.kept), thrown)
    return turn.worth(game.throw + 1, dice)
