"""The doors of the background jobs, run in place."""

import datetime

import pytest
import time_machine
from celery.schedules import crontab
from django.contrib.sessions.models import Session

from challenges import tasks
from challenges.models import Day, Player
from config.celery import app
from tests.cast import NOON, ONE_DAY, Browser, Caller, Person, nothing_changes, ok

pytestmark = pytest.mark.django_db

KEY = "4a0e5a5c-3a37-4a53-a3a5-6a0b7c1f6b0d"


def test_days_are_made_and_made_again(clock: time_machine.Traveller) -> None:
    tasks.make_days()
    assert Day.objects.count() == 42
    with nothing_changes():
        tasks.make_days()


def test_old_sign_up_keys_and_sessions_are_forgotten_and_new_ones_kept(
    anybody: Caller, owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    ok(anybody.post("/players", {}, Idempotency_Key=KEY), 201)
    Browser(player=owner.player)
    Session.objects.update(expire_date=NOON + ONE_DAY)
    kept = Browser(player=friend.player)
    clock.move_to(NOON + ONE_DAY + datetime.timedelta(microseconds=1))
    tasks.forget_old_credentials()
    assert not Player.objects.exclude(signup_key=None).exists()
    assert Session.objects.count() == 1
    ok(kept.get("/me"))


def test_every_scheduled_message_names_a_task_and_expires_before_the_next_run() -> None:
    app.loader.import_default_modules()
    for name, entry in app.conf.beat_schedule.items():
        assert entry["task"] in app.tasks, name
        assert entry["options"]["expires"] < seconds_between(entry["schedule"]), name


def seconds_between(schedule: float | crontab) -> float:
    if isinstance(schedule, float):
        return schedule
    return 60 if len(schedule.minute) == 60 else 3600
