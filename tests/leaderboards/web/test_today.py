import time_machine

from challenges.models import Day
from challenges.services.excuses import excuse_day
from tests.cast import NOON, ONE_DAY, TODAY, Person
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.results import finish, make_day, make_player
from tests.leaderboards.web.boards import crowd, listed, rows_of, visitor_of

YESTERDAY = TODAY - ONE_DAY


def test_everybody_sees_the_first_ones_of_today(visitor: Visitor, today: Day) -> None:
    crowd(*range(300, 292, -1))
    page = visitor.open("/")
    assert rows_of(page) == [(str(rank), f"Player {rank}", str(301 - rank)) for rank in range(1, 6)]
    assert "/leaderboards" in page.links
    assert "Your streak" not in page.text
    assert page.buttons == ["Play today's dice"]


def test_an_empty_board_invites(visitor: Visitor, today: Day) -> None:
    assert "Nobody is on this board yet. Be the first!" in visitor.open("/").text


def test_once_played_my_rank_stands_by_my_score(owner: Person, today: Day) -> None:
    crowd(2, 1)
    total = owner.play_rows(owner.start_daily())["total"]
    page = Visitor(owner).open("/")
    rank = f"{total} points You would be on rank 1 of 3 better than all 2 others"
    assert rank in page.text
    assert rows_of(page)[0] == ("1", "Owner you, not listed", str(total))
    assert "Guests are not on the boards." in page.text


def test_my_row_follows_the_first_ones(owner: Person, today: Day) -> None:
    crowd(*range(649, 641, -1))
    listed(owner)
    total = owner.play_rows(owner.start_daily())["total"]
    page = Visitor(owner).open("/")
    assert rows_of(page)[5:] == [("9", "Owner you", str(total))]
    assert "Rank 9 of 9" in page.text
    assert "better than" not in page.text


# --- The streak ------------------------------------------------------------------------------


def test_a_streak_that_today_has_lengthened_is_safe(owner: Person, today: Day) -> None:
    finish(owner.player, YESTERDAY, 200)
    owner.play_rows(owner.start_daily())
    page = Visitor(owner).open("/")
    assert "Your streak 2 days in a row You have played today." in page.text
    assert "The streak is safe until Thu 3 Dec, 00:00. Longest so far: 2 days" in page.text


def test_a_streak_at_risk_says_how_long_it_lasts(today: Day) -> None:
    anna = make_player()
    finish(anna, YESTERDAY, 200)
    page = visitor_of(anna).open("/")
    assert "1 day in a row Play on to keep it. You have 12 hours, until Wed 2 Dec, 00:00." in (
        page.text
    )


def test_an_excused_day_keeps_a_streak_safe_without_a_game(today: Day) -> None:
    anna = make_player()
    finish(anna, YESTERDAY, 200)
    excuse_day(operator=None, date=TODAY)
    page = visitor_of(anna).open("/")
    assert (
        "1 day in a row Today is excused. The streak is safe until Thu 3 Dec, 00:00." in page.text
    )
    assert "You have played today." not in page.text


def test_an_excused_day_that_was_played_is_played(owner: Person, today: Day) -> None:
    finish(owner.player, YESTERDAY, 200)
    owner.play_rows(owner.start_daily())
    excuse_day(operator=None, date=TODAY)
    page = Visitor(owner).open("/")
    assert "1 day in a row You have played today. The streak is safe until Thu 3 Dec, 00:00." in (
        page.text
    )


def test_a_streak_that_reaches_beyond_today_is_safe(owner: Person, today: Day) -> None:
    """Whoever played on the other side of the date line has not played today."""
    finish(owner.player, TODAY + ONE_DAY, 200)
    page = Visitor(owner).open("/")
    assert "1 day in a row The streak is safe until Fri 4 Dec, 00:00." in page.text


def test_a_lost_streak_does_not_begin_on_an_excused_day(today: Day) -> None:
    anna = make_player()
    finish(anna, TODAY - 2 * ONE_DAY, 200)
    make_day(YESTERDAY)
    excuse_day(operator=None, date=TODAY)
    page = visitor_of(anna).open("/")
    assert "Today is excused: the next day that you play begins a new one." in page.text
    assert "Today's game" not in page.text


def test_a_lost_streak_can_begin_again(today: Day, clock: time_machine.Traveller) -> None:
    anna = make_player()
    finish(anna, TODAY, 200, NOON)
    clock.shift(5 * ONE_DAY)
    page = visitor_of(anna).open("/")
    assert "Your streak has ended. Today's game begins a new one. Longest so far: 1 day" in (
        page.text
    )


def test_who_never_finished_a_game_sees_no_streak(owner: Person, today: Day) -> None:
    assert "Your streak" not in Visitor(owner).open("/").text


def test_names_are_text(visitor: Visitor, today: Day) -> None:
    finish(make_player("<i>Anna</i>"), TODAY, 250)
    assert "<bdi>&lt;i&gt;Anna&lt;/i&gt;</bdi>" in visitor.open("/").html
