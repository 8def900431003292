"""Doors for Celery: a service each, safe to run twice and late."""

from celery import shared_task

from challenges.services import days, players
from challenges.services.accounts import devices


@shared_task(name="challenges.make_days")
def make_days() -> None:
    days.make_days()


@shared_task(name="challenges.forget_old_credentials")
def forget_old_credentials() -> None:
    players.forget_sign_up_keys()
    players.forget_sessions()
    devices.forget_browsers()
