"""One line a request, without what nobody else may read."""

import logging

import pytest
from django.test import Client


def lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [record.msg for record in caplog.records if record.name == "requests"]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("path", "status"), [("/api/v1/rules/maxi", 200), ("/api/v1/nothing", 404), ("/api/v1/me", 401)]
)
def test_a_request_is_one_line(caplog: pytest.LogCaptureFixture, path: str, status: int) -> None:
    caplog.set_level(logging.INFO)
    Client().get(f"{path}?time_zone=Europe/Stockholm", headers={"Authorization": "Basic secret"})
    (line,) = lines(caplog)
    assert line.pop("milliseconds") is not None
    assert {name: line[name] for name in ("event", "method", "path", "status", "level")} == {
        "event": "request",
        "method": "GET",
        "path": path,
        "status": status,
        "level": "info",
    }
    assert "Stockholm" not in str(line)
    assert "secret" not in str(line)


@pytest.mark.parametrize("path", ["/healthz", "/static/nothing.css"])
def test_health_and_static_files_are_quiet(caplog: pytest.LogCaptureFixture, path: str) -> None:
    caplog.set_level(logging.INFO)
    Client().get(path)
    assert lines(caplog) == []
