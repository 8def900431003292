"""Nothing tells of dice that have not been thrown: no answer, no header, no log line."""

import json
import logging

import pytest
import time_machine

from challenges.models import Game
from tests.cast import CLOSES, TODAY, Caller, Person, ok
from tests.challenges.api.secrecy import logged, said, secrets_of, unthrown
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db


def test_a_whole_game_of_an_open_day_tells_no_secret(
    owner: Person, stranger: Person, anybody: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    seed = recomputed.seed_of_day(TODAY)
    game = owner.start_daily()
    told = []
    while game["status"] == "playing":
        for caller in (owner, stranger, anybody):
            caller.get(f"/games/{game['id']}")
            caller.get(f"/games/{game['id']}/proof")
            caller.get(f"/days/{TODAY}")
        owner.move(game, game["ply"], keep=[True] * 6)
        owner.move(game, game["ply"] + 1, row="chance")
        owner.get("/games")
        now = said(owner, stranger, anybody)
        assert [dice for dice in unthrown(seed, game) for text in now if dice in text] == []
        told += now
        if game["throws_left"] and game["ply"] % 3 == 0:
            game = owner.keep(game, 0, 1)
        else:
            game = owner.write(game, next(iter(game["choices"])))
    told += [*said(owner), logged(caplog)]
    assert [secret for secret in secrets_of(seed) for text in told if secret in text] == []
    assert "seed" not in game
    assert list(Game.objects.values_list("seed", flat=True)) == [None]


def test_the_check_finds_dice_that_are_told(owner: Person) -> None:
    game = owner.start_daily()
    future = list(unthrown(recomputed.seed_of_day(TODAY), game))
    assert len(future) == 4 + 19 * 5
    after = owner.keep(game)
    assert any(dice in said(owner)[-1] for dice in future)
    assert json.dumps(after["dice"], separators=(",", ":")) == future[0]


def test_the_unfinished_solo_game_tells_no_secret(
    owner: Person, stranger: Person, anybody: Caller, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = owner.play_rows(owner.start_solo(), leave=1)
    for caller in (owner, stranger, anybody):
        caller.get(f"/games/{game['id']}")
        caller.get(f"/games/{game['id']}/proof")
    seed = recomputed.seed_of(f"game:{game['id']}")
    told = [*said(owner, stranger, anybody), logged(caplog)]
    assert [secret for secret in secrets_of(seed) for text in told if secret in text] == []


def test_a_strangers_answers_hold_nothing_of_my_game(
    owner: Person, stranger: Person, anybody: Caller
) -> None:
    game = owner.play_rows(owner.start_daily())
    for caller in (stranger, anybody):
        for path in (
            f"/days/{TODAY}",
            "/days/today",
            f"/players/{owner.player.pk}",
            "/commitments",
        ):
            ok(caller.get(path))
        told = " ".join(said(caller))
        assert game["id"] not in told
        assert '"my_game":null' in told


def test_no_log_line_holds_a_token_an_address_or_a_key(
    anybody: Caller, caplog: pytest.LogCaptureFixture, clock: time_machine.Traveller
) -> None:
    caplog.set_level(logging.DEBUG)
    key = "0f4e5c5a-idempotency-key"
    signed_up = ok(anybody.post("/players", {"name": "Åsa"}, Idempotency_Key=key), 201)
    caller = Person(token=signed_up["token"], address="203.0.113.77")
    caller.play_keenly_by_calls(caller.start_daily())
    caller.get("/days/today", time_zone="Europe/Stockholm")
    clock.move_to(CLOSES)
    Caller(token="f" * 64).get("/me")
    text = logged(caplog)
    for secret in (signed_up["token"], "f" * 64, "203.0.113.77", key, "Åsa", "Stockholm"):
        assert secret not in text
    assert "/api/v1/days/2026-12-01/game" in text
