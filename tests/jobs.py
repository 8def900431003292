"""What the tests of jobs share: a day that is due to close, and a look at it from outside."""

import json
import time
import urllib.request
from collections.abc import Callable
from typing import Any

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
BEAT_COMES_ROUND = 240  # seconds: once a minute, and a slow machine


def leave_unfinished_game(service: Service) -> str:
    """Its id; its day is due and not closed."""
    game = service.manage("shell", "-c", AN_UNFINISHED_GAME).stdout.split()[-1]
    assert get(service, "days/2026-10-01")["seed"] is None
    return game


def get(service: Service, path: str) -> Any:
    with urllib.request.urlopen(f"{service.url}/api/v1/{path}", timeout=30) as answer:
        return json.load(answer)


def wait_for_seed(service: Service, date: str) -> Any:
    return wait_for(service, lambda: get(service, f"days/{date}"), lambda day: day["seed"])


def wait_for(
    service: Service, ask: Callable[[], Any], is_there: Callable[[Any], Any] = bool
) -> Any:
    """What is answered once it is what is waited for."""
    deadline = time.monotonic() + BEAT_COMES_ROUND
    while not is_there(answer := ask()):
        assert time.monotonic() < deadline, service.logs()
        time.sleep(0.5)
    return answer
