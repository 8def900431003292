"""What pages send, checked for its form; whether it is allowed is for the services to say."""

import datetime
import secrets
import unicodedata
from collections.abc import Mapping
from functools import cache
from typing import Any

from babel import Locale
from babel.core import get_global
from django import forms
from django.conf import settings
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from challenges.engine.moves import Keep, Move, Write
from challenges.engine.sheets import SHEETS, HouseRules, options
from challenges.models import Game, Player
from challenges.services.countries import COUNTRY_CODES
from challenges.services.days import find_zone
from challenges.services.games import DAILY_RULES, MOST_PLIES
from challenges.services.looks import look_among
from challenges.services.names import LONGEST, NameRefused, clean_name
from challenges.services.rulebook import ROW_NAMES
from challenges.strategy.opponents import Level
from challenges.web.texts import HOUSE_RULES, LOOKS
from config.errors import InvalidInput

MOST_DICE = 6
SHORTEST_KEY, LONGEST_KEY = 16, 64


def new_key() -> str:
    """Names one rendering of a form, so that what is sent twice is done once."""
    return secrets.token_urlsafe(24)


def check(form: forms.Form) -> None:
    """Raises InvalidInput; for forms whose fields people do not fill in themselves."""
    if not form.is_valid():
        raise InvalidInput(
            {name: [str(error) for error in form.errors[name]] for name in form.errors}
        )


class StartForm(forms.Form):
    """Whoever sends it without an account becomes a guest."""

    key = forms.CharField(min_length=SHORTEST_KEY, max_length=LONGEST_KEY)
    time_zone = forms.CharField(max_length=64, required=False)

    def clean_time_zone(self) -> str:
        name = str(self.cleaned_data["time_zone"])
        return name if find_zone(name) else "UTC"


class PracticeForm(StartForm):
    """A game that does not count, with the house rules that its sheet offers."""

    rules = forms.ChoiceField(choices=[(code, code) for code in SHEETS])
    date = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
    opponent = forms.ChoiceField(choices=Game.Opponent.choices, required=False)

    def __init__(self, rules: str, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, auto_id=f"{rules}-%s")
        for name, values in options(rules).items():
            self.fields[name] = _option_field(name, values)

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[name] for name in HOUSE_RULES if name in self.fields]

    @property
    def house_rules(self) -> HouseRules:
        fields = self.cleaned_data
        chosen = {name: fields[name] for name in HOUSE_RULES if fields.get(name, "") != ""}
        return HouseRules.from_json(fields["rules"], chosen)

    @property
    def level(self) -> Level | None:
        """How the computer plays; None for a game alone."""
        chosen = self.cleaned_data["opponent"]
        return Level(chosen) if chosen else None

    @property
    def day(self) -> datetime.date | None:
        date: datetime.date | None = self.cleaned_data["date"]
        return date


def practice_form(data: Mapping[str, Any]) -> PracticeForm:
    rules = str(data.get("rules", ""))
    return PracticeForm(rules if rules in SHEETS else DAILY_RULES, data)


def _option_field(name: str, values: tuple[bool | int, ...]) -> forms.Field:
    label, help_text = (str(text) for text in HOUSE_RULES[name])
    if isinstance(values[0], bool):
        return forms.BooleanField(required=False, label=label, help_text=help_text)
    return forms.TypedChoiceField(
        choices=[(value, str(value)) for value in values],
        coerce=int,
        required=False,
        initial=values[0],
        label=label,
        help_text=help_text,
    )


class MoveForm(forms.Form):
    """A row where its button was pressed, else the dice that were ticked are kept."""

    ply = forms.IntegerField(min_value=0, max_value=MOST_PLIES)
    dice = forms.IntegerField(min_value=1, max_value=MOST_DICE)
    keep = forms.TypedMultipleChoiceField(
        choices=[(slot, slot) for slot in range(MOST_DICE)], coerce=int, required=False
    )
    row = forms.ChoiceField(choices=list(ROW_NAMES.items()), required=False)

    @property
    def kept(self) -> tuple[bool, ...]:
        ticked = self.cleaned_data["keep"]
        return tuple(slot in ticked for slot in range(self.cleaned_data["dice"]))

    @property
    def move(self) -> Move:
        row = self.cleaned_data["row"]
        return Write(row) if row else Keep(self.kept)


class LongSelect(forms.Select):
    """All of its options by one template: Django's takes three for each, of hundreds."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        context = {
            "attrs": flatatt({"name": name, **self.build_attrs(self.attrs, attrs)}),
            "choices": self.choices,
            "chosen": self.format_value(value),
        }
        return render_to_string("challenges/parts/select.html", context)


class SettingsForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=5 * LONGEST)
    country = forms.ChoiceField(label=_("Country"), required=False, widget=LongSelect)
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        widget=LongSelect,
        help_text=_("Your day begins at midnight there. It follows your device when you travel."),
    )
    listed = forms.BooleanField(
        label=_("Show me on the boards"),
        required=False,
        help_text=_("Guests appear there once they have confirmed an e-mail address."),
    )
    die = forms.ChoiceField(label=_("Dice"), widget=forms.RadioSelect)

    def __init__(
        self, player: Player, looks: list[Player.Die], data: Mapping[str, Any] | None = None
    ) -> None:
        fields = ("name", "country", "language", "time_zone")
        initial = {field: getattr(player, field) for field in fields}
        initial |= {"listed": not player.is_unlisted, "die": look_among(player, looks)}
        super().__init__(data, initial=initial, label_suffix="")
        self.fields["die"].choices = [(look, LOOKS[look]) for look in looks]  # type: ignore[attr-defined]
        if len(looks) == 1:
            del self.fields["die"]
        self.fields["name"].widget.attrs["autocomplete"] = "nickname"
        self.fields["country"].choices = _countries(get_language() or "en")  # type: ignore[attr-defined]
        self.fields["time_zone"].choices = _zones(player.time_zone)  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        try:
            return clean_name(self.cleaned_data["name"])
        except NameRefused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal


@cache
def _countries(language: str) -> list[tuple[str, Any]]:
    names = Locale.parse(language, sep="-").territories
    named = [(code, str(names.get(code, code))) for code in COUNTRY_CODES]
    named.sort(key=lambda country: _alphabetical(country[1], language))
    return [("", _("Not told")), *named]


# Letters that stand after z; all others stand with the letter without its marks.
_AFTER_Z = {"sv": str.maketrans("åäö", "{|}")}


def _alphabetical(text: str, language: str) -> str:
    letters = text.casefold().translate(_AFTER_Z.get(language, {}))
    return "".join(
        sign for sign in unicodedata.normalize("NFD", letters) if not unicodedata.combining(sign)
    )


def _zones(own: str) -> list[tuple[str, str]]:
    """The zones that stand for a place, and the player's own, whichever it is."""
    return [(name, name.replace("_", " ")) for name in sorted(_places() | {own, "UTC"})]


@cache
def _places() -> frozenset[str]:
    return frozenset(name for name in get_global("zone_territories") if find_zone(name))
