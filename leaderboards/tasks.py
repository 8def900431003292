"""Doors for Celery: a service each, safe to run twice and late."""

from celery import shared_task

from leaderboards.services import closing as services


@shared_task(name="leaderboards.close_due_days")
def close_due_days() -> None:
    services.close_due_days()
