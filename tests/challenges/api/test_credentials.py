"""Bearer tokens, and sessions with their CSRF token."""

import pytest
from django.http import HttpResponse
from knox.models import AuthToken

from challenges.models import Player
from challenges.services.players import issue_token
from tests.cast import (
    MICROSECOND,
    NOON,
    NOWHERE,
    TODAY,
    Browser,
    Caller,
    Person,
    nothing_changes,
    ok,
    refused,
)
from tests.challenges.api.description import description

pytestmark = pytest.mark.django_db

READS = ["/me", "/games"]
OPEN_READS = ["/rules", "/days/today", "/commitments"]


PARAMETERS = {
    **dict.fromkeys(("game_id", "player_id", "device_id"), NOWHERE),
    "date": TODAY,
    "code": "K7QM2XRD",
}


def calls_of_players() -> list[tuple[str, str]]:
    """Method and path of every call that the description gives to players alone."""
    return [
        (method.upper(), path.removeprefix("/api/v1").format(**PARAMETERS))
        for path, operations in description()["paths"].items()
        for method, operation in operations.items()
        if {} not in operation["security"]
    ]


def call_with(header: str, path: str = "/me", method: str = "GET") -> HttpResponse:
    return Caller().call(method, path, headers={"Authorization": header})


# --- Bearer ----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", READS)
def test_a_token_opens_what_is_the_players(owner: Person, path: str) -> None:
    ok(owner.get(path))


@pytest.mark.parametrize("path", READS)
def test_without_a_token_it_stays_shut(anybody: Caller, path: str) -> None:
    answer = anybody.get(path)
    refused(answer, 401, "not_authenticated")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(("method", "path"), calls_of_players())
def test_nothing_of_a_players_is_done_for_somebody_else(
    owner: Person, method: str, path: str
) -> None:
    with nothing_changes():
        refused(Caller().call(method, path), 401, "not_authenticated")
        answer = call_with("Bearer " + "0" * 64, path, method)
        refused(answer, 401, "authentication_failed")


@pytest.mark.parametrize("prefix", ["Bearer", "bearer", "BEARER"])
def test_the_word_bearer_may_be_written_in_any_way(owner: Person, prefix: str) -> None:
    ok(call_with(f"{prefix} {owner.token}"))


@pytest.mark.parametrize("path", [*READS, *OPEN_READS])
@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer 0",
        "Bearer " + "0" * 64,
        "Bearer " + "f" * 63,
        "Bearer " + "zz" * 32,
        "Bearer " + "0" * 100_000,
        "Bearer \x00",
        "Bearer nyckel-på-svenska",
        "Bearer \xff\xfe",
        "Bearer one two",
        "Bearer null",
        "Bearer undefined",
    ],
)
def test_a_token_that_is_none_is_refused_everywhere(
    owner: Person, today: object, header: str, path: str
) -> None:
    with nothing_changes():
        answer = call_with(header, path)
        refused(answer, 401, "authentication_failed")
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("change", ["longer", "shorter", "swapped", "hash"])
def test_a_token_is_exact(owner: Person, change: str) -> None:
    token = str(owner.token)
    changed = {
        "longer": token + "0",
        "shorter": token[:-1],
        "swapped": token[::-1],
        "hash": AuthToken.objects.get().digest,
    }
    refused(call_with(f"Bearer {changed[change]}"), 401, "authentication_failed")


@pytest.mark.parametrize("header", ["Basic b3duZXI6b3duZXI=", "Token abc", "Digest x", "", " "])
def test_other_schemes_are_no_credentials(owner: Person, header: str) -> None:
    refused(call_with(header), 401, "not_authenticated")
    ok(call_with(header, "/rules"))


def test_a_player_who_is_gone_has_no_credentials(owner: Person, today: object) -> None:
    Player.objects.filter(pk=owner.player.pk).update(is_active=False)
    for path in (*READS, *OPEN_READS):
        refused(owner.get(path), 401, "authentication_failed")


def test_a_token_that_was_revoked_is_none(owner: Person) -> None:
    other = Caller(token=issue_token(owner.player))
    AuthToken.objects.filter(digest__isnull=False).exclude(token_key=str(other.token)[:15]).delete()
    refused(owner.get("/me"), 401, "authentication_failed")
    ok(other.get("/me"))


def test_a_token_expires_only_where_that_was_set(owner: Person) -> None:
    AuthToken.objects.update(expiry=NOON + MICROSECOND)
    ok(owner.get("/me"))
    AuthToken.objects.update(expiry=NOON)
    refused(owner.get("/me"), 401, "authentication_failed")


def test_each_device_has_its_own_token(owner: Person) -> None:
    other = Caller(token=issue_token(owner.player))
    assert ok(other.get("/me")) == ok(owner.get("/me"))


def test_a_token_needs_no_csrf_token(owner: Person) -> None:
    ok(owner.patch("/me", {"name": "Åsa"}))


# --- Sessions --------------------------------------------------------------------------------


@pytest.fixture
def browser(owner: Person) -> Browser:
    return Browser(player=owner.player)


@pytest.mark.parametrize("path", READS)
def test_a_session_opens_what_is_the_players(browser: Browser, path: str) -> None:
    ok(browser.get(path))


def test_a_session_writes_with_the_csrf_token(browser: Browser) -> None:
    assert ok(browser.patch("/me", {"name": "Åsa"}))["name"] == "Åsa"
    assert browser.play_keenly_by_calls(browser.start_daily())["status"] == "finished"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "/me", {"name": "Åsa"}),
        ("POST", "/games", {"rules": "maxi", "mode": "solo"}),
        ("POST", "/days/2026-12-01/game", None),
        ("POST", "/games/{game}/moves", {"ply": 0, "row": "ones"}),
    ],
)
def test_a_session_writes_nothing_without_it(
    owner: Person, browser: Browser, method: str, path: str, body: object
) -> None:
    path = path.format(game=owner.start_solo()["id"])
    browser.sends_csrf = False
    with nothing_changes():
        refused(browser.call(method, path, body=body), 403, "permission_denied")
        wrong = {"X-CSRFToken": "a" * 32}
        refused(browser.call(method, path, body=body, headers=wrong), 403, "permission_denied")


def test_a_session_reads_without_it(browser: Browser) -> None:
    browser.sends_csrf = False
    ok(browser.get("/me"))


def test_a_session_of_a_player_who_is_gone_is_none(browser: Browser) -> None:
    Player.objects.update(is_active=False)
    refused(browser.get("/me"), 401, "not_authenticated")


def test_the_token_counts_where_there_is_a_session_too(browser: Browser, friend: Person) -> None:
    answer = browser.call("GET", "/me", headers={"Authorization": f"Bearer {friend.token}"})
    assert ok(answer)["name"] == "Friend"
