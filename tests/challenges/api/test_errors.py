"""Every refusal is one problem in one shape."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from challenges.api.docs import all_problems
from config.errors import field_errors
from tests.cast import NOWHERE, Caller, Person, nothing_changes, ok, refused

pytestmark = pytest.mark.django_db

ADDRESSES = {
    "/players": {"POST"},
    f"/players/{NOWHERE}": {"GET"},
    "/me": {"GET", "PATCH", "DELETE"},
    "/rules": {"GET"},
    "/rules/maxi": {"GET"},
    "/days": {"GET"},
    "/days/today": {"GET"},
    "/days/2026-12-01": {"GET"},
    "/days/2026-12-01/game": {"POST"},
    "/commitments": {"GET"},
    "/games": {"GET", "POST"},
    f"/games/{NOWHERE}": {"GET"},
    f"/games/{NOWHERE}/moves": {"POST"},
    f"/games/{NOWHERE}/proof": {"GET"},
}
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "NONSENSE"]


@pytest.mark.parametrize(
    ("path", "method"),
    [
        (path, method)
        for path, allowed in ADDRESSES.items()
        for method in METHODS
        if method not in allowed
    ],
)
def test_a_wrong_method_is_a_problem_that_names_the_right_ones(
    owner: Person, path: str, method: str
) -> None:
    with nothing_changes():
        answer = owner.call(method, path)
        refused(answer, 405, "method_not_allowed")
    assert ADDRESSES[path] <= set(answer["Allow"].split(", "))


@pytest.mark.parametrize("path", sorted(ADDRESSES))
def test_head_is_get_without_a_body(owner: Person, path: str) -> None:
    answer = owner.call("HEAD", path)
    assert answer.status_code in ({200, 400, 404} if "GET" in ADDRESSES[path] else {405})
    assert answer.content == b""


@pytest.mark.parametrize(
    "path",
    [
        *["/", "/nothing", "/me/", "/ME", "/games/", "/days/2026-12-01/", "/rules/maxi/rows"],
        *["/games/1/moves", "/days/2026-12-01/game/1", "/admin", "/%00", "/../../etc/passwd"],
        *["/" + "x" * 5000, "/mé"],
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_an_unknown_address_is_a_problem(anybody: Caller, path: str, method: str) -> None:
    with nothing_changes():
        answer = anybody.call(method, path)
        refused(answer, 404, "not_found")
    assert "Allow" not in answer


@pytest.mark.parametrize("path", ["/api/", "/api/v1", "/api/v2/me", "/api/nothing"])
def test_an_address_beside_the_api_is_a_problem_too(path: str) -> None:
    refused(Client().get(path), 404, "not_found")


@pytest.mark.parametrize("accepted", ["text/html", "application/xml", "image/*"])
def test_who_takes_no_json_is_told_so(owner: Person, accepted: str) -> None:
    refused(owner.call("GET", "/me", headers={"Accept": accepted}), 406, "not_acceptable")


@pytest.mark.parametrize(
    "accepted",
    ["*/*", "application/json", "application/*", "application/json;q=0.1, text/html", "nonsense"],
)
def test_who_takes_json_gets_it(owner: Person, accepted: str) -> None:
    if accepted == "nonsense":
        refused(owner.call("GET", "/me", headers={"Accept": accepted}), 406, "not_acceptable")
    else:
        ok(owner.call("GET", "/me", headers={"Accept": accepted}))


def test_a_fault_is_a_problem_that_tells_nothing(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise RuntimeError("the password is swordfish")

    owner.client.raise_request_exception = False
    monkeypatch.setattr("config.clock.now", fail)
    answer = owner.get("/me")
    refused(answer, 500, "server_error")
    assert b"swordfish" not in answer.content


def test_a_host_that_is_not_ours_is_a_problem(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["dice.example"]
    refused(Client().get("/api/v1/rules", headers={"Host": "evil.example"}), 400, "invalid")
    ok(Client().get("/api/v1/rules", headers={"Host": "dice.example"}))


def test_options_tell_what_can_be_asked(owner: Person) -> None:
    answer = owner.call("OPTIONS", "/me")
    assert answer.status_code == 200
    assert answer["Allow"] == "GET, PATCH, DELETE, HEAD, OPTIONS"


# --- The shape itself ------------------------------------------------------------------------


def test_every_problem_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in all_problems()]
    assert codes == sorted(set(codes))
    assert {"not_found", "illegal_move", "other_move_there", "dice_unavailable"} <= set(codes)


@pytest.mark.parametrize(
    ("detail", "flat"),
    [
        ({"name": ["wrong"]}, {"name": ["wrong"]}),
        ({"keep": {3: ["wrong"]}}, {"keep[3]": ["wrong"]}),
        ({"keep": [{}, ["wrong"]]}, {"keep[1]": ["wrong"]}),
        ({"house_rules": {"joker": ["wrong"]}}, {"house_rules.joker": ["wrong"]}),
        (["wrong", "and bad"], {"non_field_errors": ["wrong", "and bad"]}),
        ("wrong", {"non_field_errors": ["wrong"]}),
        ({"moves": [{"row": ["wrong"]}]}, {"moves[0].row": ["wrong"]}),
    ],
)
def test_errors_are_named_by_the_path_of_their_field(detail: Any, flat: dict[str, Any]) -> None:
    assert field_errors(detail) == flat
