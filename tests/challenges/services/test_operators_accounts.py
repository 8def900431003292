"""`manage.py createsuperuser`, and the sessions of staff."""

import pytest
from django.core.management import call_command
from django.test import Client

from challenges.models import Player
from tests.cast import Caller, Person, ok
from tests.challenges.accounts import EMAIL, PASSWORD, is_signed_in, sign_in

pytestmark = pytest.mark.django_db


def test_an_operator_signs_in_by_e_mail(anybody: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    names = {"login": "operator", "name": "Operator", "email": "Owner@example.org"}
    call_command("createsuperuser", interactive=False, verbosity=0, **names)
    operator = Player.objects.get(is_superuser=True)
    assert (operator.email, operator.is_guest) == (EMAIL, False)
    assert ok(sign_in(anybody))["player"]["id"] == str(operator.pk)


def test_a_changed_password_ends_sessions_of_staff_only(owner: Person) -> None:
    player = owner.player
    for is_staff, stays in ((False, True), (True, False)):
        player.is_staff = is_staff
        player.save()
        browser = Caller()
        browser.client.force_login(player)
        player.set_password(PASSWORD)  # as `manage.py changepassword` does
        player.save()
        assert is_signed_in(browser) is stays


def test_many_browsers_are_many_devices(owner: Person) -> None:
    for _ in range(2):
        Client().force_login(owner.player)
    assert owner.player.devices.filter(token=None).count() == 2
