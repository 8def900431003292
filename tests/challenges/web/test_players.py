import uuid

from challenges.models import Day, Player, Report
from tests.cast import Person, nothing_changes
from tests.challenges.web.visitors import Visitor


def path_of(person: Person) -> str:
    return f"/players/{person.player.pk}"


def test_anybody_sees_the_name_and_the_country(visitor: Visitor, owner: Person, today: Day) -> None:
    Player.objects.filter(pk=owner.player.pk).update(country="SE")

    page = visitor.open(path_of(owner))

    assert page.status == 200
    assert "Owner Sweden" in page.text
    assert page.buttons == []


def test_a_player_sees_what_others_see_and_has_nothing_to_report(owner: Person, today: Day) -> None:
    page = Visitor(owner).open(path_of(owner))

    assert "This is what others see of you." in page.text
    assert page.buttons == []


def test_a_name_is_reported_once_however_often_the_button_is_pressed(
    owner: Person, stranger: Person, today: Day
) -> None:
    visitor = Visitor(stranger)
    page = visitor.open(path_of(owner))

    for _ in range(2):
        answer = visitor.press(page, "Report this name")
        assert answer.path == path_of(owner)
        assert "The operators will look at the name." in answer.text

    report = Report.objects.get()
    assert (report.reporter_id, report.player_id, report.name) == (
        stranger.player.pk,
        owner.player.pk,
        "Owner",
    )


def test_who_has_no_account_cannot_report(visitor: Visitor, owner: Person, today: Day) -> None:
    with nothing_changes():
        answer = visitor.client.post(f"{path_of(owner)}/report")

    assert answer.status_code == 403


def test_who_is_not_there_is_not_found(visitor: Visitor, owner: Person, today: Day) -> None:
    assert visitor.open(f"/players/{uuid.uuid4()}").status == 404
    Player.objects.filter(pk=owner.player.pk).update(is_active=False)
    assert visitor.open(path_of(owner)).status == 404
