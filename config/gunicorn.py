"""How gunicorn serves the service: `gunicorn -c config/gunicorn.py config.wsgi`."""

import os
from typing import Any

bind = f"{os.environ.get('BIND', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "8"))
workers = int(os.environ.get("WEB_CONCURRENCY", "2" if os.environ.get("REDIS_URL") else "1"))
if workers > 1 and not os.environ.get("REDIS_URL"):
    raise RuntimeError(
        "More than one web process (WEB_CONCURRENCY) needs REDIS_URL: limits are counted there."
    )

# Read by config/settings.py: each thread can have a connection, and none has to wait for one.
os.environ.setdefault("DATABASE_POOL_SIZE", str(threads))

preload_app = False  # a pool opened before the fork would be shared by all processes
control_socket_disable = True
timeout = 30
graceful_timeout = 20
keepalive = 75
max_requests = 0
accesslog = None  # config.logs writes one line a request


def when_ready(server: Any) -> None:
    """The last line of a start: where to play."""
    addresses = ", ".join(f"http://{address}" for address in bind.split(","))
    server.log.info("Play at %s", addresses)
