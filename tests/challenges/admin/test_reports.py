"""Reported players in the admin site."""

import pytest
import time_machine

from challenges.models import Player, Report
from challenges.services.reports import report_name
from tests.cast import NOON, ONE_DAY, Person, Queries, make_person, nothing_changes
from tests.operators import Operator, done, make_operator

pytestmark = pytest.mark.django_db

LIST = "challenges/report/"
BACK = "?next=/admin/challenges/report/"


def report(reporter: Person, *players: Person) -> None:
    for player in players:
        report_name(reporter=reporter.player, player_id=player.player.pk)


@pytest.fixture
def reported(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> Person:
    """Owner, by two players and under two names; Friend, by one and a day later."""
    report(friend, owner)
    owner.patch("/me", {"name": "Proprietor"})
    report(stranger, owner)
    clock.move_to(NOON + ONE_DAY)
    report(stranger, friend)
    return owner


def test_a_line_tells_what_was_reported_how_often_and_since_when(
    operator: Operator, reported: Person
) -> None:
    text = operator.see(LIST)
    first = "Proprietor Owner, Proprietor 2 Dec. 1, 2026, noon Rename Hide Dismiss"
    second = "Friend Friend 1 Dec. 2, 2026, noon Rename Hide Dismiss"
    assert f"{first} {second} 2 players" in text


def test_a_list_takes_as_many_queries_for_many_players_as_for_few(operator: Operator) -> None:
    reporters = [make_person(f"Reporter {number}").player for number in range(3)]
    for batch in range(2):
        players = Player.objects.bulk_create(
            Player(name=f"Name {batch} {number}", joined_at=NOON) for number in range(30)
        )
        Report.objects.bulk_create(
            Report(reporter=reporter, player=player, name=player.name, reported_at=NOON)
            for reporter in reporters
            for player in players
        )
        with Queries() as queries:
            operator.see(LIST)
        # The session's player, the count, the page and its names.
        assert len(queries.statements) == 4


def test_one_click_renames_and_handles_the_reports(operator: Operator, reported: Person) -> None:
    address = f"challenges/player/{reported.player.pk}/operations/generate-name{BACK}"
    text = operator.press(address, seen="Proprietor")
    name = reported.now().name
    assert name not in ("Owner", "Proprietor")
    assert f"The player's name is {name}." in text
    assert "Reported players" in text
    assert "1 player" in text
    message = f"Renamed from Proprietor to {name}. Reports handled: 2."
    assert done() == [("Anna", name, message)]


def test_one_click_hides_and_handles_the_reports(operator: Operator, reported: Person) -> None:
    text = operator.press(f"challenges/player/{reported.player.pk}/operations/hide{BACK}")
    assert "1 player" in text
    assert reported.now().hidden_at == NOON + ONE_DAY
    assert done() == [("Anna", "Proprietor", "Hidden. Reports handled: 2.")]


def test_one_click_dismisses_the_reports(operator: Operator, reported: Person) -> None:
    text = operator.press(f"challenges/player/{reported.player.pk}/operations/dismiss{BACK}")
    assert "The reports of Proprietor are handled." in text
    assert "1 player" in text
    assert (reported.now().name, reported.now().hidden_at) == ("Proprietor", None)
    assert done() == [("Anna", "Proprietor", "Reports handled: 2.")]


def test_players_that_are_gone_are_not_listed(operator: Operator, reported: Person) -> None:
    Player.objects.filter(pk=reported.player.pk).update(deleted_at=NOON)
    assert "1 player" in operator.see(LIST)


def test_whom_may_only_look_sees_no_buttons(reported: Person) -> None:
    reader = make_operator("Reader", "view_report", "view_player")
    text = reader.see(LIST)
    assert "Proprietor Owner, Proprietor 2" in text
    assert "Dismiss" not in text


def test_nothing_is_added_deleted_or_edited(operator: Operator, reported: Person) -> None:
    first = Report.objects.earliest("pk")
    with nothing_changes():
        assert operator.get(f"{LIST}add/").status_code == 403
        assert operator.get(f"{LIST}{first.pk}/delete/").status_code == 403
        assert operator.client.post(f"/admin/{LIST}{first.pk}/change/", {}).status_code == 403
