"""Unknown, withdrawn and blocked: whoever asks by whichever door learns nothing of which it is."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from friends.models import Challenge
from friends.services.challenges import withdraw
from friends.services.friendships import block
from friends.services.invitations import end_invitation, invite
from tests.cast import Caller, Person, Queries, nothing_changes
from tests.friends.table import ADDRESS, challenge_with, finish_solo

pytestmark = pytest.mark.django_db

UNKNOWN = "K7QM2XRD"
FORM = "application/x-www-form-urlencoded"
# Different each time that a page is written, whatever it is about.
FRESH = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')

CALLS = [("GET", ""), ("HEAD", ""), ("DELETE", ""), ("POST", "/game"), ("GET", "/results")]
PAGES = [
    *[("GET", ""), ("HEAD", ""), ("POST", ""), ("POST", "/withdraw")],
    *[("GET", "/picture.png"), ("HEAD", "/picture.png")],
]


@pytest.fixture
def withdrawn(owner: Person) -> Challenge:
    challenge = challenge_with(owner, finish_solo(owner), "target")
    withdraw(player=owner.player, code=challenge.pk, address=ADDRESS)
    return challenge


@pytest.fixture
def blocked(friend: Person, stranger: Person) -> Challenge:
    """For the friend, by its maker."""
    challenge = challenge_with(stranger, finish_solo(stranger), "target")
    block(player=stranger.player, other_id=friend.player.pk)
    return challenge


@pytest.fixture
def codes(withdrawn: Challenge, blocked: Challenge) -> list[str]:
    return [UNKNOWN, withdrawn.pk, blocked.pk]


def told(answer: HttpResponse, code: str, asked: Queries) -> tuple[object, ...]:
    """All that there is to see of an answer; of the queries how many there were."""
    text = FRESH.sub("", answer.content.decode())
    # Policies are written in any order.
    headers = {name: sorted(value.split("; ")) for name, value in answer.headers.items()}
    cookies = sorted(answer.cookies)
    everything = (answer.status_code, text, headers, cookies, len(asked.statements))
    return tuple(str(each).replace(code, "CODE") for each in everything)


def call(person: Person | None, method: str, tail: str, code: str) -> tuple[object, ...]:
    caller = person or Caller()
    with nothing_changes(), Queries() as asked:
        answer = caller.call(method, f"/friend-challenges/{code}{tail}")
    return told(answer, code, asked)


def open_page(
    person: Person | None, method: str, tail: str, code: str, *, door: str = "/f"
) -> tuple[object, ...]:
    client = Client()
    if person:
        client.force_login(person.player)
    client.get("/friends")  # a browser is noted once
    with nothing_changes(), Queries() as asked:
        answer = client.generic(method, f"{door}/{code}{tail}", "key=the-key-of-this-form", FORM)
    return told(answer, code, asked)


@pytest.mark.parametrize(("method", "tail"), CALLS)
def test_calls_with_an_account(friend: Person, codes: list[str], method: str, tail: str) -> None:
    found = {call(friend, method, tail, code) for code in codes}
    assert len(found) == 1
    assert found.pop()[0] == "404"


@pytest.mark.parametrize(("method", "tail"), CALLS)
def test_calls_without_an_account(db: None, withdrawn: Challenge, method: str, tail: str) -> None:
    assert len({call(None, method, tail, code) for code in (UNKNOWN, withdrawn.pk)}) == 1


@pytest.mark.parametrize(("method", "tail"), PAGES)
def test_pages_with_an_account(friend: Person, codes: list[str], method: str, tail: str) -> None:
    found = {open_page(friend, method, tail, code) for code in codes}
    assert len(found) == 1
    assert found.pop()[0] == "404"


@pytest.mark.parametrize(("method", "tail"), PAGES)
def test_pages_without_an_account(db: None, withdrawn: Challenge, method: str, tail: str) -> None:
    found = {open_page(None, method, tail, code) for code in (UNKNOWN, withdrawn.pk)}
    assert len(found) == 1
    assert found.pop()[0] == "404"


@pytest.fixture
def one_is_too_many(settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "1/3600"}


def statuses_of_two(person: Person, door: str, method: str, path: str) -> list[int]:
    """The same call twice."""
    client, is_page = Client(), door == "/f"
    if is_page:
        client.force_login(person.player)
    headers = {} if is_page else person.credentials()
    body, form = "key=the-key-of-this-form", FORM if is_page else "application/json"
    answers = [client.generic(method, door + path, body, form, headers=headers) for _ in range(2)]
    return [answer.status_code for answer in answers]


@pytest.mark.parametrize(
    ("door", "method", "tail"),
    [("/api/v1/friend-challenges", *one) for one in CALLS] + [("/f", *one) for one in PAGES],
)
@pytest.mark.usefixtures("one_is_too_many")
def test_each_counts_as_a_wrong_code(
    friend: Person, codes: list[str], door: str, method: str, tail: str
) -> None:
    for code in codes:
        cache.clear()
        assert statuses_of_two(friend, door, method, f"/{code}{tail}") == [404, 429]


# --- Invitations -----------------------------------------------------------------------------


@pytest.fixture
def invitations(owner: Person, friend: Person, stranger: Person) -> list[str]:
    """Unknown, ended, and blocked for the friend."""
    ended, blocked = (invite(player=one.player)[0].code for one in (owner, stranger))
    end_invitation(player=owner.player)
    block(player=stranger.player, other_id=friend.player.pk)
    return [UNKNOWN, ended, blocked]


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_calls_with_an_invitation(friend: Person, invitations: list[str], method: str) -> None:
    found = set()
    for code in invitations:
        with nothing_changes(), Queries() as asked:
            if method == "POST":
                answer = friend.post("/friends", {"invitation": code})
            else:
                answer = friend.call(method, f"/invitations/{code}")
        found.add(told(answer, code, asked))
    assert len(found) == 1
    assert found.pop()[0] == "404"


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_pages_of_invitations(friend: Person, invitations: list[str], method: str) -> None:
    found = {open_page(friend, method, "", code, door="/i") for code in invitations}
    assert len(found) == 1
    assert found.pop()[0] == "404"
