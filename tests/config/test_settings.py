"""Starting with and without what a deployment must be given."""

import subprocess
import sys
from pathlib import Path

import pytest

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


def start(
    folder: Path, show: str = "settings.DEBUG", **environment: str
) -> "subprocess.CompletedProcess[str]":
    code = f"from django.conf import settings; print(({show}))"
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"DJANGO_SETTINGS_MODULE": "config.settings", "DATA_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def shown(folder: Path, show: str, **environment: str) -> str:
    done = start(folder, show, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_production_starts_with_what_it_needs(tmp_path: Path) -> None:
    show = "settings.DEBUG, settings.ALLOWED_HOSTS, list(settings.SEED_KEYS)"
    expected = "(False, ['dice.example', 'www.dice.example'], ['first'])"
    assert shown(tmp_path, show, **GIVEN).replace('"', "'") == expected


@pytest.mark.parametrize("missing", sorted(GIVEN))
@pytest.mark.parametrize("value", [None, ""])
def test_production_refuses_to_start_without_it_and_says_what_is_missing(
    tmp_path: Path, missing: str, value: str | None
) -> None:
    environment = {name: text for name, text in GIVEN.items() if name != missing}
    done = start(tmp_path, **environment, **({missing: value} if value is not None else {}))
    assert done.returncode == 1
    assert f"  {missing}: " in done.stderr
    assert [name for name in GIVEN if f"  {name}: " in done.stderr] == [missing]
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
    names = ("HOST", "PORT", "HOST_USER", "USE_TLS", "TIMEOUT")
    show = ", ".join(f"settings.EMAIL_{name}" for name in names)
    assert shown(tmp_path, show, **GIVEN) == "('mail.example', 587, 'user', True, 10)"
    assert "console" in shown(tmp_path, "settings.EMAIL_BACKEND", DEVELOPMENT="1")


def test_mails_link_to_the_site(tmp_path: Path) -> None:
    show = "settings.SITE_URL"
    assert shown(tmp_path, show, **GIVEN) == "https://dice.example"
    assert shown(tmp_path, show, DEVELOPMENT="1") == "http://127.0.0.1:8000"
    assert shown(tmp_path, show, DEVELOPMENT="1", PORT="9000") == "http://127.0.0.1:9000"


def test_development_needs_nothing_and_keeps_its_secrets(tmp_path: Path) -> None:
    show = "settings.SECRET_KEY, settings.SEED_KEYS, settings.ALLOWED_HOSTS"
    first = shown(tmp_path, show, DEVELOPMENT="1")
    assert "'*'" in first
    assert shown(tmp_path, show, DEVELOPMENT="1") == first
    assert shown(tmp_path / "other", show, DEVELOPMENT="1") != first


def test_production_sends_its_cookies_over_https_only(tmp_path: Path) -> None:
    show = "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE"
    assert shown(tmp_path, show, **GIVEN) == "(True, True)"
    assert shown(tmp_path, show, DEVELOPMENT="1") == "(False, False)"


def test_fifty_hours_forty_days_ahead_is_the_default(tmp_path: Path) -> None:
    show = "settings.FIRST_ZONE, settings.LAST_ZONE, settings.DAYS_AHEAD"
    assert shown(tmp_path, show, **GIVEN) == "('Etc/GMT-14', 'Etc/GMT+12', 40)"


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


@pytest.mark.parametrize("pool", ["0", "8"])
def test_connections_that_a_restart_of_the_database_broke_are_noticed(
    tmp_path: Path, pool: str
) -> None:
    found = shown(
        tmp_path,
        "settings.DATABASES['default']['CONN_HEALTH_CHECKS'], "
        "settings.DATABASES['default'].get('OPTIONS', {}).get('pool', {}).get('max_size')",
        DEVELOPMENT="1",
        DATABASE_URL="postgres://dice:secret@127.0.0.1/dice",
        DATABASE_POOL_SIZE=pool,
    )

    assert found == ("(True, 8)" if pool == "8" else "(True, None)")
