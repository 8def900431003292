"""My accuracy and luck over time."""

import pytest
import time_machine

from challenges.models import Day, Game, Review
from challenges.services.perfect_play.history import Averages, averages_of
from tests.cast import NOON, ONE_DAY, TODAY, Json, Person, Queries
from tests.challenges.web.visitors import Visitor

pytestmark = pytest.mark.django_db

PATH = "/reviews"


def reviewed(person: Person, game: Json, accuracy: float, luck: float, loss: float) -> Game:
    row = Game.objects.get(pk=game["id"])
    row.total = round(400 + luck - loss)
    row.save(update_fields=["total"])
    Review.objects.create(
        game=row,
        start=400.0,
        luck=luck,
        loss=loss,
        accuracy=accuracy,
        skill=round(400 - loss),
        plies=60,
        reviewed_at=NOON,
    )
    return row


def three_days(person: Person, clock: time_machine.Traveller) -> list[Game]:
    """The last one first."""
    found = []
    for number, figures in enumerate([(90.0, -20.0, 30.0), (80.0, 5.0, 60.0), (95.0, 45.0, 12.0)]):
        clock.move_to(NOON + number * ONE_DAY)
        found.append(reviewed(person, person.start_daily(TODAY + number * ONE_DAY), *figures))
    return found[::-1]


def test_figures_are_of_all_daily_games_and_lines_lead_to_their_reviews(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    days = three_days(owner, clock)
    reviewed(owner, owner.start_solo("yacht"), 1.0, -99.0, 99.0)  # practice
    page = Visitor(owner).open(PATH)
    assert "Accuracy 88.3 Luck a game +10.0 Given away a game 34.0 Games reviewed 3" in page.text
    links = [link for link in page.links if link.endswith("/review")]
    assert links == [f"/games/{game.pk}/review" for game in days]
    assert "Thu 3 Dec 2026 433 points · luck +45.0 · given away 12.0 Accuracy 95.0" in page.text
    assert averages_of(owner.player) == Averages(3, pytest.approx(88.3333, abs=1e-3), 10.0, 34.0)


def test_both_drawings_are_told_in_words(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    three_days(owner, clock)
    page = Visitor(owner).open(PATH)
    assert "3 games, from 90.0 to 95.0 of 100. Lowest 80.0, highest 95.0." in page.text
    assert "Lucky in 2 of 3 games. Luckiest +45.0, unluckiest −20.0 points." in page.text
    assert page.html.count('class="curve-bar"') == 2
    assert page.html.count('class="curve-bar is-below"') == 1


def test_one_game_is_not_drawn(owner: Person, today: Day) -> None:
    reviewed(owner, owner.start_daily(), 90.0, 1.0, 2.0)
    page = Visitor(owner).open(PATH)
    assert "Games reviewed 1" in page.text
    assert "curve-drawing" not in page.html


def test_it_has_pages(
    owner: Person,
    today: Day,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("challenges.web.views.reviews.REVIEWS_PER_PAGE", 2)
    days, visitor = three_days(owner, clock), Visitor(owner)
    first = visitor.open(PATH)
    after = f"?after={days[1].pk}"
    assert after in first.links
    second = visitor.open(PATH + after)
    assert [link for link in second.links if "/games/" in link] == [f"/games/{days[2].pk}/review"]
    assert "Games reviewed 3" in second.text
    for text in ("1", owner.start_solo("yacht")["id"]):
        assert visitor.open(f"{PATH}?after={text}").status == 404


def test_without_reviews_it_says_where_they_come_from(
    owner: Person, stranger: Person, visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    three_days(owner, clock)
    for reader in (visitor, Visitor(stranger)):
        page = reader.open(PATH)
        assert page.status == 200
        assert "None yet. At the end of a game you find its review." in page.text


def test_only_the_player_is_led_there(owner: Person, stranger: Person, today: Day) -> None:
    owner.start_solo("yacht")
    assert PATH in Visitor(owner).open("/games").links
    assert PATH in Visitor(owner).open(f"/players/{owner.player.pk}").links
    assert PATH not in Visitor(stranger).open(f"/players/{owner.player.pk}").links
    page = Visitor(owner).open(PATH)
    assert {"private", "no-store"} <= set(page.answer["Cache-Control"].split(", "))


def test_it_costs_the_same_however_many_there_are(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    three_days(owner, clock)
    visitor = Visitor(owner)
    visitor.open(PATH)
    with Queries() as asked:
        visitor.open(PATH)
    assert len(asked.statements) == 3  # the player; the averages; the page
