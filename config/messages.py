"""Brings the catalogs in challenges/locale up to date with the code: `make messages`.

A language is a folder there; a new one begins with an empty folder.
"""

import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALES = ROOT / "challenges" / "locale"
PACKAGES = ("config", "challenges", "leaderboards", "friends")
# Operators read English.
FOR_OPERATORS = {"admin", "admin.py", "management", "migrations"}

PROJECT, VERSION = "Daily Dice", "1"
KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}


def find_messages() -> Catalog:
    """All messages of the code and the templates, without translations."""
    catalog = Catalog(project=PROJECT, version=VERSION, fuzzy=False)
    for path in sources():
        for _line, message, comments, context in extract("python", source_of(path), KEYWORDS):
            place = (path.relative_to(ROOT).as_posix(), 0)
            catalog.add(message, None, [place], auto_comments=comments, context=context)
    return catalog


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*")):
            parts = set(path.relative_to(ROOT).parts)
            is_template = "templates" in parts and path.suffix in (".html", ".txt")
            if (is_template or path.suffix == ".py") and not FOR_OPERATORS & parts:
                yield path


def source_of(path: Path) -> io.BytesIO:
    """Python, or what Django makes of a template to look like it."""
    text = path.read_text()
    if path.suffix != ".py":
        # Between brackets, indentation means nothing.
        text = f"({templatize(text, origin=str(path))}\n)"
    return io.BytesIO(text.encode())


def languages() -> list[str]:
    return sorted(path.name for path in LOCALES.iterdir() if path.is_dir())


def catalog_of(language: str, kind: str) -> Path:
    return LOCALES / language / "LC_MESSAGES" / f"django.{kind}"


def read_catalog(language: str) -> Catalog:
    path = catalog_of(language, "po")
    if not path.exists():
        return Catalog(locale=language, project=PROJECT, version=VERSION, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def update(language: str, messages: Catalog) -> Catalog:
    """Write both files: new messages without a translation, and none that is gone."""
    catalog = read_catalog(language)
    catalog.update(messages, no_fuzzy_matching=True, update_creation_date=False)
    catalog.obsolete.clear()
    catalog_of(language, "po").parent.mkdir(exist_ok=True)
    catalog_of(language, "po").write_bytes(po_of(catalog))
    catalog_of(language, "mo").write_bytes(mo_of(catalog))
    return catalog


def po_of(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalog, width=100, include_lineno=False)
    return file.getvalue()


def mo_of(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalog)
    return file.getvalue()


def untranslated(catalog: Catalog) -> list[str]:
    return [str(message.id) for message in catalog if message.id and not is_translated(message)]


def is_translated(message: Message) -> bool:
    texts = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(texts) and not message.fuzzy


def main() -> None:
    messages = find_messages()
    for language in languages():
        missing = untranslated(update(language, messages))
        sys.stdout.write(f"{language}: {len(messages)} messages, {len(missing)} to translate\n")
        sys.stdout.writelines(f"  {text}\n" for text in missing)


if __name__ == "__main__":
    main()
