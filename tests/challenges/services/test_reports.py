"""Reports of names, at once with others and with what operators do."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Report
from challenges.services.moderation import rename_player
from challenges.services.problems import TooManyReports
from challenges.services.reports import report_name
from tests.cast import Person, at_once, make_person
from tests.operators import make_operator

pytestmark = pytest.mark.django_db(transaction=True)


def reporting(reporter: Person, player: Person) -> Callable[[], Any]:
    return lambda: report_name(reporter=reporter.player, player_id=player.player.pk)


def test_of_eight_repeats_at_once_one_is_kept(owner: Person, friend: Person) -> None:
    made = at_once([reporting(friend, owner)] * 8)
    assert {report.pk for report in made} == {Report.objects.get().pk}


def test_two_who_report_each_other_do_not_wait_for_one_another(
    owner: Person, friend: Person
) -> None:
    at_once([reporting(friend, owner), reporting(owner, friend)] * 4)
    made = Report.objects.values_list("reporter__name", "player__name")
    assert sorted(made) == [("Friend", "Owner"), ("Owner", "Friend")]


def test_no_report_of_a_name_is_left_open_that_was_replaced_at_the_same_time(
    owner: Person, clock: time_machine.Traveller
) -> None:
    reporters = [make_person(f"Reporter {number}") for number in range(6)]
    anna = make_operator().player

    def rename() -> Any:
        return rename_player(operator=anna, player_id=owner.player.pk, seen="Owner")

    calls = [reporting(reporter, owner) for reporter in reporters]
    at_once([*calls[:3], rename, *calls[3:]])
    assert Report.objects.count() == 6
    left = Report.objects.filter(handled_at__isnull=True).exclude(name=owner.now().name)
    assert left.count() == 0


def test_of_many_at_once_no_more_than_the_limit_are_kept(
    settings: Settings, friend: Person
) -> None:
    settings.LIMITS = {**settings.LIMITS, "reports-of-player": "3/86400"}
    others = [make_person(f"Other {number}") for number in range(8)]

    def attempt(other: Person) -> Callable[[], bool]:
        def report() -> bool:
            try:
                return bool(reporting(friend, other)())
            except TooManyReports:
                return False

        return report

    assert sum(at_once([attempt(other) for other in others])) == 3
    assert Report.objects.count() == 3
