"""The forms of account pages, with what browsers and password managers need to fill them in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from challenges.web.forms import StartForm

LONGEST_PASSWORD = 256
LONGEST_KEY_OF_LINK = 255


def _email(autocomplete: str, **options: Any) -> forms.EmailField:
    widget = forms.EmailInput(attrs={"autocomplete": autocomplete})
    return forms.EmailField(**{"label": _("E-mail address"), **options}, widget=widget)


def _password(autocomplete: str, **options: Any) -> forms.CharField:
    """As it is typed, with all its spaces."""
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(
        **{"label": _("Password"), **options},
        strip=False,
        max_length=LONGEST_PASSWORD,
        widget=widget,
    )


def _new_password(**options: Any) -> forms.CharField:
    help_text = _("At least 8 characters, and none that many people use.")
    return _password("new-password", help_text=help_text, **options)


class ClaimForm(StartForm):
    """Whoever sends it without an account becomes a guest first."""

    email = _email("email")
    password = _new_password()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("key", "time_zone"):
            self.fields[name].widget = forms.HiddenInput()


class SignInForm(forms.Form):
    email = _email("username")
    password = _password("current-password")
    leave_guest = forms.BooleanField(
        label=_("Sign in all the same, and leave those games behind"), required=False
    )


class ForgottenForm(forms.Form):
    email = _email("username")


class ResetForm(forms.Form):
    key = forms.CharField(max_length=LONGEST_KEY_OF_LINK, widget=forms.HiddenInput)
    password = _new_password(label=_("New password"))


class ConfirmForm(forms.Form):
    key = forms.CharField(max_length=LONGEST_KEY_OF_LINK, widget=forms.HiddenInput)


class PasswordForm(forms.Form):
    password = _password("current-password", label=_("Your password until now"))
    new_password = _new_password(label=_("New password"))


class EmailForm(forms.Form):
    email = _email("email", label=_("New e-mail address"))
    password = _password("current-password")


class DeleteForm(forms.Form):
    password = _password("current-password")


class DeleteGuestForm(forms.Form):
    confirm = forms.BooleanField(label=_("Yes, delete this guest for good"))
