"""A service that is left alone: beat finds the minute, a worker closes what is due."""

import json
from pathlib import Path

from tests.conftest import LeftAlone
from tests.jobs import get, wait_for_seed


def test_a_day_that_has_ended_closes_by_itself_and_its_games_can_be_proved(
    left_alone: LeftAlone,
) -> None:
    service, game = left_alone
    day = wait_for_seed(service, "2026-10-01")
    proof = get(service, f"games/{game}/proof")
    files = {name: service.folder / f"{name}.json" for name in ("proof", "chain")}
    files["proof"].write_text(json.dumps(proof))
    files["chain"].write_text(json.dumps(get(service, "commitments")))
    checked = service.manage("check_proof", str(files["proof"]), "--chain", str(files["chain"]))

    assert day["status"] == "closed"
    assert proof["seed"] == day["seed"]
    assert [throw["throw"] for throw in proof["throws"]] == [1, 2]
    assert "The proof holds: 2 throws and a total of 0" in checked.stdout
    assert service.manage("close_days").stdout == "0 days closed.\n"
    assert all(process.is_running for process in service.running.values())
    assert list(Path(service.environment["DATA_DIR"]).glob("celerybeat-schedule*"))
