import datetime

import pytest
import time_machine

from challenges.models import Day, Player
from leaderboards.histograms import pack
from leaderboards.models import Histogram
from leaderboards.services.counts import fold_changes
from leaderboards.services.standings import rebuild_players
from tests.cast import NOON, ONE_DAY, TODAY, nothing_changes
from tests.challenges.web.visitors import Page, Visitor
from tests.leaderboards.results import finish, make_day, make_player
from tests.leaderboards.web.boards import MINUTE, crowd, rows_of, visitor_of

YESTERDAY = TODAY - ONE_DAY
CODES = ["day", "best-day", "streak", "longest-streak", "advent"]


def follow(visitor: Visitor, page: Page, words: str) -> Page:
    """The page behind the one link that has these words in its address."""
    [link] = {link for link in page.links if words in link}
    path = page.path.split("?")[0]
    return visitor.open((path + link if link.startswith("?") else link).replace("&amp;", "&"))


# --- Anybody ---------------------------------------------------------------------------------


def test_anybody_reads_the_board_of_their_today(visitor: Visitor, today: Day) -> None:
    crowd(250, 300, 200)
    page = visitor.open("/leaderboards")
    assert page.status == 200
    assert "Tuesday 1 December today 3 players. Open until Wed 2 Dec, 12:00." in page.text
    assert rows_of(page) == [
        ("1", "Player 2", "300"),
        ("2", "Player 1", "250"),
        ("3", "Player 3", "200"),
    ]
    assert "Play today's dice and see where you stand." in page.text


@pytest.mark.parametrize("code", CODES)
def test_every_board_has_a_page_and_a_tab(visitor: Visitor, today: Day, code: str) -> None:
    crowd(250)
    page = visitor.open(f"/leaderboards/{code}")
    assert page.status == 200
    assert [link for link in page.links if link in [f"/leaderboards/{other}" for other in CODES]]
    assert f'href="/leaderboards/{code}" aria-current="page"' in page.html
    assert page.html.count('aria-current="page"') == 2  # the tab, and the menu's entry


@pytest.mark.parametrize("code", ["best-day", "streak", "longest-streak"])
def test_boards_for_all_time_say_what_they_count(visitor: Visitor, today: Day, code: str) -> None:
    [player] = crowd(250)
    finish(player, YESTERDAY, 260)
    page = visitor.open(f"/leaderboards/{code}")
    value, unit = ("260", "Points") if code == "best-day" else ("2", "Days")
    assert rows_of(page) == [("1", "Player 1", value)]
    assert f"Rank Player {unit}" in page.text


def test_ties_share_a_rank_and_say_so(visitor: Visitor, today: Day) -> None:
    crowd(300, 250, 250, 200)
    assert rows_of(visitor.open("/leaderboards/day")) == [
        ("1", "Player 1", "300"),
        ("2 shared", "Player 2", "250"),
        ("2 shared", "Player 3", "250"),
        ("4", "Player 4", "200"),
    ]


@pytest.mark.parametrize("code", CODES)
def test_an_empty_board_says_so(visitor: Visitor, today: Day, code: str) -> None:
    page = visitor.open(f"/leaderboards/{code}")
    assert rows_of(page) == []
    assert "Nobody is on this board" in page.text


def test_names_are_text_and_keep_their_direction_to_themselves(
    visitor: Visitor, today: Day
) -> None:
    finish(make_player("<b>Anna</b> & co"), TODAY, 250)
    page = visitor.open("/leaderboards/day")
    assert "<bdi>&lt;b&gt;Anna&lt;/b&gt; &amp; co</bdi>" in page.html
    assert "<b>" not in page.html


def test_a_name_leads_to_its_player(visitor: Visitor, today: Day) -> None:
    [player] = crowd(250)
    assert f"/players/{player.pk}" in visitor.open("/leaderboards/day").links


def test_looking_changes_nothing(visitor: Visitor, today: Day) -> None:
    [player] = crowd(250)
    mine = visitor_of(player)
    mine.open("/leaderboards")  # notes that this browser was used
    with nothing_changes():
        for code in CODES:
            visitor.open(f"/leaderboards/{code}")
            mine.open(f"/leaderboards/{code}?around=me")


# --- Periods ---------------------------------------------------------------------------------


def test_the_board_of_a_day_leads_to_the_days_beside_it(visitor: Visitor, today: Day) -> None:
    make_day(YESTERDAY)
    page = visitor.open("/leaderboards/day")
    assert "?period=2026-11-30" in page.links
    assert "?period=2026-12-02" not in page.links
    page = visitor.open("/leaderboards/day?period=2026-11-30")
    assert "Monday 30 November" in page.text
    assert "?period=2026-12-01" in page.links
    assert "?period=2026-11-29" not in page.links


def test_a_day_to_come_has_an_empty_board(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/leaderboards/day?period=2026-12-24")
    assert "This day has not begun." in page.text


def test_the_advent_of_a_year_leads_to_the_years_beside_it(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    finish(make_player(), datetime.date(2026, 12, 3), 222)
    clock.move_to("2027-11-05 12:00+00:00")
    page = visitor.open("/leaderboards/advent")
    assert "Advent 2027" in page.text
    assert "?period=2026" in page.links
    page = visitor.open("/leaderboards/advent?period=2026")
    assert rows_of(page) == [("1", "Anna", "222")]
    assert "?period=2027" in page.links
    assert "?period=2025" not in page.links


@pytest.mark.parametrize(
    "path", ["weekly", "DAY", "day?period=2020-01-01", "day?period=9999-12-31", "day/2026-12-01"]
)
def test_what_is_no_board_or_no_day_is_not_found(visitor: Visitor, today: Day, path: str) -> None:
    assert visitor.open(f"/leaderboards/{path}").status == 404


@pytest.mark.parametrize(
    "path",
    [
        "day?period=yesterday",
        "day?period=2026-02-30",
        "day?period=2026",
        "day?period=all",
        "advent?period=2026-12-01",
        "advent?period=0000",
        "streak?period=2026-12-01",
        "best-day?period=",
        "day?cursor=",
        "day?cursor=%F0%9F%8E%B2",
        "day?cursor=bm90aGluZw",
        "day?around=everybody",
    ],
)
def test_what_is_malformed_is_refused_with_a_page(visitor: Visitor, today: Day, path: str) -> None:
    page = visitor.open(f"/leaderboards/{path}")
    assert page.status == 400
    assert "Some fields are not valid." in page.text


# --- Pages -----------------------------------------------------------------------------------


def test_a_long_board_has_pages_in_both_directions(visitor: Visitor, today: Day) -> None:
    crowd(*range(400, 280, -1))
    first = visitor.open("/leaderboards/day")
    second = follow(visitor, first, "cursor=")
    third = follow(visitor, second, _next(second))
    names = [name for page in (first, second, third) for _, name, _ in rows_of(page)]
    assert names == [f"Player {number}" for number in range(1, 121)]
    assert 'rel="next"' not in third.html
    back = follow(visitor, third, _previous(third))
    assert rows_of(back) == rows_of(second)
    assert "?period=2026-12-01" in back.links


def _next(page: Page) -> str:
    return _link(page, "next")


def _previous(page: Page) -> str:
    return _link(page, "prev")


def _link(page: Page, rel: str) -> str:
    return page.html.split(f'rel="{rel}" href="?period=2026-12-01&amp;')[1].split('"')[0]


def test_a_page_lies_around_me(today: Day) -> None:
    players = crowd(*range(400, 280, -1))
    page = visitor_of(players[80]).open("/leaderboards/day?around=me")
    rows = rows_of(page)
    assert len(rows) == 50
    assert rows[25] == ("81", "Player 81 you", "320")
    assert 'rel="next"' in page.html
    assert 'rel="prev"' in page.html


def test_around_me_is_the_beginning_for_who_is_not_on_the_board(
    visitor: Visitor, today: Day
) -> None:
    crowd(300, 250)
    for reader in (visitor, visitor_of(make_player())):
        assert len(rows_of(reader.open("/leaderboards/day?around=me"))) == 2


# --- My place --------------------------------------------------------------------------------


def test_my_row_is_marked_and_my_place_told(today: Day) -> None:
    players = crowd(300, 250, 250, 200)
    page = visitor_of(players[1]).open("/leaderboards/day")
    assert rows_of(page)[1] == ("2 shared", "Player 2 you", "250")
    assert page.html.count('class="is-mine" aria-current="true"') == 1
    assert "Rank = 2 shared You, with 250 points better than 33% of 3 others" in page.text
    assert "around=me" not in page.html


def test_my_place_is_told_where_my_row_is_on_another_page(today: Day) -> None:
    players = crowd(*range(400, 300, -1))
    page = visitor_of(players[99]).open("/leaderboards/day")
    assert len(rows_of(page)) == 50
    assert "Rank 100 You, with 301 points Show the rows around me" in page.text
    assert 'class="my-place is-away"' in page.html
    assert "?period=2026-12-01&around=me#around-me" in page.links


def test_one_player_alone_is_better_than_nobody(today: Day) -> None:
    [player] = crowd(250)
    page = visitor_of(player).open("/leaderboards/day")
    assert rows_of(page) == [("1", "Player 1 you", "250")]
    assert "1 player. " in page.text
    assert "better than" not in page.text


def test_who_has_not_played_today_is_told_to(today: Day) -> None:
    page = visitor_of(make_player()).open("/leaderboards/day")
    assert "You are on this board once you have finished today's game." in page.text


# --- Who is not listed -----------------------------------------------------------------------


def test_a_guest_stands_where_they_would_and_learns_how_to_be_listed(today: Day) -> None:
    crowd(300, 250, 200)
    guest = make_player("Guest", claimed=False)
    finish(guest, TODAY, 250, NOON)
    page = visitor_of(guest).open("/leaderboards/day")
    assert rows_of(page) == [
        ("1", "Player 1", "300"),
        ("2", "Player 2", "250"),
        ("2 shared", "Guest you, not listed", "250"),
        ("3", "Player 3", "200"),
    ]
    assert "3 players." in page.text
    assert "You would be here, with 250 points better than 33% of 3 others" in page.text
    assert "Guests are not on the boards." in page.text
    assert "/account/claim" in page.links


def test_a_guest_further_down_has_a_page_around_them(today: Day) -> None:
    crowd(*range(400, 300, -1))
    guest = make_player("Guest", claimed=False)
    finish(guest, TODAY, 340, NOON)
    visitor = visitor_of(guest)
    page = visitor.open("/leaderboards/day")
    assert len(rows_of(page)) == 50
    assert 'class="my-place is-away"' in page.html
    rows = rows_of(visitor.open("/leaderboards/day?around=me"))
    assert len(rows) == 51
    assert rows[25] == ("61 shared", "Guest you, not listed", "340")


def test_a_guest_is_the_only_row_of_an_empty_board(today: Day) -> None:
    guest = make_player("Guest", claimed=False)
    finish(guest, TODAY, 250, NOON)
    page = visitor_of(guest).open("/leaderboards/day")
    assert "You would be here, with 250 points" in page.text
    assert "Nobody is on this board yet." in page.text


def test_who_chose_to_be_unlisted_is_led_to_the_settings(today: Day) -> None:
    players = crowd(300, 250)
    Player.objects.filter(pk=players[0].pk).update(unlisted_at=NOON)
    rebuild_players(player_ids=[players[0].pk])
    page = visitor_of(players[0]).open("/leaderboards/day")
    assert rows_of(page) == [("1", "Player 1 you, not listed", "300"), ("1", "Player 2", "250")]
    assert "You have chosen not to be on the boards." in page.text
    others = visitor_of(players[1]).open("/leaderboards/day")
    assert rows_of(others) == [("1", "Player 2 you", "250")]


def test_who_is_hidden_is_told_by_whom(today: Day) -> None:
    players = crowd(300, 250)
    Player.objects.filter(pk=players[0].pk).update(hidden_at=NOON)
    rebuild_players(player_ids=[players[0].pk])
    page = visitor_of(players[0]).open("/leaderboards/day")
    assert "The operators keep you off the boards." in page.text
    assert "Player 1" not in visitor_of(players[1]).open("/leaderboards/day").text


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"claimed_at": None}, "Guests are not on the boards."),
        ({"unlisted_at": NOON}, "You have chosen not to be on the boards."),
        ({"hidden_at": NOON}, "The operators keep you off the boards."),
    ],
)
def test_who_is_not_listed_and_has_not_played_is_promised_no_place(
    today: Day, fields: dict[str, datetime.datetime | None], why: str
) -> None:
    reader = make_player()
    Player.objects.filter(pk=reader.pk).update(**fields)
    page = visitor_of(reader).open("/leaderboards/day")
    advice = "Finish today's game and see where you would stand. To today's dice"
    assert f"{advice} {why}" in page.text
    assert "You are on this board once" not in page.text


# --- The distribution ------------------------------------------------------------------------


def test_the_distribution_is_drawn_and_told_in_words(today: Day) -> None:
    players = crowd(300, 280, 250, 250, 200)
    page = visitor_of(players[2]).open("/leaderboards/day")
    assert 'role="img"' in page.html
    assert "How the results of 5 players are spread" in page.text
    words = "From 200 to 300 points. Half of the players have at least 250. You have 250."
    assert page.text.count(words) == 2
    assert page.html.count('<rect class="chart-bar is-mine"') == 1
    assert "style=" not in page.html


def test_the_chart_ends_at_the_lowest_and_the_highest_value(visitor: Visitor, today: Day) -> None:
    crowd(347, 280, 250, 203)
    page = visitor.open("/leaderboards/day")
    assert '<p class="chart-axis" aria-hidden="true"><span>203</span> <span>347</span></p>' in (
        page.html
    )


def test_the_chart_is_told_in_numbers(visitor: Visitor, today: Day) -> None:
    crowd(347, 345, 251, 250, 250, 203)
    page = visitor.open("/leaderboards/day")
    numbers = "Points Players 345 to 349 2 250 to 254 3 200 to 204 1 "
    assert f"The chart in numbers {numbers}" in page.text


def test_few_values_are_told_one_by_one(visitor: Visitor, today: Day) -> None:
    for days in (1, 1, 3, 4):
        player = make_player()
        for number in range(days):
            finish(player, TODAY - number * ONE_DAY, 250)
    page = visitor.open("/leaderboards/streak")
    assert "Days Players 4 1 3 1 1 2 " in page.text


def test_two_players_are_not_drawn(visitor: Visitor, today: Day) -> None:
    crowd(300, 250)
    assert 'role="img"' not in visitor.open("/leaderboards/day").html


# --- Languages -------------------------------------------------------------------------------


def test_boards_come_in_the_players_language(today: Day) -> None:
    player = make_player(language="sv")
    finish(player, TODAY, 250, NOON + MINUTE)
    assert '<html lang="sv">' in visitor_of(player).open("/leaderboards").html


# --- Wrong boards ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", f"/days/{TODAY}", *(f"/leaderboards/{c}" for c in CODES)])
def test_wrong_counts_take_no_page_away(visitor: Visitor, today: Day, path: str) -> None:
    """Until they are mended."""
    crowd(250, 250, 200)
    fold_changes()
    Histogram.objects.update(players=pack({7: 3}))
    assert visitor.open(path).status == 200
