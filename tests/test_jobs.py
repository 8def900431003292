"""A worker does what it is sent, and what another one left undone."""

from pathlib import Path

import pytest

from challenges.engine.sheets import sheet_for
from challenges.strategy.tables import open_table, path_of
from tests.conftest import StartService
from tests.jobs import leave_unfinished_game, wait_for, wait_for_seed
from tests.solved import FIVE_DICE

SEND_THE_JOB = "from leaderboards.tasks import close_due_days; close_due_days.delay()"
# A run does as much as it comes to, and the compiler takes its time too.
SEND_THE_SOLVER = (
    "from challenges.tasks import build_tables\nfor _ in range(9): build_tables.delay()"
)


# Its minute goes by while this and the next tests run.
@pytest.mark.usefixtures("left_alone")
def test_a_worker_that_was_killed_leaves_its_work_to_the_next(start_service: StartService) -> None:
    service = start_service("web")
    leave_unfinished_game(service)

    service.start("worker")
    service.manage("shell", "-c", SEND_THE_JOB)
    service.kill("worker")
    service.start("worker")
    service.manage("shell", "-c", SEND_THE_JOB)

    assert wait_for_seed(service, "2026-10-01")["status"] == "closed"


@pytest.mark.only_on("postgresql")
def test_a_worker_solves_the_sheets_with_five_dice_first(start_service: StartService) -> None:
    service = start_service("web", BUILD_TABLES="1")
    folder = Path(service.environment["DATA_DIR"]) / "strategy"
    paths = {code: path_of(folder, sheet_for(code)) for code in FIVE_DICE}

    service.start("worker")
    service.manage("shell", "-c", SEND_THE_SOLVER)
    wait_for(service, lambda: all(path.exists() for path in paths.values()))
    service.kill("worker")

    found = {code: float(open_table(path, sheet_for(code))[0]) for code, path in paths.items()}
    assert found == pytest.approx(
        {
            "scandinavian": 248.43999,
            "classic": 254.58773,
            "yacht": 191.76088,
            "generala": 162.46947,
        },
        abs=1e-4,
    )
    assert not path_of(folder, sheet_for("maxi")).exists()
