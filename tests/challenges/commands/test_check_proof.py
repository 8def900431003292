"""The command around the engine's check; what a proof can get wrong is tested there."""

import datetime
from typing import Any

import pytest

from challenges.engine import CHAIN_START, DiceStream, Game, Seed, Write, chain_hash, sheet_for
from challenges.engine.moves import move_to_json
from challenges.engine.proof import throws_of
from tests.challenges.commands.conftest import Run
from tests.challenges.commands.conftest import Write as WriteFile

SEED = Seed(bytes(range(32)))
DATE = datetime.date(2026, 12, 1)


@pytest.fixture
def proof() -> dict[str, Any]:
    sheet = sheet_for("maxi")
    game = Game.start(sheet, DiceStream(SEED, sheet.dice))
    for row in sheet.rows:
        game = game.play(Write(row.code))
    return {
        "id": "0d5a8f4e-1c1b-4a6f-9a53-3b1f7a1b2c3d",
        "rules": "maxi",
        "house_rules": {},
        "seed_label": f"daily:{DATE}",
        "seed": SEED.hex(),
        "commitment": SEED.commitment,
        "moves": [move_to_json(move) for move in game.moves],
        "throws": [
            {"turn": throw.turn, "throw": throw.throw, "dice": list(throw.dice)}
            for throw in throws_of(sheet, SEED, game.moves)
        ],
        "sheet": dict(game.filled),
        "total": game.total,
    }


def chain(commitment: str) -> dict[str, Any]:
    entry = {
        "position": 1,
        "date": DATE.isoformat(),
        "commitment": commitment,
        "chain_hash": chain_hash(CHAIN_START, DATE, commitment),
    }
    return {"entries": [entry]}


def test_a_true_proof_holds(run: Run, write: WriteFile, proof: dict[str, Any]) -> None:
    assert run("check_proof", write(proof)) == (
        f"The proof holds: 20 throws and a total of {proof['total']} follow from the seed of "
        "daily:2026-12-01.\n",
        "",
    )


def test_a_total_that_was_raised_does_not_hold(
    run: Run, write: WriteFile, proof: dict[str, Any]
) -> None:
    claimed = proof["total"] + 1

    assert run("check_proof", write({**proof, "total": claimed})) == (
        f"The total is {proof['total']}; the proof says {claimed}.\n",
        "The proof does not hold.",
    )


def test_the_chain_knows_the_commitment(run: Run, write: WriteFile, proof: dict[str, Any]) -> None:
    path = write(chain(SEED.commitment))

    assert run("check_proof", write(proof), "--chain", path)[1] == ""


def test_a_day_that_was_committed_to_another_seed_does_not_hold(
    run: Run, write: WriteFile, proof: dict[str, Any]
) -> None:
    path = write(chain("0" * 64))

    assert run("check_proof", write(proof), "--chain", path) == (
        "The chain committed this day to another seed.\n",
        "The proof does not hold.",
    )


def test_a_game_that_is_not_in_the_chain_does_not_hold(
    run: Run, write: WriteFile, proof: dict[str, Any]
) -> None:
    path = write(chain(SEED.commitment))
    other = write({**proof, "seed_label": "daily:2026-12-02"})

    assert run("check_proof", other, "--chain", path) == (
        "The chain has no entry for daily:2026-12-02.\n",
        "The proof does not hold.",
    )


def test_what_is_no_proof_is_said_to_be_none(run: Run, write: WriteFile) -> None:
    assert run("check_proof", write({}))[1].startswith("This cannot be checked: ")
    assert run("check_proof", write([]))[1].startswith("This cannot be checked: ")
    assert "is not JSON" in run("check_proof", write("{"))[1]
    assert "cannot be read" in run("check_proof", "/nowhere/proof.json")[1]
