"""POST /players/{id}/report: a name that is offensive."""

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Player, Report
from challenges.services.moderation import dismiss_reports
from tests.cast import (
    NOON,
    NOWHERE,
    ONE_DAY,
    Browser,
    Caller,
    Person,
    make_person,
    nothing_changes,
    ok,
    refused,
)
from tests.operators import make_operator

pytestmark = pytest.mark.django_db


def path(person: Person) -> str:
    return f"/players/{person.player.pk}/report"


def test_a_name_is_reported_as_it_is(owner: Person, friend: Person) -> None:
    assert ok(friend.post(path(owner))) == {
        "player": str(owner.player.pk),
        "name": "Owner",
        "reported_at": "2026-12-01T12:00:00Z",
    }
    assert list(
        Report.objects.values("reporter", "player", "name", "reported_at", "handled_at")
    ) == [
        {
            "reporter": friend.player.pk,
            "player": owner.player.pk,
            "name": "Owner",
            "reported_at": NOON,
            "handled_at": None,
        }
    ]


def test_a_repeat_is_answered_the_same(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    first = ok(friend.post(path(owner)))
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        assert ok(friend.post(path(owner))) == first


def test_a_repeat_does_not_open_again_what_was_handled(owner: Person, friend: Person) -> None:
    first = ok(friend.post(path(owner)))
    dismiss_reports(operator=make_operator().player, player_id=owner.player.pk)
    with nothing_changes():
        assert ok(friend.post(path(owner))) == first


def test_another_name_is_another_report_and_the_first_one_is_kept(
    owner: Person, friend: Person
) -> None:
    ok(friend.post(path(owner)))
    ok(owner.patch("/me", {"name": "Proprietor"}))
    assert ok(friend.post(path(owner)))["name"] == "Proprietor"
    assert list(Report.objects.order_by("pk").values_list("name", flat=True)) == [
        "Owner",
        "Proprietor",
    ]


def test_the_reported_player_and_others_learn_nothing_of_it(
    owner: Person, friend: Person, anybody: Caller
) -> None:
    before = [ok(owner.get("/me")), ok(anybody.get(f"/players/{owner.player.pk}"))]
    ok(friend.post(path(owner)))
    assert [ok(owner.get("/me")), ok(anybody.get(f"/players/{owner.player.pk}"))] == before


def test_a_browser_reports_with_its_session(owner: Person, friend: Person) -> None:
    ok(Browser(player=friend.player).post(path(owner)))
    assert Report.objects.get().reporter_id == friend.player.pk


def test_a_session_needs_its_csrf_token(owner: Person, friend: Person) -> None:
    browser = Browser(player=friend.player, sends_csrf=False)
    with nothing_changes():
        refused(browser.post(path(owner)), 403, "permission_denied")


def test_an_account_is_needed(owner: Person, anybody: Caller) -> None:
    with nothing_changes():
        refused(anybody.post(path(owner)), 401, "not_authenticated")


def test_one_cannot_report_oneself(owner: Person) -> None:
    with nothing_changes():
        refused(owner.post(path(owner)), 422, "own_name")


def test_nobody_is_not_found(friend: Person) -> None:
    with nothing_changes():
        refused(friend.post(f"/players/{NOWHERE}/report"), 404, "not_found")


def test_who_is_gone_is_not_found(owner: Person, friend: Person) -> None:
    Player.objects.filter(pk=owner.player.pk).update(is_active=False, deleted_at=NOON)
    with nothing_changes():
        refused(friend.post(path(owner)), 404, "not_found")


def test_reports_of_a_player_are_limited_and_repeats_are_not_counted(
    settings: Settings, owner: Person, friend: Person, stranger: Person
) -> None:
    settings.LIMITS = {**settings.LIMITS, "reports-of-player": "2/86400"}
    other = make_person("Other")
    for person in (owner, owner, other, owner):
        ok(friend.post(path(person)))
    with nothing_changes():
        answer = friend.post(path(stranger))
        refused(answer, 429, "too_many_reports")
    assert answer["Retry-After"] == "43200"
    ok(friend.post(path(owner)))
    ok(owner.post(path(stranger)))
