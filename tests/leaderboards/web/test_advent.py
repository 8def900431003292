"""Which calendar there is in which year, and the way to it."""

import pytest
import time_machine
from django.test import Client

from challenges.models import Day
from tests.cast import Person
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.web.advent import AUCKLAND, PATH, states

# --- Which calendar --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("2026-07-01", 2026),
        ("2026-11-30", 2026),
        ("2026-12-01", 2026),
        ("2026-12-31", 2026),
        ("2027-01-01", 2026),
        ("2027-10-31", 2026),
        ("2027-11-01", 2027),
        ("2027-12-24", 2027),
    ],
)
def test_without_a_year_it_is_the_current_one_or_the_last(
    db: None, clock: time_machine.Traveller, date: str, year: int
) -> None:
    clock.move_to(f"{date} 09:00+00:00")
    answer = Client().get("/advent")
    assert (answer.status_code, answer["Location"]) == (302, f"/advent/{year}")


def test_the_year_is_that_of_the_readers_zone(db: None, clock: time_machine.Traveller) -> None:
    clock.move_to("2027-10-31 20:00+00:00")
    assert Client().get("/advent")["Location"] == "/advent/2026"
    answer = Client().get(f"/advent?time_zone={AUCKLAND}")
    assert answer["Location"] == "/advent/2027?time_zone=Pacific%2FAuckland"


@pytest.mark.parametrize("year", ["0", "1999", "2025", "10000", "99999999999", "x", "-2026"])
def test_there_are_no_calendars_before_the_first(today: Day, year: str) -> None:
    assert Visitor().open(f"/advent/{year}").status == 404


def test_a_year_without_days_is_locked_or_missed(db: None, clock: time_machine.Traveller) -> None:
    assert states(Visitor().open("/advent/2027")) == {"locked": [*range(1, 25)]}
    clock.move_to("2028-01-01 12:00+00:00")
    page = Visitor().open("/advent/2027")
    assert states(page) == {"missed": [*range(1, 25)]}
    assert page.buttons == []


def test_years_lead_to_one_another(today: Day, clock: time_machine.Traveller) -> None:
    assert not [link for link in Visitor().open(PATH).links if "/advent/" in link and link != PATH]
    clock.move_to("2028-02-01 12:00+00:00")
    assert "/advent/2027" in Visitor().open(PATH).links
    links = Visitor().open("/advent/2027").links
    assert PATH in links
    assert "/advent/2028" not in links


# --- The way there ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "is_in_menu", "line"),
    [
        ("2026-10-31 12:00+00:00", False, None),
        ("2026-11-01 12:00+00:00", True, None),
        ("2026-12-01 12:00+00:00", True, "Behind door 1 are today's dice."),
        ("2026-12-24 12:00+00:00", True, "Behind door 24 are today's dice."),
        ("2026-12-25 12:00+00:00", True, "All its doors can be opened now."),
        ("2027-01-01 12:00+00:00", False, None),
    ],
)
def test_pages_lead_to_it_in_its_season(
    db: None, clock: time_machine.Traveller, moment: str, is_in_menu: bool, line: str | None
) -> None:
    clock.move_to(moment)
    page = Visitor().open("/")
    assert page.links.count(PATH) == is_in_menu + (line is not None)
    assert line is None or line in page.text
    assert ("The advent calendar" in page.text) == (line is not None)


def test_the_front_page_says_that_its_door_is_lit(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    assert "Door 1 is lit." in Visitor(owner).open("/").text


def test_it_speaks_the_players_language(owner: Person, today: Day) -> None:
    owner.patch("/me", {"language": "sv"})
    assert '<html lang="sv">' in Visitor(owner).open(PATH).html
