"""Mail is set by the environment; production does not start without it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PRODUCTION = {
    "SECRET_KEY": "x" * 50,
    "SEED_KEYS": f"test:{'x' * 43}",
    "ALLOWED_HOSTS": "dice.example.org",
    "EMAIL_URL": "smtp+tls://user:secret@mail.example.org:587",
    "DEFAULT_FROM_EMAIL": "Dice <dice@example.org>",
}
NAMES = ["EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "DEFAULT_FROM_EMAIL"]
SHOW = (
    "import json; from config import settings;"
    f"print(json.dumps([getattr(settings, name) for name in {NAMES}]))"
)


def settings_with(environment: dict[str, str], folder: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", SHOW],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_mail_server_is_read_from_its_address(tmp_path: Path) -> None:
    done = settings_with(PRODUCTION, tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [
        "django.core.mail.backends.smtp.EmailBackend",
        "mail.example.org",
        587,
        "user",
        "Dice <dice@example.org>",
    ]


@pytest.mark.parametrize("name", ["EMAIL_URL", "DEFAULT_FROM_EMAIL"])
def test_production_does_not_start_without(name: str, tmp_path: Path) -> None:
    done = settings_with({**PRODUCTION, name: ""}, tmp_path)
    assert done.returncode != 0
    assert "The service cannot start without:" in done.stderr
    assert f"  {name}: " in done.stderr


def test_in_development_mails_are_written_to_the_console(tmp_path: Path) -> None:
    done = settings_with({"DEVELOPMENT": "1"}, tmp_path)
    assert json.loads(done.stdout)[0] == "django.core.mail.backends.console.EmailBackend"
