"""Replaying a finished maxi game: what every move and every check of a game costs."""

import random
import statistics
import time

from challenges.engine import DiceStream, Game, Keep, Record, Seed, Write, sheet_for
from challenges.engine.moves import Move
from challenges.engine.record import moves_from_text, moves_to_text
from challenges.engine.sheets import HouseRules
from tests.benchmarks.report import Report

GAMES = 200
ROUNDS = 15


def finished_game(number: int) -> tuple[Seed, str]:
    """As below, on dice of its own, and its stored moves."""
    seed = Seed(bytes([number % 256] * 32))
    return seed, moves_to_text(played_at_random(seed, random.Random(number)).moves)


def played_at_random(seed: Seed, chance: random.Random) -> Game:
    """A game of sixty moves, two re-throws a turn."""
    sheet = sheet_for("maxi")
    game = Game.start(sheet, DiceStream(seed, sheet.dice))
    while game.outcome is None:
        move: Move = Write(chance.choice(list(game.choices)))
        if game.throws_left:
            keep = [chance.random() < 0.5 for _ in game.dice]
            keep[chance.randrange(len(keep))] = False
            move = Keep(tuple(keep))
        game = game.play(move)
    return game


def verify(seed: Seed, moves: str) -> int:
    """The total, from what is stored: the text is read, and every die thrown again."""
    return Record("maxi", HouseRules(), seed, moves_from_text(moves)).replay(seed).total


def run(report: Report) -> None:
    games = [finished_game(number) for number in range(GAMES)]
    seconds = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        for seed, moves in games:
            verify(seed, moves)
        seconds.append((time.perf_counter() - started) / GAMES)
    best, median = min(seconds), statistics.median(seconds)
    report.title("Replaying a finished maxi game: 60 moves, from its stored text")
    report.row("one game, median", f"{median * 1e6:.0f} µs")
    report.row("one game, best round", f"{best * 1e6:.0f} µs")
    report.row("whole games verified a second, one core", f"{1 / median:,.0f}")
