"""Boards among friends: what a reader sees of their own friends."""

import datetime

import pytest
import time_machine

from challenges.models import Day, Player
from leaderboards.services.standings import rebuild_players
from tests.cast import NOON, ONE_DAY, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.circles import befriend
from tests.leaderboards.results import finish, make_day, make_player
from tests.leaderboards.web.boards import crowd, listed, rows_of, visitor_of

CODES = ["day", "best-day", "streak", "longest-streak", "advent"]
PATH = "/leaderboards/day?among=friends"


@pytest.fixture
def circle(today: Day) -> list[Player]:
    """The third of ten, a friend of every other one of those who follow."""
    players = crowd(*range(400, 390, -1))
    befriend(players[2], *players[3::2])
    return players


def test_only_my_friends_and_i_are_there(circle: list[Player]) -> None:
    page = visitor_of(circle[2]).open(PATH)
    assert page.status == 200
    assert rows_of(page) == [
        ("1", "Player 3 you", "398"),
        ("2", "Player 4", "397"),
        ("3", "Player 6", "395"),
        ("4", "Player 8", "393"),
        ("5", "Player 10", "391"),
    ]
    assert "5 players." in page.text
    assert "Rank 1 You, with 398 points better than all 4 others" in page.text
    assert "<title>Friends · Tue 1 Dec 2026 · Boards" in page.html


def test_ties_share_a_rank_and_say_so(today: Day) -> None:
    players = crowd(300, 250, 250, 200)
    befriend(players[3], *players[:3])
    assert rows_of(visitor_of(players[3]).open(PATH)) == [
        ("1", "Player 1", "300"),
        ("2 shared", "Player 2", "250"),
        ("2 shared", "Player 3", "250"),
        ("4", "Player 4 you", "200"),
    ]


@pytest.mark.parametrize("code", CODES)
def test_everybody_and_friends_keep_the_board_and_its_period(
    circle: list[Player], code: str
) -> None:
    visitor = visitor_of(circle[2])
    period = {"day": "2026-12-01", "advent": "2026"}.get(code, "all")
    for path, current in (("", "Everybody"), ("&among=friends", "Friends")):
        page = visitor.open(f"/leaderboards/{code}?period={period}{path}")
        assert f"?period={period}" in page.links
        assert f"?period={period}&among=friends" in page.links
        assert f'aria-current="true">{current}</a>' in page.html
        tabs = [f"/leaderboards/{other}{'?among=friends' if path else ''}" for other in CODES]
        assert [link for link in page.links if link in tabs] == tabs


def test_the_days_beside_it_are_among_friends_too(circle: list[Player]) -> None:
    make_day(TODAY - ONE_DAY)
    visitor = visitor_of(circle[2])
    assert "?period=2026-11-30&among=friends" in visitor.open(PATH).links
    page = visitor.open("/leaderboards/day?period=2026-11-30&among=friends")
    assert "?period=2026-12-01&among=friends" in page.links
    assert rows_of(page) == []


def test_so_are_the_years(today: Day, clock: time_machine.Traveller) -> None:
    players = [make_player("Anna"), make_player("Bert")]
    for player in players:
        finish(player, datetime.date(2026, 12, 3), 222)
    befriend(*players)
    clock.move_to("2027-11-05 12:00+00:00")
    visitor = visitor_of(players[0])
    assert "?period=2026&among=friends" in visitor.open("/leaderboards/advent?among=friends").links
    page = visitor.open("/leaderboards/advent?period=2026&among=friends")
    assert [value for _, _, value in rows_of(page)] == ["222", "222"]


def test_more_friends_than_a_page_are_one_page(today: Day) -> None:
    players = crowd(*range(400, 330, -1))
    befriend(players[69], *players[:69])
    page = visitor_of(players[69]).open(PATH)
    assert rows_of(page)[69] == ("70", "Player 70 you", "331")
    assert "cursor=" not in page.html
    assert "around=me" not in page.html


# --- Nobody there ----------------------------------------------------------------------------


def test_without_friends_it_says_how_to_find_some(today: Day) -> None:
    [player] = crowd(250)
    page = visitor_of(player).open(PATH)
    assert rows_of(page) == [("1", "Player 1 you", "250")]
    assert "You have none here yet: send somebody your link. Find friends" in page.text
    assert page.text.index("You have none here yet") < page.text.index("You, with 250 points")
    assert "/friends" in page.links
    assert "Nobody is on this board" not in page.text


def test_without_a_result_either(today: Day) -> None:
    crowd(250)
    page = visitor_of(make_player()).open(PATH)
    assert rows_of(page) == []
    assert "You have none here yet" in page.text
    assert "You are on this board once you have finished today's game." in page.text


def test_friends_who_are_on_no_board_are_told_of(today: Day) -> None:
    me, friend = crowd(250, 300)
    befriend(me, friend, make_player())
    Player.objects.filter(pk=friend.pk).update(unlisted_at=NOON)
    rebuild_players(player_ids=[friend.pk])
    page = visitor_of(me).open(PATH)
    assert rows_of(page) == [("1", "Player 1 you", "250")]
    assert "None of your friends is on this board yet." in page.text
    assert "/friends" in page.links


def test_a_day_to_come_has_not_begun_for_friends_either(circle: list[Player]) -> None:
    page = visitor_of(circle[2]).open("/leaderboards/day?period=2026-12-24&among=friends")
    assert "This day has not begun." in page.text
    assert "None of your friends" not in page.text


# --- Who reads -------------------------------------------------------------------------------


def test_a_guest_stands_where_they_would_among_friends(today: Day) -> None:
    players = crowd(300, 270, 250, 200)
    guest = make_player("Guest", claimed=False)
    finish(guest, TODAY, 250, NOON)
    befriend(guest, *players[1:])
    page = visitor_of(guest).open(PATH)
    assert rows_of(page) == [
        ("1", "Player 2", "270"),
        ("2", "Player 3", "250"),
        ("2 shared", "Guest you, not listed", "250"),
        ("3", "Player 4", "200"),
    ]
    assert "3 players." in page.text
    assert "You would be here, with 250 points better than 33% of 3 others" in page.text


def test_who_has_no_account_reads_everybodys_board(visitor: Visitor, today: Day) -> None:
    crowd(300, 250)
    page = visitor.open(PATH)
    assert len(rows_of(page)) == 2
    assert "among=friends" not in page.html


@pytest.mark.parametrize("among", ["", "everybody", "me"])
def test_there_are_friends_only(circle: list[Player], among: str) -> None:
    page = visitor_of(circle[2]).open(f"/leaderboards/day?among={among}")
    assert page.status == 400
    assert "Some fields are not valid." in page.text


def test_looking_changes_nothing(circle: list[Player]) -> None:
    visitor = visitor_of(circle[2])
    visitor.open("/leaderboards")  # notes that this browser was used
    with nothing_changes():
        for code in CODES:
            visitor.open(f"/leaderboards/{code}?among=friends")


# --- The chart -------------------------------------------------------------------------------


def test_a_handful_of_friends_is_not_drawn(circle: list[Player]) -> None:
    assert 'role="img"' not in visitor_of(circle[2]).open(PATH).html


def test_more_are_drawn_in_few_bars(today: Day) -> None:
    players = crowd(*range(340, 160, -20))
    befriend(players[4], *players[:4], *players[5:])
    page = visitor_of(players[4]).open(PATH)
    assert "How the results of 9 players are spread" in page.text
    assert "Points Players 300 to 349 3 250 to 299 2 200 to 249 3 150 to 199 1 " in page.text


# --- The front page --------------------------------------------------------------------------


def test_the_front_page_shows_the_first_of_my_friends(owner: Person, today: Day) -> None:
    players = crowd(*range(649, 629, -1))
    listed(owner)
    total = owner.play_rows(owner.start_daily())["total"]
    befriend(owner.player, *players[4:12])
    page = Visitor(owner).open("/")
    assert "Today among friends" in page.text
    assert rows_of(page)[:6] == [
        *((str(rank), f"Player {rank + 4}", str(646 - rank)) for rank in range(1, 6)),
        ("9", "Owner you", str(total)),
    ]
    assert "/leaderboards?among=friends" in page.links
    assert page.html.count('id="around-me"') == 0


def test_a_guest_stands_among_friends_there_too(owner: Person, today: Day) -> None:
    players = crowd(2, 1)
    total = owner.play_rows(owner.start_daily())["total"]
    befriend(owner.player, players[1])
    page = Visitor(owner).open("/")
    assert rows_of(page)[:2] == [
        ("1", "Owner you, not listed", str(total)),
        ("1", "Player 2", "1"),  # listed, and so the first of those who are
    ]


def test_friends_who_have_not_played_today_take_no_room(owner: Person, today: Day) -> None:
    crowd(300)
    listed(owner)
    owner.play_rows(owner.start_daily())
    befriend(owner.player, make_player())
    page = Visitor(owner).open("/")
    assert "Today among friends" not in page.text
    assert len(rows_of(page)) == 2
