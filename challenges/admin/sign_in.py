"""The sign-in form of the admin site."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import UsernameField
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from challenges.models import Player
from challenges.services.addresses import client_address
from challenges.services.staff import SignInRefused, sign_in_staff

LONGEST_NAME = 254  # of an e-mail address


class StaffSignInForm(AdminAuthenticationForm):
    """Takes a login or an e-mail address; the service counts failures and says what to answer."""

    username = UsernameField(label=_("Login or e-mail address"), max_length=LONGEST_NAME)
    user_cache: Player | None
    wait = 0
    """Seconds until another attempt is looked at."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django's form measures the field by the model's login.
        self.fields["username"].widget.attrs |= {"maxlength": LONGEST_NAME, "autofocus": True}

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "username" in data and "password" in data:
            self._sign_in(data["username"], data["password"])
        return data

    def _sign_in(self, name: str, password: str) -> None:
        assert self.request is not None  # noqa: S101 (the view gives it)
        address = client_address(self.request.META)
        try:
            self.user_cache = sign_in_staff(name=name, password=password, address=address)
        except SignInRefused as refusal:
            self.wait = refusal.wait
            raise ValidationError(str(refusal), code="sign_in_refused") from refusal


def wait_of(form: forms.BaseForm | None) -> int:
    return form.wait if isinstance(form, StaffSignInForm) else 0
