"""Doors for Celery: a service each, safe to run twice and late."""

from celery import shared_task

from challenges.services import days, sign_up
from challenges.services.accounts import devices


@shared_task(name="challenges.make_days")
def make_days() -> None:
    days.make_days()


@shared_task(name="challenges.forget_old_credentials")
def forget_old_credentials() -> None:
    sign_up.forget_sign_up_keys()
    devices.forget_sessions()
    devices.forget_browsers()
