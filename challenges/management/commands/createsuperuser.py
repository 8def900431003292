import os
from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.core.management.base import CommandError
from django.db import IntegrityError
from django.urls import reverse

from challenges.models import Player
from challenges.models.player import new_login
from challenges.services.names import generate_name


class Command(createsuperuser.Command):
    help = (
        "Make an account for the admin site; say what to sign in with. Without a terminal "
        "(--noinput) everything comes from options or from DJANGO_SUPERUSER_PASSWORD, _EMAIL, "
        "_NAME and _LOGIN; of these only the password is needed."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        login = options["login"] or os.environ.get("DJANGO_SUPERUSER_LOGIN") or new_login()
        options["login"] = login
        if not options["interactive"]:
            options["email"] = _given(options, "email") or ""
            options["name"] = _given(options, "name") or generate_name()
        try:
            super().handle(*args, **options)
        except IntegrityError as error:
            raise CommandError("There is an account with this e-mail address.") from error
        if player := Player.objects.filter(login=login).first():
            self._tell(player)

    def _tell(self, player: Player) -> None:
        names = f"the login {player.login}"
        if player.email:
            names += f" or the e-mail address {player.email}"
        self.stdout.write(f"Sign in at {reverse('admin:index')} with {names}.")
        if not player.has_usable_password():
            self.stdout.write(
                f"There is no password yet: set one with manage.py changepassword {player.login}"
            )


def _given(options: dict[str, Any], name: str) -> str | None:
    return options[name] or os.environ.get(f"DJANGO_SUPERUSER_{name.upper()}")
