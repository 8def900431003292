"""Doors for Celery: a service each, safe to run twice and late."""

from celery import shared_task
from django.conf import settings

from challenges.services import days, sign_up
from challenges.services.accounts import devices
from challenges.services.perfect_play import looking_back, tables

SECONDS_OF_SOLVING = 15.0
SECONDS_OF_LOOKING_BACK = 20.0


@shared_task(name="challenges.make_days")
def make_days() -> None:
    days.make_days()


@shared_task(name="challenges.forget_old_credentials")
def forget_old_credentials() -> None:
    sign_up.forget_sign_up_keys()
    devices.forget_sessions()
    devices.forget_browsers()


@shared_task(name="challenges.build_tables")
def build_tables() -> None:
    if settings.BUILD_TABLES:
        tables.build_missing(seconds=SECONDS_OF_SOLVING)


@shared_task(name="challenges.look_back")
def look_back() -> None:
    looking_back.look_back(seconds=SECONDS_OF_LOOKING_BACK)
