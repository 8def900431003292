"""A worker does what it is sent, and what another one left undone."""

import pytest

from tests.conftest import StartService
from tests.jobs import leave_unfinished_game, wait_for_seed

SEND_THE_JOB = "from leaderboards.tasks import close_due_days; close_due_days.delay()"


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
