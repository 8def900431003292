"""Keys that change, retire or go missing: an error, never new dice."""

import logging

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day, Game
from challenges.services.days import make_days
from config.secrets import parse_seed_keys
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    NOON,
    ONE_DAY,
    SEED_KEYS,
    TODAY,
    Person,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db

OTHER_SECRET = "another-seed-key-of-the-tests-which-is-long-enough"
CHANGED = parse_seed_keys(f"first:{OTHER_SECRET}")
WITHOUT = parse_seed_keys(f"second:{OTHER_SECRET}")
WITH_BOTH = parse_seed_keys(f"second:{OTHER_SECRET},{SEED_KEYS}")
BROKEN = pytest.mark.parametrize("broken", [CHANGED, WITHOUT], ids=["changed", "missing"])


@BROKEN
@pytest.mark.parametrize("kind", ["daily", "solo"])
def test_no_die_is_shown_or_thrown_without_the_right_key(
    owner: Person, settings: Settings, broken: dict[str, bytes], kind: str
) -> None:
    game = owner.start_daily() if kind == "daily" else owner.start_solo()
    game = owner.keep(game, 0)
    settings.SEED_KEYS = broken
    with nothing_changes():
        refused(owner.get(f"/games/{game['id']}"), 503, "dice_unavailable")
        refused(owner.move(game, 1, row="chance"), 503, "dice_unavailable")
        refused(owner.move(game, 1, keep=[False] * 6), 503, "dice_unavailable")
        refused(owner.move(game, 0, keep=[True, *[False] * 5]), 503, "dice_unavailable")
    settings.SEED_KEYS = parse_seed_keys(SEED_KEYS)
    assert ok(owner.get(f"/games/{game['id']}")) == game


@BROKEN
def test_no_game_of_the_day_starts_without_the_right_key(
    owner: Person, today: Day, settings: Settings, broken: dict[str, bytes]
) -> None:
    settings.SEED_KEYS = broken
    with nothing_changes():
        refused(owner.post(f"/days/{TODAY}/game"), 503, "dice_unavailable")
    settings.SEED_KEYS = parse_seed_keys(SEED_KEYS)
    assert owner.start_daily()["dice"] == recomputed.throw(recomputed.seed_of_day(TODAY), 1, 1)


@BROKEN
def test_a_ranked_game_is_not_resumed_without_the_right_key(
    owner: Person, settings: Settings, broken: dict[str, bytes]
) -> None:
    owner.start_daily()
    settings.SEED_KEYS = broken
    with nothing_changes():
        refused(owner.post(f"/days/{TODAY}/game"), 503, "dice_unavailable")


@BROKEN
def test_no_other_game_on_a_days_dice_starts_without_the_right_key(
    owner: Person, settings: Settings, broken: dict[str, bytes]
) -> None:
    owner.play_rows(owner.start_daily())
    settings.SEED_KEYS = broken
    body = {"rules": "maxi", "mode": "solo", "day": str(TODAY)}
    key = {"Idempotency_Key": "d5b6a3a4-57a4-4d0a-9d4f-1f2f6b1b4d11"}
    with nothing_changes():
        refused(owner.post("/games", body, **key), 503, "dice_unavailable")


@BROKEN
def test_what_shows_no_dice_goes_on_without_the_right_key(
    owner: Person, settings: Settings, broken: dict[str, bytes]
) -> None:
    game = owner.start_daily()
    settings.SEED_KEYS = broken
    assert [line["id"] for line in ok(owner.get("/games"))["results"]] == [game["id"]]
    assert ok(owner.get(f"/days/{TODAY}"))["my_game"]["id"] == game["id"]
    assert ok(owner.get("/commitments"))["entries"][0]["commitment"] == game["commitment"]


@BROKEN
def test_the_operator_is_told_which_key_and_no_secret(
    owner: Person,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
    broken: dict[str, bytes],
) -> None:
    game = owner.start_daily()
    settings.SEED_KEYS = broken
    caplog.clear()
    owner.get(f"/games/{game['id']}")
    (record,) = [entry for entry in caplog.records if entry.name == "challenges.services.seeds"]
    assert record.levelno == logging.ERROR
    assert "first" in record.getMessage()
    assert "daily:2026-12-01" in record.getMessage()
    assert OTHER_SECRET not in caplog.text


def test_new_games_use_the_current_key_and_old_ones_theirs(
    owner: Person, settings: Settings, clock: time_machine.Traveller
) -> None:
    daily, solo = owner.start_daily(), owner.start_solo()
    settings.SEED_KEYS = WITH_BOTH
    assert ok(owner.get(f"/games/{daily['id']}")) == daily
    assert owner.play_rows(solo)["status"] == "finished"
    assert Game.objects.get(pk=owner.start_solo()["id"]).key_id == "second"
    clock.move_to(NOON + ONE_DAY)
    (made,) = make_days()
    assert made.key_id == "second"


def test_a_key_can_retire_when_all_its_seeds_are_published(
    owner: Person, settings: Settings, clock: time_machine.Traveller
) -> None:
    daily, solo = owner.play_rows(owner.start_daily()), owner.play_rows(owner.start_solo())
    unfinished = owner.start_solo()
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    settings.SEED_KEYS = WITHOUT
    # Once the day is closed there is one more board to stand on.
    daily.pop("standings")
    for game in (daily, solo):
        assert ok(owner.get(f"/games/{game['id']}")).items() >= game.items()
        assert ok(owner.get(f"/games/{game['id']}/proof"))["total"] == game["total"]
    assert ok(owner.post(f"/days/{TODAY}/game"), 200).items() >= daily.items()
    again = owner.start_solo(day=str(TODAY))
    assert owner.play_rows(again)["total"] == daily["total"]
    refused(owner.get(f"/games/{unfinished['id']}"), 503, "dice_unavailable")


def test_a_published_seed_that_is_not_the_one_committed_to_is_an_error(
    owner: Person, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_solo())
    Game.objects.filter(pk=game["id"]).update(seed="0" * 64)
    refused(owner.get(f"/games/{game['id']}"), 503, "dice_unavailable")
    refused(owner.get(f"/games/{game['id']}/proof"), 503, "dice_unavailable")
