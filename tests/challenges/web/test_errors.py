import uuid

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from challenges.api.docs import all_problems
from challenges.models import Day
from config.error_handlers import server_error
from tests.challenges.web.visitors import Visitor


def test_what_is_not_there_has_a_page(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/nothing")
    assert page.status == 404
    assert "404 There is nothing here." in page.text
    assert "/" in page.links


def test_a_fault_has_a_page_that_needs_no_database() -> None:
    """Without the `db` fixture a query would fail this test."""
    answer = server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"Nothing you did is lost." in answer.content


def test_a_strange_host_has_a_page_that_needs_no_database(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["dice.example"]
    answer = Client().get("/", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert b"The request is not valid." in answer.content


def test_lost_dice_have_a_page(visitor: Visitor, today: Day) -> None:
    """A key that was changed is an error, never new dice."""
    page = visitor.open("/")
    Day.objects.filter(pk=today.pk).update(commitment="0" * 64)
    refused = visitor.press(page, "Play today's dice")
    assert refused.status == 503
    assert "The dice of this game cannot be thrown now." in refused.text


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(visitor: Visitor, today: Day, method: str) -> None:
    for path in ("/", "/days", "/practice", "/settings"):
        answer = getattr(Client(), method)(path)
        assert answer.status_code == 405, path
        assert b"That is not allowed." in answer.content, path


def test_the_address_of_a_button_has_a_page_that_says_so(visitor: Visitor, today: Day) -> None:
    answer = Client().get(f"/players/{uuid.UUID(int=0)}/report")
    assert (answer.status_code, answer["Allow"]) == (405, "POST, OPTIONS")
    assert b"That is not allowed." in answer.content


def test_pages_of_the_api_answer_other_methods_with_a_problem(visitor: Visitor) -> None:
    answer = Client().post("/api/v1/problems")
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")
    assert answer.json()["code"] == "method_not_allowed"


def test_every_problem_of_the_api_is_listed(visitor: Visitor) -> None:
    page = visitor.open("/api/v1/problems")
    for problem in all_problems():
        assert f'id="{problem.code}"' in page.html
