"""People with a browser that runs no scripts: they read pages and press their buttons."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.cast import Person

Fields = dict[str, list[str]]


@dataclass
class Button:
    label: str
    fields: Fields
    is_usable: bool


@dataclass
class Form:
    action: str
    fields: Fields = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)

    def add(self, name: str | None, value: str | None) -> None:
        if name:
            self.fields.setdefault(name, []).append(value or "")


class _Reader(HTMLParser):
    """Collects the visible text and the forms of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.hidden: list[str] = []
        self.select: str | None = None
        self.option: str | None = None
        self.button: Button | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self.hidden:
            self.hidden += [tag] if tag == self.hidden[0] else []
        elif "hidden" in given or tag == "script":
            self.hidden.append(tag)
        self._collect(tag, given)

    def _collect(self, tag: str, given: dict[str, str | None]) -> None:
        if tag == "a":
            self.links.append(given.get("href") or "")
        elif tag == "form":
            self.forms.append(Form(given.get("action") or ""))
        elif tag == "input":
            is_off = given.get("type") in ("checkbox", "radio") and "checked" not in given
            # One without a name is sent with no form, and may stand in none.
            if "name" in given and not is_off and "disabled" not in given:
                # A box without a value sends this one.
                value = given.get("value", "on" if given.get("type") == "checkbox" else None)
                self.forms[-1].add(given.get("name"), value)
        elif tag == "select":
            self.select = given.get("name")
        elif tag == "option" and "selected" in given:
            self.forms[-1].add(self.select, given.get("value"))
        elif tag == "button" and given.get("type") == "submit":
            name = given.get("name")
            fields = {name: [given.get("value") or ""]} if name else {}
            usable = "disabled" not in given and not self.hidden
            self.button = Button("", fields, usable)
            self.forms[-1].buttons.append(self.button)

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag == self.hidden[0]:
            self.hidden.pop()
        if tag == "button":
            self.button = None

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words += data.split()
        if self.button:
            self.button.label = " ".join([*self.button.label.split(), *data.split()])


class Page:
    """What a visitor sees."""

    def __init__(self, path: str, answer: HttpResponse) -> None:
        self.path, self.answer, self.status = path, answer, answer.status_code
        self.html = answer.content.decode()
        reader = _Reader()
        reader.feed(self.html)
        self.text, self.forms, self.links = " ".join(reader.words), reader.forms, reader.links

    @property
    def buttons(self) -> list[str]:
        return [button.label for form in self.forms for button in form.buttons if button.is_usable]

    def find(self, label: str) -> tuple[Form, Button]:
        for form in self.forms:
            for button in form.buttons:
                if label == button.label and button.is_usable:
                    return form, button
        raise AssertionError(f"No button {label!r} among {self.buttons}")

    def row(self, code: str) -> tuple[Form, Button]:
        """The button that writes a row, whatever it says."""
        for form in self.forms:
            for button in form.buttons:
                if button.fields == {"row": [code]} and button.is_usable:
                    return form, button
        raise AssertionError(f"The row {code} cannot be written.")


class Visitor:
    def __init__(self, person: Person | None = None, address: str = "192.0.2.1") -> None:
        self.client = Client(enforce_csrf_checks=True, REMOTE_ADDR=address)
        if person:
            self.client.force_login(person.player)

    def open(self, path: str, **headers: str) -> Page:
        return Page(path, self.client.get(path, headers=headers))

    def press(self, page: Page, label: str, **changes: Any) -> Page:
        """Press a button, with some fields filled in otherwise; None leaves a field out."""
        return self.send(page, *page.find(label), **changes)

    def write(self, page: Page, row: str) -> Page:
        return self.send(page, *page.row(row))

    def throw(self, page: Page, *kept: int) -> Page:
        """Tick the dice in these slots, and no others; throw the rest again."""
        button = next(label for label in page.buttons if label.startswith("Throw"))
        return self.press(page, button, keep=[str(slot) for slot in kept])

    def send(self, page: Page, form: Form, button: Button, **changes: Any) -> Page:
        fields = form.fields | button.fields | changes
        data = {name: value for name, value in fields.items() if value is not None}
        path = form.action or page.path
        answer = self.client.post(path, data)
        if answer.status_code == 302:
            return self.open(answer["Location"])
        return Page(path, answer)
