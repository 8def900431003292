"""Starting with and without what a deployment must be given."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.celery import app

ROOT = Path(__file__).resolve().parents[2]
SECRET = "kT8_Zs-0123456789abcdefghijklmnopqrstuvwxyzA"
GIVEN = {
    "SECRET_KEY": "a-secret-key-of-a-deployment",
    "SEED_KEYS": f"first:{SECRET}",
    "ALLOWED_HOSTS": "dice.example,www.dice.example",
    "SITE_URL": "https://dice.example/",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example:587",
    "DEFAULT_FROM_EMAIL": "Dice <dice@dice.example>",
}


def start(folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    code = "from django.conf import settings; print(settings.DEBUG)"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def read(folder: Path, **environment: str) -> SimpleNamespace:
    """What the settings become, without a process for each."""
    with mock.patch.dict(os.environ, {"DATA_DIR": str(folder), **environment}, clear=True):
        return SimpleNamespace(**runpy.run_path(str(ROOT / "config" / "settings.py")))


def test_production_starts_with_what_it_needs(tmp_path: Path) -> None:
    done = start(tmp_path, **GIVEN)
    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr
    settings = read(tmp_path, **GIVEN)
    assert settings.ALLOWED_HOSTS == ["dice.example", "www.dice.example"]
    assert list(settings.SEED_KEYS) == ["first"]


@pytest.mark.parametrize("missing", sorted(GIVEN))
@pytest.mark.parametrize("value", [None, ""])
def test_production_refuses_to_start_without_it_and_says_what_is_missing(
    tmp_path: Path, missing: str, value: str | None
) -> None:
    environment = {name: text for name, text in GIVEN.items() if name != missing}
    with pytest.raises(ImproperlyConfigured) as refusal:
        read(tmp_path, **environment, **({missing: value} if value is not None else {}))
    assert [name for name in GIVEN if f"  {name}: " in str(refusal.value)] == [missing]
    assert list(tmp_path.iterdir()) == []


def test_all_that_is_missing_is_said_at_once(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert done.returncode == 1
    assert [name for name in GIVEN if f"  {name}: " in done.stderr] == list(GIVEN)


@pytest.mark.parametrize("keys", [f"first:{SECRET[:42]}", SECRET, f"first:{SECRET},second"])
def test_seed_keys_that_are_none_stop_the_start_without_being_shown(
    tmp_path: Path, keys: str
) -> None:
    done = start(tmp_path, **GIVEN | {"SEED_KEYS": keys})
    assert done.returncode == 1
    assert "SEED_KEYS, key " in done.stderr
    assert SECRET[:10] not in done.stdout + done.stderr


def test_the_mail_server_is_read_from_its_address(tmp_path: Path) -> None:
    settings = read(tmp_path, **GIVEN)
    assert (settings.EMAIL_HOST, settings.EMAIL_PORT) == ("mail.example", 587)
    assert (settings.EMAIL_HOST_USER, settings.EMAIL_USE_TLS) == ("user", True)
    assert settings.EMAIL_TIMEOUT == 10
    assert "console" in read(tmp_path, DEVELOPMENT="1").EMAIL_BACKEND


def test_mails_link_to_the_site(tmp_path: Path) -> None:
    assert read(tmp_path, **GIVEN).SITE_URL == "https://dice.example"
    assert read(tmp_path, DEVELOPMENT="1").SITE_URL == "http://127.0.0.1:8000"
    assert read(tmp_path, DEVELOPMENT="1", PORT="9000").SITE_URL == "http://127.0.0.1:9000"


def test_development_needs_nothing_and_keeps_its_secrets(tmp_path: Path) -> None:
    first, again, other = (
        read(folder, DEVELOPMENT="1") for folder in (tmp_path, tmp_path, tmp_path / "other")
    )
    assert first.ALLOWED_HOSTS == ["*"]
    assert (again.SECRET_KEY, again.SEED_KEYS) == (first.SECRET_KEY, first.SEED_KEYS)
    assert other.SECRET_KEY != first.SECRET_KEY
    assert other.SEED_KEYS != first.SEED_KEYS


def test_production_sends_its_cookies_over_https_only(tmp_path: Path) -> None:
    for settings, is_secure in (
        (read(tmp_path, **GIVEN), True),
        (read(tmp_path, DEVELOPMENT="1"), False),
    ):
        assert settings.SESSION_COOKIE_SECURE is is_secure
        assert settings.CSRF_COOKIE_SECURE is is_secure


def test_fifty_hours_forty_days_ahead_is_the_default(tmp_path: Path) -> None:
    settings = read(tmp_path, **GIVEN)
    found = (settings.FIRST_ZONE, settings.LAST_ZONE, settings.DAYS_AHEAD)
    assert found == ("Etc/GMT-14", "Etc/GMT+12", 40)


def test_many_web_processes_need_redis() -> None:
    """Limits are counted in memory without it, so each process would count its own."""
    code = "import runpy; runpy.run_path('config/gunicorn.py')"
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"WEB_CONCURRENCY": "2"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "REDIS_URL" in done.stderr


def test_worker_and_beat_wait_for_redis_however_long_it_is_gone() -> None:
    assert app.conf.broker_connection_max_retries is None


@pytest.mark.parametrize(("pool", "size"), [("0", None), ("8", 8)])
def test_connections_that_a_restart_of_the_database_broke_are_noticed(
    tmp_path: Path, pool: str, size: int | None
) -> None:
    database = read(
        tmp_path,
        DEVELOPMENT="1",
        DATABASE_URL="postgres://dice:secret@127.0.0.1/dice",
        DATABASE_POOL_SIZE=pool,
    ).DATABASES["default"]
    assert database["CONN_HEALTH_CHECKS"] is True
    assert database["OPTIONS"].get("pool", {}).get("max_size") == size
