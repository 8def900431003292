"""Background jobs: the Celery application and the one schedule of everything that recurs.

Jobs look in the database for what is due and not done, so a run that is late, doubled or missed
does no harm. Each message expires before the next one is due: after an outage of the broker the
jobs run once, not once for every minute missed.
"""

import os
import warnings

from celery import Celery
from celery.exceptions import SecurityWarning
from celery.schedules import crontab
from kombu.transport import TRANSPORT_ALIASES
from kombu.transport.redis import QoS

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

# Messages are JSON, so a worker that runs as root is no more at risk than any other process.
warnings.filterwarnings("ignore", category=SecurityWarning)

# A worker that has taken messages ahead gives them back when its connection is lost, on that same
# connection, and ends of it. Nobody misses them: beat sends each job again.
QoS.restore_at_shutdown = False

# Without Redis: files that are never read before they are written.
TRANSPORT_ALIASES["filesystem"] = "config.queue:Transport"

app = Celery("dice")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

app.conf.beat_schedule = {
    "close-due-days": {
        "task": "leaderboards.close_due_days",
        "schedule": crontab(),
        "options": {"expires": 50},
    },
    "work-off-rebuilds": {
        "task": "leaderboards.work_off_rebuilds",
        "schedule": crontab(),
        "options": {"expires": 50},
    },
    "fold-changes": {
        "task": "leaderboards.fold_changes",
        "schedule": 10.0,
        "options": {"expires": 8},
    },
    "build-tables": {
        "task": "challenges.build_tables",
        "schedule": 10.0,
        "options": {"expires": 8},
    },
    "look-back": {
        "task": "challenges.look_back",
        "schedule": crontab(),
        "options": {"expires": 50},
    },
    "make-days-ahead": {
        "task": "challenges.make_days",
        "schedule": crontab(minute="7"),
        "options": {"expires": 3000},
    },
    "forget-old-credentials": {
        "task": "challenges.forget_old_credentials",
        "schedule": crontab(hour="3", minute="23"),
        "options": {"expires": 3000},
    },
}
