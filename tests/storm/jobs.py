"""The jobs of the boards, each sent every second, for `celery -A tests.storm.jobs beat`."""

from config.celery import app

__all__ = ["app"]

app.conf.beat_schedule = {
    name: {**job, "schedule": 1.0, "options": {"expires": 5}}
    for name, job in app.conf.beat_schedule.items()
    if job["task"].startswith("leaderboards.")
}
