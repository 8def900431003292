"""What a web process asks for: advice, a review, a day's ceiling; beside a replay of the game."""

import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from challenges.engine.dice import DiceStream
from challenges.engine.game import Game, replay
from challenges.engine.record import moves_from_text
from challenges.engine.sheets import THROWS, sheet_for
from challenges.strategy.advice import advise
from challenges.strategy.ceiling import ceiling
from challenges.strategy.review import review
from tests.benchmarks.replay import finished_game
from tests.benchmarks.report import Report, verdict

GAMES = 25
MOST_OF_ADVICE, MOST_OF_REVIEW = 2.0, 30.0
"""Milliseconds."""

Calls = dict[str, Callable[[], Any]]


def run(report: Report, file: Path) -> None:
    if "numba" in sys.modules:
        raise RuntimeError("Where people play no compiler is loaded: here is one.")
    values = np.load(file, mmap_mode="r").view(np.ndarray)
    review(game(0), values)  # lays out its tables
    taken = _medians([_calls(game(number), values) for number in range(GAMES)])
    report.title("A maxi game of sixty moves, played at random; medians, CPU time")
    for name, seconds in taken.items():
        times, note = seconds / taken["replay"], ""
        if name.startswith("advice"):
            note = verdict(seconds * 1e3, MOST_OF_ADVICE)
        elif name == "review":
            note = verdict(seconds * 1e3, MOST_OF_REVIEW)
        report.row(name, f"{seconds * 1e3:.2f} ms", f"{times:.1f} replays; {note}".rstrip("; "))


def game(number: int) -> Game:
    seed, moves = finished_game(number)
    sheet = sheet_for("maxi")
    return replay(sheet, DiceStream(seed, sheet.dice), moves_from_text(moves))


def _calls(game: Game, values: Any) -> Calls:
    """Advice in the middle of the game, where half of all rows are free."""
    calls: Calls = {"replay": lambda: replay(game.sheet, game.throw_source, game.moves)}
    for throw in range(1, THROWS + 1):
        position = replay(game.sheet, game.throw_source, game.moves[: 30 + throw - 1])
        calls[f"advice after throw {throw}"] = lambda position=position: advise(position, values)
    calls["review"] = lambda: review(game, values)
    calls["ceiling"] = lambda: ceiling(game.sheet, game.throw_source)
    return calls


def _medians(games: list[Calls]) -> dict[str, float]:
    taken: dict[str, list[float]] = defaultdict(list)
    for calls in games:
        for name, call in calls.items():
            started = time.thread_time()
            call()
            taken[name].append(time.thread_time() - started)
    return {name: statistics.median(seconds) for name, seconds in taken.items()}
