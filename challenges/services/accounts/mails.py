"""Mails: plain text, the subject in the first line of the template.

They are sent after the transaction that they tell of, and never inside one: a mail server that is
slow must not hold locks, and one that is down must not undo what was done.
"""

import logging
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.utils import translation

from challenges.services.accounts.problems import MailNotSent

logger = logging.getLogger(__name__)


def send_mail(name: str, *, to: str, language: str, **context: Any) -> None:
    """Raises MailNotSent; whoever asked for the mail can ask again."""
    try:
        _message(name, to, language, context).send()
    except OSError as error:  # of the connection, and all of smtplib's
        logger.warning("the mail %s was not sent: %s", name, type(error).__name__)
        raise MailNotSent from error


def send_notice(name: str, *, to: str, language: str, **context: Any) -> None:
    """A mail that nobody waits for: what it tells of has been done, with or without it."""
    try:
        send_mail(name, to=to, language=language, **context)
    except MailNotSent:
        return


def link(page: str, key: str = "") -> str:
    """To a page of ours, at an address that no request can name.

    The key is in the query, which is not logged.
    """
    address = f"{settings.SITE_URL}{settings.MAILED_PAGES[page]}"
    return f"{address}?key={quote(key)}" if key else address


def _message(name: str, to: str, language: str, context: dict[str, Any]) -> EmailMessage:
    with translation.override(language):
        text = render_to_string(f"challenges/mails/{name}.txt", context)
    subject, _, body = text.strip().partition("\n")
    return EmailMessage(subject=subject, body=body.lstrip(), to=[to])
