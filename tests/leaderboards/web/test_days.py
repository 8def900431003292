import time_machine

from challenges.models import Day
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, NOON, TODAY, Person
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.results import finish, make_day, make_player
from tests.leaderboards.web.boards import crowd, rows_of, visitor_of

PATH = f"/days/{TODAY}"


def test_an_open_day_shows_its_board_as_it_stands(visitor: Visitor, today: Day) -> None:
    crowd(*range(300, 288, -1))
    page = visitor.open(PATH)
    assert "How it stands" in page.text
    assert rows_of(page) == [
        (str(rank), f"Player {rank}", str(301 - rank)) for rank in range(1, 11)
    ]
    assert "/leaderboards/day?period=2026-12-01" in page.links
    assert "Mean" not in page.text
    assert 'role="img"' not in page.html
    assert page.buttons == ["Play today's dice"]


def test_a_closed_day_shows_its_figures_and_how_the_totals_are_spread(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    crowd(300, 280, 250, 250)
    clock.move_to(CLOSES)
    close_due_days()
    page = visitor.open(PATH)
    assert "How it went Players 4 Mean 270.0 Spread ± 21.2 Best 300" in page.text
    assert "How the results of 4 players are spread" in page.text
    assert rows_of(page)[2:] == [("3 shared", "Player 3", "250"), ("3 shared", "Player 4", "250")]


def test_figures_wait_for_the_closing(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    crowd(300)
    clock.move_to(CLOSES)
    page = visitor.open(PATH)
    assert "How it stands" in page.text
    assert "Mean" not in page.text


def test_my_rank_and_row_are_shown_wherever_i_stand(today: Day) -> None:
    players = crowd(*range(300, 280, -1))
    page = visitor_of(players[14]).open(PATH)
    assert "Rank 15 of 20 , better than 26% of 19 others" in page.text
    assert rows_of(page)[10:] == [("15", "Player 15 you", "286")]


def test_a_guest_sees_where_they_would_be_and_how_to_be_listed(today: Day) -> None:
    crowd(300, 280)
    guest = make_player("Guest", claimed=False)
    finish(guest, TODAY, 200, NOON)
    page = visitor_of(guest).open(PATH)
    assert "You would be on rank 3 of 3" in page.text
    assert rows_of(page)[2] == ("3", "Guest you, not listed", "200")
    assert "/account/claim" in page.links


def test_a_day_that_nobody_played_has_no_board(
    visitor: Visitor, owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    assert "Nobody is on this board yet. Be the first!" in visitor.open(PATH).text
    clock.move_to(CLOSES)
    close_due_days()
    page = visitor.open(PATH)
    assert "Nobody is on this board." in page.text
    assert "Mean" not in page.text


def test_a_day_to_come_shows_no_board(visitor: Visitor, today: Day) -> None:
    assert "How it stands" not in visitor.open("/days/2026-12-24").text


def test_names_are_text(visitor: Visitor, today: Day) -> None:
    finish(make_player("<i>Anna</i>"), TODAY, 250)
    assert "<bdi>&lt;i&gt;Anna&lt;/i&gt;</bdi>" in visitor.open(PATH).html


def test_what_is_no_day_is_not_found(visitor: Visitor, today: Day) -> None:
    make_day(TODAY)
    assert visitor.open("/days/2020-01-01").status == 404
    assert visitor.open("/days/2026-02-30").status == 404
