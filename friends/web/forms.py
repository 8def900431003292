"""What the pages of challenges send, checked for its form."""

from django import forms
from django.utils.translation import gettext_lazy as _

from friends.models import Challenge
from friends.services.codes import read_code
from friends.services.problems import MalformedCode

LONGEST_TEXT = 200


class CodeForm(forms.Form):
    """A code in any spelling, or the whole link that somebody sent."""

    code = forms.CharField(
        label=_("Code"),
        max_length=LONGEST_TEXT,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )

    def clean_code(self) -> str:
        text = str(self.cleaned_data["code"])
        try:
            return read_code(text.rpartition("/")[2])
        except MalformedCode as refusal:
            raise forms.ValidationError(refusal.detail) from refusal


class PassOnForm(forms.Form):
    kind = forms.ChoiceField(choices=Challenge.Kind.choices)
    hints = forms.BooleanField(required=False)
