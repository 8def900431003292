"""The catalogs of the languages, against the code: `make messages` brings them up to date."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings

from config import messages
from config.messages import catalog_of, find_messages, languages, mo_of, read_catalog, untranslated

every_language = pytest.mark.parametrize("language", languages())
PLACEHOLDER_OR_TAG = re.compile(r"%\(\w+\)[sd]|\{\w+\}|</?\w+>")


@pytest.fixture(scope="module")
def code() -> Catalog:
    return find_messages()


def identities(catalog: Catalog) -> set[tuple[str | None, object]]:
    return {(message.context, message.id) for message in catalog if message.id}


def texts(message: Message) -> list[tuple[str, str]]:
    """Each original of a message with its translation: more than one where it has a plural."""
    if isinstance(message.id, tuple) and isinstance(message.string, tuple):
        return list(zip(message.id, message.string, strict=True))
    return [(str(message.id), str(message.string))]


def test_every_language_but_english_has_a_catalog() -> None:
    assert {"en", *languages()} == set(dict(settings.LANGUAGES))


@every_language
def test_the_catalog_holds_what_the_code_says(language: str, code: Catalog) -> None:
    held, said = identities(read_catalog(language)), identities(code)
    assert said - held == set(), "missing: make messages"
    assert held - said == set(), "stale: make messages"


@every_language
def test_everything_is_translated(language: str) -> None:
    assert untranslated(read_catalog(language)) == []


@every_language
def test_placeholders_and_tags_are_those_of_the_original(language: str) -> None:
    wrong = [
        translation
        for message in read_catalog(language)
        if message.id
        for original, translation in texts(message)
        if sorted(PLACEHOLDER_OR_TAG.findall(original))
        != sorted(PLACEHOLDER_OR_TAG.findall(translation))
    ]
    assert wrong == []


@every_language
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    assert catalog_of(language, "mo").read_bytes() == mo_of(read_catalog(language))


def test_all_ways_to_mark_a_text_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "PACKAGES", ("game",))
    (tmp_path / "game" / "templates").mkdir(parents=True)
    (tmp_path / "game" / "templates" / "page.html").write_text(
        "{% load i18n %}\n"
        "    <h1>{% translate 'One' %}</h1> it's\n"
        "  {% trans 'Two' context 'number' %}\n"
        "{% blocktranslate trimmed with name=x.name %}\n  Three,\n    {{ name }}\n"
        "{% endblocktranslate %}\n"
        "      {% blocktranslate count n=n %}{{ n }} die{% plural %}{{ n }} dice"
        "{% endblocktranslate %}\n"
        " {% include 'part.html' with label=_('Four') %}{{ x|default:_('Five') }}"
    )
    (tmp_path / "game" / "texts.py").write_text(
        "_('Six'), gettext_lazy('Seven'), pgettext('number', 'Eight')\n"
        "ngettext('%(n)d throw', '%(n)d throws', n), str('not marked')\n"
    )
    (tmp_path / "game" / "admin.py").write_text("_('for operators')\n")
    assert identities(find_messages()) == {
        (None, "One"),
        ("number", "Two"),
        (None, "Three, %(name)s"),
        (None, ("%(n)s die", "%(n)s dice")),
        (None, "Four"),
        (None, "Five"),
        (None, "Six"),
        (None, "Seven"),
        ("number", "Eight"),
        (None, ("%(n)d throw", "%(n)d throws")),
    }
