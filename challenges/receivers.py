"""What this app does when others announce something."""

from typing import Any

from django.conf import settings
from django.contrib.auth import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest

from challenges.models import Player
from challenges.services.accounts.device_names import device_name
from challenges.services.accounts.devices import begin_session


@receiver(user_logged_in, sender=Player)
def remember_browser(request: HttpRequest, user: Player, **kwargs: Any) -> None:
    """Every door signs browsers in through Django: pages, and the admin site.

    Whichever it was, staff's session opens the admin site, and ends sooner than players'.
    """
    if user.is_staff:
        request.session.set_expiry(settings.STAFF_SESSION_AGE)
    begin_session(
        player=user,
        session=request.session,
        name=device_name(request.META.get("HTTP_USER_AGENT", "")),
    )
