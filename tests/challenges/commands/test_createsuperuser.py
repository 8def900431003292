"""manage.py createsuperuser: an account for the admin site, and what to sign in with."""

import os
import pty
import subprocess
import sys

import pytest
import time_machine

from challenges.models import Player
from tests.cast import NOON
from tests.challenges.commands.conftest import Run
from tests.servers.service import ROOT, Service, Services

pytestmark = pytest.mark.django_db

CREATED = "Superuser created successfully.\n"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a long password")
    return monkeypatch


@time_machine.travel(NOON, tick=False)
def test_everything_comes_from_the_environment(run: Run, environment: pytest.MonkeyPatch) -> None:
    environment.setenv("DJANGO_SUPERUSER_EMAIL", "Anna@Example.org")
    environment.setenv("DJANGO_SUPERUSER_NAME", "Anna")
    said, _ = run("createsuperuser", "--noinput")
    player = Player.objects.get()
    assert (player.name, player.email, player.joined_at) == ("Anna", "anna@example.org", NOON)
    assert player.is_staff
    assert player.is_superuser
    assert player.check_password("a long password")
    names = f"the login {player.login} or the e-mail address anna@example.org"
    assert said == f"{CREATED}Sign in at /admin/ with {names}.\n"


def test_a_password_is_enough(run: Run) -> None:
    said, _ = run("createsuperuser", "--noinput")
    player = Player.objects.get()
    assert player.email is None
    assert player.name
    assert said == f"{CREATED}Sign in at /admin/ with the login {player.login}.\n"


def test_login_name_and_address_can_be_given(run: Run) -> None:
    run("createsuperuser", "--noinput", "--login=root", "--name=Anna", "--email=anna@example.org")
    player = Player.objects.get()
    assert (player.login, player.name, player.email) == ("root", "Anna", "anna@example.org")


def test_without_a_password_it_is_told_how_to_set_one(
    run: Run, environment: pytest.MonkeyPatch
) -> None:
    environment.delenv("DJANGO_SUPERUSER_PASSWORD")
    said, _ = run("createsuperuser", "--noinput", "--login=root")
    assert said.endswith("There is no password yet: set one with manage.py changepassword root\n")


@pytest.mark.django_db(transaction=True)
def test_an_address_or_login_that_is_taken_makes_no_account(run: Run) -> None:
    run("createsuperuser", "--noinput", "--login=root", "--email=anna@example.org")
    refusals = [
        run("createsuperuser", "--noinput", option)[1]
        for option in ("--login=root", "--email=Anna@example.org")
    ]
    assert refusals == [
        "Error: That login is already taken.",
        "There is an account with this e-mail address.",
    ]
    assert Player.objects.count() == 1


def test_two_without_an_address_do_not_collide(run: Run) -> None:
    run("createsuperuser", "--noinput")
    run("createsuperuser", "--noinput")
    assert Player.objects.count() == 2


@pytest.mark.only_on("sqlite")  # the terminal is the same
def test_a_terminal_asks_for_address_name_and_password(services: Services) -> None:
    service = services.make()
    said = in_terminal(service, "anna@example.org", "Anna", "a long password", "a long password")
    assert "Email: " in said
    assert "Name: " in said
    assert "Login" not in said.partition("Superuser created")[0]
    assert "or the e-mail address anna@example.org." in said


def in_terminal(service: Service, *lines: str) -> str:
    """What the command says in a terminal where these lines are typed."""
    here, there = pty.openpty()
    command = [sys.executable, "manage.py", "createsuperuser"]
    with subprocess.Popen(
        command, cwd=ROOT, env=service.environment, stdin=there, stdout=there, stderr=there,
        start_new_session=True,
    ) as process:  # fmt: skip
        os.close(there)
        said = b""
        waiting = list(lines)
        while chunk := read(here):
            said += chunk
            if waiting and said.rstrip(b" ").endswith(b":"):
                os.write(here, waiting.pop(0).encode() + b"\n")
        process.wait(30)
    return said.decode().replace("\r\n", "\n")


def read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1024)
    except OSError:  # how Linux tells that the other side has closed it
        return b""
