"""Logs by structlog: one line a request, JSON in production, colours in development.

Paths carry ids only; no line holds a token, an address, a seed or dice.
"""

import logging.config
import sys
import time
from collections.abc import Callable
from typing import Any

import structlog
from django.http import HttpRequest, HttpResponse

logger = structlog.get_logger("requests")

QUIET = ("/healthz", "/readyz", "/static/")


def configure(options: dict[str, Any]) -> None:
    """Called by Django with settings.LOGGING: `{"json": bool, "level": name}`."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: list[Any] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if options["json"]
        else [
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(),
                pad_event_to=0,
                exception_formatter=structlog.dev.plain_traceback,
            )
        ]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": shared,
        "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
    }
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"line": formatter},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
            "root": {"handlers": ["stderr"], "level": options["level"]},
            "loggers": {
                # The request line says it already.
                "django.request": {"level": "ERROR"},
                "django.server": {"level": "ERROR"},
                # Every few seconds a task comes and goes; what it did, it says itself.
                "celery.worker.strategy": {"level": "WARNING"},
                "celery.app.trace": {"level": "WARNING"},
            },
        }
    )


class RequestLogMiddleware:
    """Writes one line when a request has been answered."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        started = time.perf_counter()
        response = self.get_response(request)
        if not request.path.startswith(QUIET):
            logger.info(
                "request",
                method=request.method,
                path=request.path,
                status=response.status_code,
                milliseconds=round((time.perf_counter() - started) * 1000, 1),
            )
        return response
