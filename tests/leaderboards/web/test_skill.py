"""The pages of the board of skill, and of a closed day that was looked back at."""

import re

import pytest
import time_machine

from challenges.models import Day, Player
from challenges.services.perfect_play.looking_back import look_back
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, NOON, ONE_DAY, TODAY, Person
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.results import finish, make_player, review
from tests.leaderboards.web.boards import listed, rows_of
from tests.leaderboards.web.test_queries import queries

PATH = "/leaderboards/day-skill"
SENTENCE = (
    "Each total without its luck: what best play expects of a game, less what the player's own "
    "decisions gave away."
)


def close(clock: time_machine.Traveller, days: int = 1) -> None:
    clock.move_to(CLOSES + (days - 1) * ONE_DAY)
    close_due_days()


def two_play() -> list[Player]:
    players = [make_player("Anna"), make_player("Bert")]
    for player, skill in zip(players, (371, 380), strict=True):
        review(finish(player, TODAY, 250, NOON), skill)
    return players


# --- The board -------------------------------------------------------------------------------


def test_it_stands_among_the_boards_and_says_what_it_is(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    two_play()
    close(clock)
    page = visitor.open(PATH)
    assert rows_of(page) == [("1", "Bert", "380"), ("2", "Anna", "371")]
    assert SENTENCE in page.text
    assert "Tue 1 Dec 2026 · Boards" in page.html
    tabs = re.findall(r'<a href="(/leaderboards/[a-z-]+)"', page.html)
    codes = ("day", "day-skill", "best-day", "streak", "longest-streak", "advent")
    assert tabs == [f"/leaderboards/{code}" for code in codes]


def test_until_all_games_are_reviewed_it_says_that_places_can_change(
    visitor: Visitor, today: Day, clock: time_machine.Traveller, solved_tables: object
) -> None:
    close(clock)
    pending = "The games of this day are still being reviewed, so places can change."
    assert pending in visitor.open(PATH).text
    look_back(seconds=60)
    assert pending not in visitor.open(PATH).text


def test_its_steps_lead_to_closed_days_alone(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    close(clock, days=3)

    def steps(date: str) -> list[str]:
        page = visitor.open(f"{PATH}?period={date}")
        return [link for link in page.links if link.startswith("?period=")]

    assert steps("2026-12-01") == ["?period=2026-12-02"]
    assert steps("2026-12-02") == ["?period=2026-12-01", "?period=2026-12-03"]
    assert steps("2026-12-03") == ["?period=2026-12-02"]


def test_before_its_day_was_closed_there_is_a_page_that_says_so(
    visitor: Visitor, today: Day
) -> None:
    two_play()
    for path in (PATH, f"{PATH}?period={TODAY}", f"{PATH}?period={TODAY + ONE_DAY}"):
        page = visitor.open(path)
        assert page.status == 409
        assert "This can be seen once 2026-12-0" in page.text
        assert "380" not in page.text
        assert "/leaderboards/best-day" in page.links
    assert visitor.open(f"{PATH}?period=1999-12-31").status == 404


def test_a_finished_game_shows_its_place_by_skill_once_the_day_was_closed(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = listed(owner).play_rows(owner.start_daily())
    review(owner.now().games.get(), 371)
    visitor, path = Visitor(owner), f"/games/{game['id']}"
    assert "Your skill, without luck" not in visitor.open(path).text
    close(clock)
    assert "Your skill, without luck 371 points Rank 1 of 1" in visitor.open(path).text


# --- The day ---------------------------------------------------------------------------------


@pytest.fixture
def looked_back(
    owner: Person, today: Day, clock: time_machine.Traveller, solved_tables: object
) -> int:
    total: int = owner.play_rows(owner.start_daily())["total"]
    close(clock)
    look_back(seconds=60)
    return total


def test_a_closed_day_shows_par_and_ceiling_with_my_total_between(
    looked_back: int, owner: Person, visitor: Visitor
) -> None:
    page = visitor.open(f"/days/{TODAY}")
    assert "What these dice were worth Par 292 best play Ceiling 513 all dice known" in page.text
    assert f"/days/{TODAY}/look-back" in page.links
    mine = Visitor(owner).open(f"/days/{TODAY}")
    below = 292 - looked_back
    assert f"Par 292 best play You {looked_back} {below} below par Ceiling 513" in mine.text


def test_an_open_day_shows_neither(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    page = Visitor(owner).open(f"/days/{TODAY}")
    assert "What these dice were worth" not in page.text
    assert not [link for link in page.links if "look-back" in link]


def test_both_games_are_shown_turn_by_turn(
    looked_back: int, owner: Person, visitor: Visitor
) -> None:
    page = visitor.open(f"/days/{TODAY}/look-back")
    assert page.status == 200
    assert page.html.count('<li class="turn">') == 40
    assert "Before the first throw best play expects 400.0 points." in page.text
    assert "The dice of this day brought it 108.0 less." in page.text
    assert re.findall(r"Total (\d+)", page.text) == ["292", "513"]
    assert "You" not in re.findall("<dt>(.*?)</dt>", page.html)
    mine = Visitor(owner).open(f"/days/{TODAY}/look-back")
    assert f"You {looked_back}" in mine.text


def test_before_that_it_says_why_there_is_nothing(
    visitor: Visitor, today: Day, clock: time_machine.Traveller, solved_tables: object
) -> None:
    path = f"/days/{TODAY}/look-back"
    refused = visitor.open(path)
    assert (refused.status, "2026-12-01 is over" in refused.text) == (409, True)
    assert "The day is not closed yet" in refused.text
    assert f"/days/{TODAY}" in refused.links
    assert visitor.open("/days/1999-12-31/look-back").status == 404
    close(clock)
    later = visitor.open(path)
    assert later.status == 503
    assert "The best moves are still being computed" in later.text
    assert "100% of the work for this sheet is done. Try again in a minute." in later.text


def test_what_they_ask_the_database(looked_back: int, owner: Person, visitor: Visitor) -> None:
    assert queries(visitor, PATH) == 4  # the last closed day; the day; its neighbours; its board
    assert queries(visitor, f"{PATH}?period={TODAY}") == 3
    assert queries(visitor, f"/days/{TODAY}") == 3  # as before: the day; the one before; its board
    assert queries(visitor, f"/days/{TODAY}/look-back") == 1
    assert queries(Visitor(owner), f"/days/{TODAY}/look-back") == 3  # the player; my game
