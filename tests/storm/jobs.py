"""The service's jobs, and those of the boards, each sent every second instead of every minute.

For `celery -A tests.storm.jobs worker`, and `beat`.
"""

import django

from config.celery import app

django.setup()

from leaderboards.services import counts, rebuilds  # noqa: E402

__all__ = ["app"]


@app.task(name="storm.work_off")
def work_off() -> None:
    rebuilds.work_off(seconds=10)


@app.task(name="storm.fold_changes")
def fold_changes() -> None:
    counts.fold_changes()


app.conf.beat_schedule = {
    task: {"task": task, "schedule": 1.0, "options": {"expires": 5}}
    for task in ("leaderboards.close_due_days", "storm.work_off", "storm.fold_changes")
}
