"""Which names can be shown to anyone."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from challenges.services.names import LONGEST, SHORTEST, NameRefused, clean_name, generate_name


@pytest.mark.parametrize(
    "name",
    [
        "Al",
        "Anna",
        "O'Neil",
        "O’Neil",
        "Jean-Luc",
        "J. R. Dobbs",
        "snake_case",
        "Player 1",
        "1984",
        "Pénélope",
        "Ngọc Ánh",
        "Wałęsa",
        "Søren",
        "Ærøskøbing",
        "Иван",
        "Юлия",
        "Αλέξης",
        "上原",
        "サクラ",
        "上原 Sakura",
        "김민준",
        "שלום",
        "محمد",
        "अनिल",
        "สมชาย",
        "Scunthorpe",
        "Essex Girl",
        "Hitchcock",
        "Dickens",
        "Cassandra",
        "A" * LONGEST,
        "Ж" * LONGEST,
    ],
)
def test_names_of_people_are_taken_as_they_are(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFKC", name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Anna  ", "Anna"),
        ("Anna\t \u2003Lena", "Anna Lena"),
        ("Anna\u00a0Lena", "Anna Lena"),
        ("Ａｎｎａ", "Anna"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("Ａn\u006e\u0061", "Anna"),
        ("Pe\u0301ne\u0301lope", "Pénélope"),
        ("ﬁsh", "fish"),
        ("Anna²", "Anna2"),
    ],
)
def test_a_name_is_kept_in_its_plain_form(typed: str, name: str) -> None:
    assert clean_name(typed) == name


def test_the_length_is_that_of_the_plain_form() -> None:
    assert clean_name("ﬃﬃ") == "ffiffi"  # two characters are six
    assert clean_name("e\u0301" * LONGEST) == "é" * LONGEST  # forty characters are twenty
    with pytest.raises(NameRefused, match="2 to 20 characters"):
        clean_name("ﬃ" * 7)  # seven characters are twenty-one
    with pytest.raises(NameRefused, match="2 to 20 characters"):
        clean_name("ﷺ" + "ص" * 3)  # four characters are twenty-one


@pytest.mark.parametrize("name", ["", " ", "A", " A ", "\t\n", "A" * (LONGEST + 1)])
def test_a_name_has_two_to_twenty_characters(name: str) -> None:
    with pytest.raises(NameRefused, match="A name has 2 to 20 characters"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "An\x00na",
        "An\x1bna",
        "An\x7fna",
        "Anna\u202eanelA",  # right-to-left override
        "\u2066Anna\u2069",
        "\u200fAnna",
        "An\u200bna",  # zero-width space
        "An\u200dna",  # zero-width joiner
        "\ufeffAnna",
        "An\u00adna",  # soft hyphen
        "Anna 😀",
        "♥ Anna ♥",
        "🇸🇪🇸🇪",
        "<b>Anna</b>",
        "Anna@example.org",
        "Anna;--",
        "\ue000Anna",  # private use
        "\ud800Anna",  # half of a character
        "An\u0378na",  # not assigned
        "An/na",
        "1+1",
    ],
)
def test_signs_controls_and_pictures_are_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="letters, digits, spaces"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u3164\u3164",  # Hangul fillers, which are letters to Unicode
        "\u115f\u1160",
        "\uffa0\uffa0",
        "Anna\ufe0f",  # variation selectors, which are marks
        "Anna\U000e0100",
        "An\u034fna",  # combining grapheme joiner
        "\u17b4\u17b5",
        "\u180b\u180b",
    ],
)
def test_what_nobody_can_see_is_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="can be seen"):
        clean_name(name)


@pytest.mark.parametrize("name", ["..", "- -", "' '", "__", ".-_'’"])
def test_a_name_needs_a_letter_or_a_digit(name: str) -> None:
    with pytest.raises(NameRefused, match="needs a letter or a digit"):
        clean_name(name)


@pytest.mark.parametrize(
    "name", ["Z\u0337\u0321\u0322algo", "A\u0300\u0316\u0327\u0338", "\u0300\u0301\u0302\u0303a"]
)
def test_stacked_accents_are_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="Too many accents"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Аnna",  # Cyrillic А
        "Annа",
        "Pаypаl",
        "Αnna",  # Greek
        "Ann\u0430 Lena",
        "Иvan",
        "שלom",
        "Ꭺnna",  # Cherokee
    ],
)
def test_a_name_in_two_alphabets_is_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="one alphabet"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Сосо", "ВОВ", "асе", "ΑΝΝΑ", "ΟΤΤΟ"])
def test_a_name_wholly_of_letters_that_look_latin_is_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="look like others"):
        clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *["fuck", "FUCK you", "Motherfucker", "f u c k", "f.u.c.k", "f_u_c_k", "fuuuck"],
        *["sh1t", "5h1t", "Ｆｕｃｋ", "Fick dich", "Arschloch", "fitta", "puta", "хуй"],
    ],
)
def test_rude_words_are_refused(name: str) -> None:
    with pytest.raises(NameRefused, match="friendlier"):
        clean_name(name)


def test_generated_names_are_such_as_could_be_typed() -> None:
    for _ in range(300):
        name = generate_name()
        assert clean_name(name) == name


@hypothesis_settings(derandomize=True, deadline=None, database=None, max_examples=300)
@given(st.text(st.characters(), max_size=40))
def test_any_text_is_a_clean_name_or_refused(text: str) -> None:
    try:
        name = clean_name(text)
    except NameRefused:
        return
    assert SHORTEST <= len(name) <= LONGEST
    assert clean_name(name) == name
    name.encode()
