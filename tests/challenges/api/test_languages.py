"""The language of answers: the one that is asked for, if the service speaks it."""

import pytest

from tests.cast import NOWHERE, Caller, Person, ok, refused
from tests.challenges.accounts import EMAIL, claim, last_mail

LANGUAGES = [
    ("en", "en", "Four of a kind", "Large straight"),
    ("de", "de", "Viererpasch", "Große Straße"),
    ("de-AT,de;q=0.9,en;q=0.5", "de", "Viererpasch", "Große Straße"),
    ("sv", "sv", "Fyrtal", "Stor stege"),
    ("fr", "en", "Four of a kind", "Large straight"),
    ("tlh, xx;q=0.5", "en", "Four of a kind", "Large straight"),
    ("", "en", "Four of a kind", "Large straight"),
]


@pytest.mark.parametrize(("accepted", "spoken", "four_of_a_kind", "large_straight"), LANGUAGES)
def test_rules_are_told_in_the_language_asked_for(
    anybody: Caller, accepted: str, spoken: str, four_of_a_kind: str, large_straight: str
) -> None:
    answer = anybody.call("GET", "/rules/maxi", headers={"Accept_Language": accepted})
    names = {row["code"]: row["name"] for row in ok(answer)["rows"]}
    assert names["four_of_a_kind"] == four_of_a_kind
    assert names["large_straight"] == large_straight
    assert answer["Content-Language"] == spoken
    assert "Accept-Language" in answer["Vary"]


@pytest.mark.parametrize(
    ("accepted", "title", "detail"),
    [
        ("en", "Not found", "The API has no such address."),
        ("de", "Nicht gefunden", "Diese Adresse gibt es in der API nicht."),
        ("sv", "Hittades inte", "Den adressen finns inte i API:et."),
    ],
)
def test_errors_are_told_in_the_language_asked_for(
    anybody: Caller, accepted: str, title: str, detail: str
) -> None:
    answer = anybody.client.get("/api/v1/nowhere", headers={"Accept-Language": accepted})
    problem = refused(answer, 404, "not_found")
    assert (problem["title"], problem["detail"]) == (title, detail)


def test_a_service_refuses_in_the_language_asked_for(owner: Person) -> None:
    body = {"name": "x"}
    answer = owner.call("PATCH", "/me", body=body, headers={"Accept_Language": "de"})
    problem = refused(answer, 400, "invalid")
    assert problem["detail"] == "Einige Angaben stimmen nicht."
    assert problem["errors"] == {"name": ["Ein Name hat 2 bis 20 Zeichen."]}


def test_what_is_not_there_is_said_in_the_language_asked_for(owner: Person) -> None:
    path = f"/games/{NOWHERE}"
    answer = owner.call("GET", path, headers={"Accept_Language": "sv"})
    assert refused(answer, 404, "not_found")["title"] == "Hittades inte"


@pytest.mark.parametrize(
    ("language", "subject", "words"),
    [
        ("en", "Confirm your e-mail address for Daily Dice", "It works for three days"),
        ("de", "Bestätige deine E-Mail-Adresse für Daily Dice", "Er gilt drei Tage lang"),
        ("sv", "Bekräfta din e-postadress för Daily Dice", "Den gäller i tre dagar"),
    ],
)
def test_mails_come_in_the_players_language(
    owner: Person, language: str, subject: str, words: str
) -> None:
    """Whatever the call asks its answer to be in."""
    ok(owner.patch("/me", {"language": language}))
    claim(owner)
    mail = last_mail(EMAIL)
    assert mail.subject == subject
    assert words in mail.body
    assert "http://127.0.0.1:8000/account/confirm?key=" in mail.body
