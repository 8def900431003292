"""The list of problems at /api/v1/problems."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client

from challenges.api.docs import all_problems

ROOT = Path(__file__).resolve().parents[3]
APPS = ("challenges", "leaderboards", "friends")


def codes_in(path: Path) -> Iterator[str]:
    """`code = "..."` in the body of a class that has a title beside it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ClassDef):
            given = {
                statement.targets[0].id: statement.value
                for statement in node.body
                if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name)
            }
            code = given.get("code")
            if "title" in given and isinstance(code, ast.Constant):
                yield str(code.value)


def test_every_problem_that_a_service_has_is_listed_once() -> None:
    sources = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    codes = sorted(code for path in sources for code in codes_in(path))

    assert len(codes) > 25
    assert [kind.code for kind in all_problems() if kind.code != "not_found"] == codes


@pytest.mark.django_db
def test_the_page_explains_each_under_its_own_address() -> None:
    page = Client().get("/api/v1/problems").content.decode()

    for kind in all_problems():
        assert f'id="{kind.code}"' in page
        assert str(kind.title) in page.replace("&#x27;", "'")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("get", "/api/v1/games", None),
        ("delete", "/api/v1/rules", None),
        ("post", "/api/v1/players", "{"),
        ("post", "/api/v1/players", '{"name": 7}'),
    ],
)
def test_the_type_of_a_problem_leads_to_its_place_on_the_page(
    method: str, path: str, body: str | None
) -> None:
    client = Client()
    problem = client.generic(method.upper(), path, body or "", "application/json").json()
    address, _, anchor = problem["type"].partition("#")

    assert f'id="{anchor}"' in client.get(address).content.decode()
