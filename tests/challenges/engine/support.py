"""What the engine's tests share: the cases, a fixed seed, and games played at random."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from challenges.engine import (
    SHEETS,
    DiceStream,
    Game,
    HouseRules,
    Keep,
    Move,
    Seed,
    Write,
    move_to_json,
    options,
    sheet_for,
    throws_of,
)

CASES = Path(__file__).parents[2] / "cases"
SEED = Seed(bytes(range(32)))
OTHER_SEED = Seed(bytes(range(1, 33)))

# The same examples on every run: a failure here is the change's, not the dice's.
FIXED = settings(derandomize=True, deadline=None, database=None, max_examples=60)

sheet_codes = st.sampled_from(sorted(SHEETS))
seeds = st.binary(min_size=32, max_size=32).map(Seed)


def cases(name: str) -> Any:
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def house_rules(sheet_code: str) -> st.SearchStrategy[HouseRules]:
    offered = {name: st.sampled_from(values) for name, values in options(sheet_code).items()}
    return st.fixed_dictionaries({}, optional=offered).map(
        lambda chosen: HouseRules.from_json(sheet_code, chosen)
    )


def start(sheet_code: str = "maxi", seed: Seed = SEED, **chosen: bool | int) -> Game:
    sheet = sheet_for(sheet_code, HouseRules.from_json(sheet_code, chosen))
    return Game.start(sheet, DiceStream(seed, sheet.dice))


def play_at_random(game: Game, plies: int, choice: int = 0) -> Game:
    """Up to so many legal moves further, the same ones for the same choice."""
    chooser = random.Random(choice)
    for _ in range(plies):
        if game.outcome:
            break
        game = game.play(random_move(game, chooser))
    return game


def random_move(game: Game, chooser: random.Random) -> Move:
    """The best row every other time, so that bonuses and jokers come up."""
    flags = tuple(chooser.random() < 0.5 for _ in game.dice)
    if game.throws_left and not all(flags) and chooser.random() < 0.7:
        return Keep(flags)
    choices = game.choices
    best = max(choices, key=lambda row: choices[row].points)
    return Write(chooser.choice([best, chooser.choice([*choices])]))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Games of every sheet with any house rules, finished or not."""
    sheet_code = draw(sheet_codes)
    sheet = sheet_for(sheet_code, draw(house_rules(sheet_code)))
    game = Game.start(sheet, DiceStream(draw(seeds), sheet.dice))
    return play_at_random(game, draw(st.integers(0, 100)), draw(st.integers(0, 1000)))


def proof_of(game: Game, rules: HouseRules, seed: Seed) -> dict[str, Any]:
    """As the service gives it, through JSON and back."""
    throws = throws_of(game.sheet, seed, game.moves)
    proof: dict[str, Any] = {
        "id": "4f8f2b0e-8f5c-4b1e-9b43-0a1c55d4a8d1",
        "rules": game.sheet.code,
        "house_rules": rules.to_json(),
        "seed_label": "game:4f8f2b0e-8f5c-4b1e-9b43-0a1c55d4a8d1",
        "seed": seed.hex(),
        "commitment": seed.commitment,
        "moves": [move_to_json(move) for move in game.moves],
        "throws": [throw._asdict() for throw in throws],
        "sheet": {row: game.filled.get(row) for row in game.sheet.row_by_code},
        "total": game.total,
    }
    sent: dict[str, Any] = json.loads(json.dumps(proof))
    return sent
