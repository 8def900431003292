"""What load balancers ask."""

import pytest
from django.db import connection
from django.test import Client


def test_a_process_that_answers_is_alive() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_a_service_with_its_database_is_ready() -> None:
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ok\n")


@pytest.mark.django_db(transaction=True)
def test_a_service_without_its_database_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", "/nowhere/at/all")
        answer = Client().get("/readyz")
        alive = Client().get("/healthz")
    connection.close()
    assert (answer.status_code, answer.content) == (503, b"database unavailable\n")
    assert alive.status_code == 200
