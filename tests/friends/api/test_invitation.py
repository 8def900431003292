"""GET, POST and DELETE /friends/invitation, and GET /invitations/{code}."""

import pytest
from pytest_django import Settings

from friends.models import Invitation
from tests.cast import Browser, Caller, Person, at_once, nothing_changes, ok, refused
from tests.challenges.accounts import done
from tests.friends.api.company import befriend, one, public

pytestmark = pytest.mark.django_db

PATH = "/friends/invitation"


def path(code: object) -> str:
    return f"/invitations/{code}"


def made(person: Person) -> str:
    return str(ok(person.post(PATH), 200, 201)["code"])


# --- Mine ------------------------------------------------------------------------------------


def test_there_is_none_until_i_make_it_and_then_there_is_one(owner: Person) -> None:
    assert ok(owner.get(PATH)) == {"code": None, "link": None}
    invitation = ok(owner.post(PATH), 201)
    row = Invitation.objects.get()
    assert invitation == {"code": str(row), "link": f"http://127.0.0.1:8000/i/{row.code}"}
    with nothing_changes():
        assert ok(owner.post(PATH)) == ok(owner.get(PATH)) == invitation


def test_it_is_ended_and_the_next_one_has_another_code(owner: Person, anybody: Caller) -> None:
    first = made(owner)
    done(owner.delete(PATH))
    assert ok(owner.get(PATH)) == {"code": None, "link": None}
    with nothing_changes():
        done(owner.delete(PATH))
    assert made(owner) != first
    refused(anybody.get(path(first)), 404, "invitation_not_found")


def test_everybody_has_their_own(owner: Person, friend: Person) -> None:
    mine, theirs = made(owner), made(friend)
    done(friend.delete(PATH))
    assert mine != theirs
    assert ok(owner.get(PATH))["code"] == mine


def test_a_browser_makes_and_ends_it_with_its_csrf_token_only(owner: Person) -> None:
    browser = Browser(player=owner.player)
    ok(browser.post(PATH), 201)
    browser.sends_csrf = False
    with nothing_changes():
        refused(browser.post(PATH), 403, "permission_denied")
        refused(browser.delete(PATH), 403, "permission_denied")


def test_without_credentials_there_is_none(anybody: Caller) -> None:
    with nothing_changes():
        for method in ("GET", "POST", "DELETE"):
            refused(anybody.call(method, PATH), 401, "not_authenticated")


@pytest.mark.django_db(transaction=True)
def test_of_eight_devices_at_once_one_makes_it(owner: Person) -> None:
    token = owner.token
    answers = at_once([lambda: Caller(token=token).post(PATH)] * 8)
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    code = str(Invitation.objects.get())
    assert {ok(answer, 200, 201)["code"] for answer in answers} == {code}


# --- Another one's ---------------------------------------------------------------------------


def test_anybody_learns_who_invites_in_any_spelling(
    owner: Person, friend: Person, anybody: Caller
) -> None:
    code = made(owner)
    expected = {
        "code": code,
        "link": f"http://127.0.0.1:8000/i/{code.replace('-', '')}",
        "player": public(owner),
        "mine": False,
        "friendship": None,
    }
    with nothing_changes():
        for spelt in (code, code.lower(), code.replace("-", "")):
            assert ok(anybody.get(path(spelt))) == expected
        assert ok(friend.get(path(code))) == expected | {"friendship": "none"}
        assert ok(owner.get(path(code))) == expected | {"mine": True}


def test_it_says_what_the_two_are_already(owner: Person, friend: Person) -> None:
    code = made(owner)
    ok(owner.post("/friends/requests", one(friend)))
    assert ok(friend.get(path(code)))["friendship"] == "asks"
    befriend(friend, owner)
    assert ok(friend.get(path(code)))["friendship"] == "friends"


@pytest.mark.parametrize("code", ["K7QM-2XR", "K7QM-2XRU", "%00", "me"])
def test_what_is_no_code_is_refused(anybody: Caller, code: str) -> None:
    refused(anybody.get(path(code)), 400, "malformed_code")


def test_unknown_ended_blocked_and_deleted_are_answered_alike(
    owner: Person, friend: Person, stranger: Person
) -> None:
    ended = made(owner)
    done(owner.delete(PATH))
    blocked, deleted = made(owner), made(stranger)
    done(friend.post("/friends/blocks", one(owner)))
    done(stranger.delete("/me", {"confirm": True}))
    friend.answers.clear()
    for code in ("K7QM-2XRD", ended, blocked, deleted):
        refused(friend.get(path(code)), 404, "invitation_not_found")
    assert len({answer.content for answer in friend.answers}) == 1


def test_wrong_codes_are_counted_with_those_of_challenges(
    owner: Person, anybody: Caller, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "2/3600"}
    code = made(owner)
    refused(anybody.get(path("K7QM-2XRD")), 404, "invitation_not_found")
    refused(anybody.get("/friend-challenges/K7QM-2XRD"), 404, "challenge_not_found")
    answer = anybody.get(path(code))
    refused(answer, 429, "too_many_codes")
    assert answer["Retry-After"] == "3600"
