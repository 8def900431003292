import pytest
import time_machine

from challenges.models import Day
from tests.cast import NOON, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Visitor


def test_there_is_nothing_to_set_without_an_account(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/settings")
    assert page.status == 200
    assert page.buttons == []


def test_the_form_holds_what_is_set(owner: Person, today: Day) -> None:
    fields = Visitor(owner).open("/settings").forms[0].fields
    fields.pop("csrfmiddlewaretoken")
    assert fields == {
        "name": ["Owner"],
        "country": [""],
        "language": ["en"],
        "time_zone": ["UTC"],
        "listed": ["on"],
        "die": ["plain"],
    }


def test_what_is_changed_is_saved(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.press(
        visitor.open("/settings"),
        "Save",
        name="  Åsa   Öst ",
        country="SE",
        time_zone="Europe/Stockholm",
    )
    assert page.path == "/settings"
    assert "Saved." in page.text
    player = owner.now()
    assert (player.name, player.country, player.time_zone) == ("Åsa Öst", "SE", "Europe/Stockholm")


def test_a_player_leaves_the_boards_and_comes_back(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/settings")
    assert "Guests appear there once they have confirmed an e-mail address." in page.text
    page = visitor.press(page, "Save", listed=None)
    assert owner.now().unlisted_at == NOON
    assert "listed" not in page.forms[0].fields
    visitor.press(page, "Save", listed="on")
    assert owner.now().unlisted_at is None


def test_the_dice_are_chosen(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.press(visitor.open("/settings"), "Save", die="christmas")
    assert owner.now().die == "christmas"
    assert page.forms[0].fields["die"] == ["christmas"]


def test_the_pages_speak_the_language_that_was_chosen(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.press(visitor.open("/settings"), "Save", language="sv")
    assert owner.now().language == "sv"
    assert '<html lang="sv">' in page.html
    assert '<html lang="sv">' in visitor.open("/").html


def test_a_zone_to_the_west_does_not_bring_yesterday_back(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON.replace(hour=1))
    visitor = Visitor(owner)
    visitor.press(visitor.open("/settings"), "Save", time_zone="America/Los_Angeles")
    assert owner.now().earliest_today == TODAY
    assert "Tuesday 1 December" in visitor.open("/").text


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "x"}, "A name has 2 to 20 characters."),
        ({"name": ""}, "This field is required."),
        ({"name": "a\0b"}, "Null characters are not allowed."),
        ({"country": "XX"}, "XX is not one of the available choices."),
        ({"die": "gold"}, "Select a valid choice. gold is not one of the available choices."),
        ({"die": None}, "This field is required."),
        ({"language": "tlh"}, "tlh is not one of the available choices."),
        ({"time_zone": "Europe/Atlantis"}, "Europe/Atlantis is not one of the available choices."),
    ],
)
def test_wrong_input_is_said_to_be_wrong(
    owner: Person, today: Day, changes: dict, message: str
) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/settings")
    with nothing_changes():
        refused = visitor.press(page, "Save", **changes)
    assert refused.status == 400
    assert message in refused.text
    assert "Owner" in refused.html or "name" in changes


def test_without_an_account_nothing_can_be_saved(
    visitor: Visitor, owner: Person, today: Day
) -> None:
    form, _button = Visitor(owner).open("/settings").find("Save")
    visitor.open("/")
    token = [visitor.client.cookies["csrftoken"].value]
    with nothing_changes():
        answer = visitor.client.post("/settings", form.fields | {"csrfmiddlewaretoken": token})
    assert answer.status_code == 404
