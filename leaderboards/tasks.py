"""Doors for Celery: a service each, safe to run twice and late."""

from celery import shared_task

from leaderboards.services import closing, counts, rebuilds

SECONDS_OF_A_RUN = 30.0


@shared_task(name="leaderboards.close_due_days")
def close_due_days() -> None:
    closing.close_due_days()


@shared_task(name="leaderboards.fold_changes")
def fold_changes() -> None:
    counts.fold_changes()


@shared_task(name="leaderboards.work_off_rebuilds")
def work_off_rebuilds() -> None:
    rebuilds.work_off(seconds=SECONDS_OF_A_RUN)
