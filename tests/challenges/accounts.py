"""What tests of accounts share: claiming by e-mail, and reading the mails."""

import re
from collections.abc import Sequence
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage
from django.http import HttpResponse

from tests.cast import Caller, Person, ok

EMAIL = "owner@example.org"
# So long that no name of 20 characters is like them, whichever letters a generated one has.
PASSWORD = "correct horse battery staple"
OTHER_PASSWORD = "a needle under straw in the barn"


def done(answer: HttpResponse) -> None:
    assert answer.status_code == 204, answer.content


def last_mail(to: str) -> EmailMessage:
    found: Sequence[EmailMessage] = mail.outbox
    assert found[-1].to == [to]
    return found[-1]


def key_in(message: EmailMessage) -> str:
    site = re.escape(settings.SITE_URL)
    found = re.search(rf"^{site}/account/\w+\?key=(\S+)$", str(message.body), re.M)
    assert found, message.body
    return unquote(found[1])


def claim(person: Caller, email: str = EMAIL, password: str = PASSWORD) -> HttpResponse:
    return person.post("/account/claim", {"email": email, "password": password})


def confirm(key: str) -> HttpResponse:
    """From a device that knows nothing of the player."""
    return Caller(address="198.51.100.77").post("/account/confirm", {"key": key})


def claim_and_confirm(person: Person, email: str = EMAIL, password: str = PASSWORD) -> None:
    ok(claim(person, email, password), 202)
    ok(confirm(key_in(last_mail(email))))
    mail.outbox.clear()


def sign_in(
    caller: Caller, email: str = EMAIL, password: str = PASSWORD, **fields: object
) -> HttpResponse:
    return caller.post("/account/sign-in", {"email": email, "password": password, **fields})


def is_signed_in(caller: Caller) -> bool:
    return caller.get("/me").status_code == 200


@pytest.fixture
def member(owner: Person) -> Person:
    """The owner, after claiming the account."""
    claim_and_confirm(owner)
    return owner
