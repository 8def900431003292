"""Rendering a page in the frame that all of them share."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from challenges.services.days import end_of_today
from challenges.web.readers import reader_of, today_for, zone_of
from config import clock


def page_of_ours(path: str, *, otherwise: str) -> str:
    """Where a form leads that was told where to come back to: never to another site."""
    is_ours = path.startswith("/") and url_has_allowed_host_and_scheme(path, allowed_hosts=None)
    return path if is_ours else otherwise


def render_page(
    request: HttpRequest, template: str, context: Mapping[str, Any], *, status: int = 200
) -> HttpResponse:
    """The page, with its times in the reader's zone.

    It is never taken from a cache: the way back leads to the page as it is now.
    """
    moment, zone = clock.now(), zone_of(request)
    today = today_for(request, moment)
    today_ends_at = end_of_today(zone, today)
    frame = {
        "reader": reader_of(request),
        "moment": moment,
        "today": today,
        "today_ends_at": today_ends_at,
        "seconds_of_today_left": int((today_ends_at - moment).total_seconds()),
        # Dates as they are written in the reader's language.
        "day_format": _("l j F"),
        "date_format": _("D j M Y"),
        "moment_format": _("D j M, H:i"),
    }
    with timezone.override(zone):
        response = render(request, template, {**frame, **context}, status=status)
    add_never_cache_headers(response)
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response
