"""The OpenAPI description: valid, complete, and what the answers are."""

import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.http import JsonResponse
from django.test import Client
from jsonschema import ValidationError

from challenges.engine import SHEETS, options
from tests.cast import Json, Person
from tests.challenges.api.description import check_answer, description

PROBLEM = "application/problem+json"


def operations() -> list[tuple[str, str, Json]]:
    return [
        (method.upper(), path, operation)
        for path, found in description()["paths"].items()
        for method, operation in found.items()
    ]


def test_it_is_valid_and_without_a_warning(tmp_path: Path) -> None:
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yaml")
    )
    assert (tmp_path / "schema.yaml").read_text().startswith("openapi: 3.1.0")


def test_it_describes_every_address() -> None:
    assert {(method, path) for method, path, _operation in operations()} >= {
        ("POST", "/api/v1/players"),
        ("GET", "/api/v1/players/{player_id}"),
        ("GET", "/api/v1/me"),
        ("PATCH", "/api/v1/me"),
        ("GET", "/api/v1/rules"),
        ("GET", "/api/v1/rules/{sheet}"),
        ("GET", "/api/v1/days"),
        ("GET", "/api/v1/days/today"),
        ("GET", "/api/v1/days/{date}"),
        ("POST", "/api/v1/days/{date}/game"),
        ("GET", "/api/v1/commitments"),
        ("GET", "/api/v1/games"),
        ("POST", "/api/v1/games"),
        ("GET", "/api/v1/games/{game_id}"),
        ("POST", "/api/v1/games/{game_id}/moves"),
        ("GET", "/api/v1/games/{game_id}/proof"),
        ("GET", "/api/v1/games/{game_id}/review"),
        ("GET", "/api/v1/me/reviews"),
    }


def test_every_call_has_an_id_of_its_own_and_a_summary_or_text() -> None:
    ids = [operation["operationId"] for _method, _path, operation in operations()]
    assert len(ids) == len(set(ids))
    assert [path for _method, path, operation in operations() if not operation["description"]] == []


def test_every_refusal_is_described_as_a_problem() -> None:
    for method, path, operation in operations():
        for status, answer in operation["responses"].items():
            expected = [PROBLEM] if status >= "400" else ["application/json"]
            described = list(answer.get("content", []))
            assert described == ([] if status == "204" else expected), (method, path, status)


def test_calls_that_need_an_account_say_so_and_what_is_refused_without() -> None:
    private = {
        operation["operationId"]
        for _method, _path, operation in operations()
        if {} not in operation.get("security", [{}])
    }
    assert private >= {
        *["get_me", "change_me", "list_games", "start_game", "get_game", "make_move"],
        "start_daily_game",
    }
    public = {"sign_up", "get_player", "list_rules", "get_rules", "get_today", "get_day"}
    assert private.isdisjoint(public | {"list_days", "list_commitments", "get_proof"})
    for _method, _path, operation in operations():
        if operation["operationId"] in private:
            assert "401" in operation["responses"]


def test_a_move_is_one_of_two_forms() -> None:
    body = description()["paths"]["/api/v1/games/{game_id}/moves"]["post"]["requestBody"]
    forms = body["content"]["application/json"]["schema"]["oneOf"]
    assert [form["required"] for form in forms] == [["ply", "keep"], ["ply", "row"]]
    assert body["required"] is True


def test_a_new_game_says_what_each_sheet_offers() -> None:
    body = description()["paths"]["/api/v1/games"]["post"]["requestBody"]
    forms = body["content"]["application/json"]["schema"]["oneOf"]
    offered = {
        form["properties"]["rules"]["enum"][0]: {
            name: option["enum"]
            for name, option in form["properties"]["house_rules"]["properties"].items()
        }
        for form in forms
    }
    assert offered == {code: {k: [*v] for k, v in options(code).items()} for code in SHEETS}
    assert [form["title"] for form in forms if "day" in form["properties"]] == [
        "Maxi Yatzy",
        "Maxi Yatzy against the computer",
    ]
    assert body["required"] is True


def test_links_lead_from_a_game_to_its_moves() -> None:
    started = description()["paths"]["/api/v1/games"]["post"]["responses"]["201"]
    assert started["links"]["make_move"] == {
        "operationId": "make_move",
        "parameters": {"game_id": "$response.body#/id"},
    }


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/schema", "/api/v1/docs", "/api/v1/problems"])
def test_developers_read_it_without_an_account(path: str) -> None:
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer.content


@pytest.mark.django_db
def test_the_service_gives_it_as_json_too() -> None:
    answer = Client().get("/api/v1/schema", headers={"Accept": "application/vnd.oai.openapi+json"})
    served = json.loads(answer.content)
    assert set(served["paths"]) == set(description()["paths"])


# --- The check that all these tests rely on --------------------------------------------------


@pytest.mark.django_db
def test_an_answer_that_was_not_promised_is_noticed(owner: Person) -> None:
    good = json.loads(owner.get("/me").content)
    check_answer("GET", "/me", JsonResponse(good))
    for wrong in (
        {name: value for name, value in good.items() if name != "today"},
        good | {"name": None},
        good | {"is_guest": "yes"},
        good | {"language": "fr"},
        [],
    ):
        with pytest.raises(ValidationError):
            check_answer("GET", "/me", JsonResponse(wrong, safe=False))
    with pytest.raises(AssertionError, match="418 is new"):
        check_answer("GET", "/me", JsonResponse(good, status=418))
    with pytest.raises(AssertionError, match="text/html is new"):
        check_answer("GET", "/me", JsonResponse(good, content_type="text/html"))
