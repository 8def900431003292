"""The language of pages: the reader's own, else the one that the browser asks for."""

import pytest
from django.utils.translation import override

from challenges.models import Day
from challenges.strategy.review import Mark
from challenges.web.review_texts import MARK_NAMES
from challenges.web.texts import duel_texts, lead_label, pace_label
from tests.cast import TODAY, Person
from tests.challenges.web.visitors import Visitor

HEADINGS = {
    "en": "Six dice. Twenty rows. One game a day.",
    "de": "Sechs Würfel. Zwanzig Felder. Ein Spiel am Tag.",
    "sv": "Sex tärningar. Tjugo rader. Ett spel om dagen.",
}
DATES = {"en": "Tuesday 1 December", "de": "Dienstag, 1. Dezember", "sv": "Tisdag 1 december"}


def speaks(visitor: Visitor, path: str, **headers: str) -> str:
    """The language of a page, which it says in all places."""
    page = visitor.open(path, **headers)
    language: str = page.answer["Content-Language"]
    assert f'<html lang="{language}">' in page.html
    assert {"Cookie", "Accept-Language"} <= set(page.answer["Vary"].split(", "))
    return language


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("de-CH", "de"), ("sv,en;q=0.5", "sv"), ("en", "en"), ("fr", "en"), ("", "en")],
)
def test_who_just_arrived_is_spoken_to_as_the_browser_asks(
    visitor: Visitor, today: Day, accepted: str, language: str
) -> None:
    accept = {"Accept-Language": accepted}
    assert speaks(visitor, "/", **accept) == language
    text = visitor.open("/", **accept).text
    assert HEADINGS[language] in text
    assert DATES[language] in text


@pytest.mark.parametrize("path", ["/", "/days", f"/days/{TODAY}", "/settings", "/account"])
def test_a_player_is_spoken_to_in_their_own_language(owner: Person, today: Day, path: str) -> None:
    owner.patch("/me", {"language": "sv"})
    assert speaks(Visitor(owner), path, **{"Accept-Language": "de"}) == "sv"


def test_a_language_that_is_chosen_elsewhere_is_spoken_here_too(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    visitor.press(visitor.open("/settings"), "Save", language="sv")
    owner.patch("/me", {"language": "de"})
    assert speaks(visitor, "/") == "de"


def test_a_refused_form_says_so_in_the_players_language(owner: Person, today: Day) -> None:
    owner.patch("/me", {"language": "de"})
    visitor = Visitor(owner)
    page = visitor.press(visitor.open("/settings"), "Speichern", name="x")
    assert page.status == 400
    assert "Ein Name hat 2 bis 20 Zeichen." in page.text


def test_pages_of_errors_speak_it_too(owner: Person, today: Day) -> None:
    owner.patch("/me", {"language": "sv"})
    visitor = Visitor(owner)
    visitor.open("/")
    page = visitor.open("/nowhere", **{"Accept-Language": "de"})
    assert page.status == 404
    assert "Här finns ingenting." in page.text


def test_the_api_answers_the_scripts_of_a_page_in_its_language(owner: Person, today: Day) -> None:
    owner.patch("/me", {"language": "sv"})
    visitor = Visitor(owner)
    visitor.open("/", **{"Accept-Language": "de"})
    answer = visitor.client.get("/api/v1/rules", headers={"Accept-Language": "de"})
    assert answer["Content-Language"] == "sv"


def test_the_browser_is_told_only_where_it_asks_for_another_language(
    owner: Person, today: Day
) -> None:
    visitor = Visitor(owner)
    assert "django_language" not in visitor.open("/").answer.cookies
    owner.patch("/me", {"language": "de"})
    assert visitor.open("/").answer.cookies["django_language"].value == "de"
    assert "django_language" not in visitor.open("/").answer.cookies


def test_countries_stand_in_the_order_of_the_language(owner: Person, today: Day) -> None:
    def stand_in_order(language: str, *names: str) -> bool:
        owner.patch("/me", {"language": language})
        html = Visitor(owner).open("/settings").html
        places = [html.index(f">{name}</option>") for name in names]
        return places == sorted(places)

    assert stand_in_order("de", "Ägypten", "Albanien", "Oman", "Österreich", "Pakistan")
    assert stand_in_order("sv", "Zimbabwe", "Åland", "Österrike")
    assert stand_in_order("en", "Åland Islands", "Albania", "Zimbabwe")


def test_german_tells_apart_what_english_says_in_the_same_words() -> None:
    with override("de"):
        assert [pace_label(7), pace_label(-7)] == ["7 über Soll", "7 unter Soll"]
        assert [lead_label(7), lead_label(-7)] == ["7 vorn", "7 zurück"]
        assert [duel_texts()[key] for key in ("leads", "trails")] == [
            "{points} vorn",
            "{points} zurück",
        ]
        assert str(MARK_NAMES[Mark.BEST]) == "Optimal"
