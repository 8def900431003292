"""The jobs as they run for real: beat finds the minute, a worker closes what is due."""

import json
import time
import urllib.request
from typing import Any

from tests.conftest import StartService
from tests.servers.service import Service

# Eight weeks ago somebody began the game of 1 October and did not come back.
AN_UNFINISHED_GAME = """
import datetime, time_machine
from challenges.services.days import make_days
from challenges.services.games import make_move, start_daily_game
from challenges.services.sign_up import sign_up_guest
from challenges.engine import Keep

with time_machine.travel(datetime.datetime(2026, 10, 1, 12, tzinfo=datetime.UTC)):
    make_days()
    player, _ = sign_up_guest(address="127.0.0.1")
    game = start_daily_game(player=player, date=datetime.date(2026, 10, 1)).state.row
    make_move(player=player, game_id=game.id, ply=0, move=Keep((True, *[False] * 5)))
print(game.id)
"""
SEND_THE_JOB = "from leaderboards.tasks import close_due_days; close_due_days.delay()"
BEAT_COMES_ROUND = 100  # seconds: once a minute, and a slow machine


def get(service: Service, path: str) -> Any:
    with urllib.request.urlopen(f"{service.url}/api/v1/{path}", timeout=10) as answer:
        return json.load(answer)


def wait_for_seed(service: Service, date: str) -> Any:
    deadline = time.monotonic() + BEAT_COMES_ROUND
    while (day := get(service, f"days/{date}"))["seed"] is None:
        assert time.monotonic() < deadline, service.logs()
        time.sleep(0.5)
    return day


def test_a_day_that_has_ended_closes_by_itself_and_its_games_can_be_proved(
    start_service: StartService,
) -> None:
    service = start_service("web")
    game = service.manage("shell", "-c", AN_UNFINISHED_GAME).stdout.split()[-1]
    assert get(service, "days/2026-10-01")["seed"] is None

    service.start("worker", "beat")
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


def test_a_worker_that_was_killed_leaves_its_work_to_the_next(start_service: StartService) -> None:
    service = start_service("web")
    service.manage("shell", "-c", AN_UNFINISHED_GAME)

    service.start("worker")
    service.manage("shell", "-c", SEND_THE_JOB)
    service.kill("worker")
    service.start("worker")
    service.manage("shell", "-c", SEND_THE_JOB)

    assert wait_for_seed(service, "2026-10-01")["status"] == "closed"
