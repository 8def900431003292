import pytest
import time_machine

from challenges.models import Day, Game, Player
from tests.cast import CLOSES, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Form, Page, Visitor

SHEETS = {
    "maxi": "Maxi Yatzy",
    "scandinavian": "Yatzy",
    "classic": "Classic",
    "yacht": "Yacht",
    "generala": "Generala",
}
OFFERED = {
    "maxi": {"forced_order", "saved_throws", "upper_bonus", "full_straight"},
    "scandinavian": {"forced_order", "saved_throws", "extra_yatzy"},
    "classic": {"forced_order", "saved_throws"},
    "yacht": {"forced_order", "saved_throws"},
    "generala": {"forced_order", "saved_throws"},
}


def form_of(page: Page, rules: str) -> Form:
    return next(form for form in page.forms if form.fields["rules"] == [rules])


@pytest.mark.parametrize("rules", SHEETS)
def test_every_sheet_can_be_played(owner: Person, today: Day, rules: str) -> None:
    visitor = Visitor(owner)
    page = visitor.press(visitor.open("/practice"), f"Play {SHEETS[rules]}")
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}"
    assert (game.mode, game.rules, game.house_rules) == ("solo", rules, {})
    assert SHEETS[rules] in page.text


@pytest.mark.parametrize("rules", SHEETS)
def test_each_sheet_offers_its_house_rules(owner: Person, today: Day, rules: str) -> None:
    html = Visitor(owner).open("/practice").html
    offered = {name for name in set().union(*OFFERED.values()) if f'id="{rules}-{name}"' in html}
    assert offered == OFFERED[rules]


def test_house_rules_are_played_by(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    visitor.press(
        visitor.open("/practice"),
        "Play Maxi Yatzy",
        forced_order="on",
        upper_bonus="50",
        full_straight="25",
    )
    assert Game.objects.get().house_rules == {
        "forced_order": True,
        "upper_bonus": 50,
        "full_straight": 25,
    }


def test_who_just_arrived_becomes_a_guest(visitor: Visitor, today: Day) -> None:
    page = visitor.press(visitor.open("/practice"), "Play Yacht", time_zone="Asia/Tokyo")
    player = Player.objects.get()
    assert player.time_zone == "Asia/Tokyo"
    assert page.path == f"/games/{Game.objects.get(player=player).pk}"


def test_a_double_tap_starts_one_game(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/practice")
    first = visitor.press(page, "Play Yacht")
    assert visitor.press(page, "Play Yacht").path == first.path
    assert Game.objects.count() == 1


def test_two_sheets_of_one_page_are_two_games(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/practice")
    visitor.press(page, "Play Yacht")
    visitor.press(page, "Play Classic")
    assert sorted(Game.objects.values_list("rules", flat=True)) == ["classic", "yacht"]


@pytest.mark.parametrize(
    "changes",
    [
        {"rules": "checkers"},
        {"key": None},
        {"full_straight": "26"},
        {"upper_bonus": "lots"},
        {"date": "soon"},
    ],
)
def test_wrong_input_is_said_to_be_wrong(owner: Person, today: Day, changes: dict) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/practice")
    with nothing_changes():
        refused = visitor.press(page, "Play Maxi Yatzy", **changes)
    assert refused.status == 400
    assert 'role="alert"' in refused.html
    assert len(refused.forms) == 5


def test_a_days_dice_are_lent_to_those_who_played_them(
    owner: Person, stranger: Person, today: Day, clock: time_machine.Traveller
) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/practice")
    fields = {"date": TODAY.isoformat()}
    with nothing_changes():
        refused = visitor.press(page, "Play Maxi Yatzy", **fields)
    assert refused.status == 409
    assert "once you finished its ranked game" in refused.text
    owner.play_rows(owner.start_daily())
    assert visitor.press(page, "Play Maxi Yatzy", **fields).status == 200
    clock.move_to(CLOSES)
    other = Visitor(stranger)
    assert other.press(other.open("/practice"), "Play Maxi Yatzy", **fields).status == 200


def test_a_days_dice_go_with_the_days_rules(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    visitor = Visitor(owner)
    page = visitor.open("/practice")
    fields = {"date": TODAY.isoformat(), "forced_order": "on"}
    with nothing_changes():
        assert visitor.press(page, "Play Maxi Yatzy", **fields).status == 422


def test_looking_starts_nothing(visitor: Visitor, today: Day) -> None:
    with nothing_changes():
        visitor.open("/practice")
