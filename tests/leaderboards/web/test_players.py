import datetime
import re
import uuid

import pytest

from challenges.models import Day, Player
from leaderboards.services.standings import rebuild_players
from tests.cast import NOON, ONE_DAY, TODAY
from tests.challenges.web.visitors import Page, Visitor
from tests.leaderboards.results import finish, make_player
from tests.leaderboards.web.boards import visitor_of


def path_of(player: Player) -> str:
    return f"/players/{player.pk}"


def played(player: Player, *totals: int) -> None:
    """On the days up to today, the last total today."""
    for number, total in enumerate(reversed(totals)):
        finish(player, TODAY - number * ONE_DAY, total)


def months_of(page: Page) -> dict[str, dict[str, str]]:
    """The days that are told as played, with what they brought, by month."""
    tables = re.findall(
        r'<table class="month">\s*<caption>(.*?)</caption>(.*?)</table>', page.html, re.DOTALL
    )
    return {
        name: dict(re.findall(r'<span>(\d+)</span><span class="visually-hidden">: (.*?)<', cells))
        for name, cells in tables
    }


def test_a_listed_player_has_figures_for_everybody(visitor: Visitor, today: Day) -> None:
    anna = make_player(country="SE")
    played(anna, 200, 301, 250)
    page = visitor.open(path_of(anna))
    assert "Anna Sweden Streak 3 days Longest streak 3 days Best day 301" in page.text
    assert "Mean 250.3 Days played 3" in page.text
    assert "/days/2026-11-30" in page.links


def test_the_calendar_tells_every_total_in_words(visitor: Visitor, today: Day) -> None:
    anna = make_player()
    played(anna, 200, 301, 250)
    page = visitor.open(path_of(anna))
    assert "December 2026" in page.text
    assert "November 2026" in page.text
    assert "29 : 200 points 30 : 301 points" in page.text
    assert "1 : 250 points 2 3" in page.text
    assert page.html.count("is-played") == 3
    assert page.html.count("is-best") == 1


def test_the_history_leads_to_the_days_the_newest_first(visitor: Visitor, today: Day) -> None:
    anna = make_player()
    played(anna, 200, 301, 250)
    text = visitor.open(path_of(anna)).text
    assert "Days played Tue 1 Dec 2026 250 Mon 30 Nov 2026 best day 301 Sun 29 Nov 2026 200" in text


def test_a_long_history_has_pages(visitor: Visitor, today: Day) -> None:
    anna = make_player()
    played(anna, *range(200, 230))
    page = visitor.open(path_of(anna))
    assert "?until=2026-11-03" in page.links
    older = visitor.open(path_of(anna) + "?until=2026-11-03")
    days = [link for link in older.links if link.startswith("/days/")]
    assert days == ["/days/2026-12-01", "/days/2026-11-03", "/days/2026-11-02"]
    assert "Days played 30" in older.text
    assert not [link for link in older.links if link.startswith("?until=")]


def test_a_month_is_whole_on_every_page_that_touches_it(visitor: Visitor, today: Day) -> None:
    anna = make_player()
    played(anna, *range(200, 240))
    page = visitor.open(path_of(anna))
    assert "?until=2026-11-03" in page.links
    older = visitor.open(path_of(anna) + "?until=2026-11-03")
    november = {str(number): f"{208 + number} points" for number in range(1, 31)}
    assert months_of(page) == {"December 2026": {"1": "239 points"}, "November 2026": november}
    assert months_of(older) == {
        "November 2026": november,
        "October 2026": {str(number): f"{177 + number} points" for number in range(23, 32)},
    }


@pytest.mark.parametrize("text", ["yesterday", "2026-02-30", ""])
def test_a_history_until_no_date_is_not_found(visitor: Visitor, today: Day, text: str) -> None:
    assert visitor.open(f"{path_of(make_player())}?until={text}").status == 404


def test_a_history_may_end_before_it_begins(visitor: Visitor, today: Day) -> None:
    anna = make_player()
    played(anna, 200)
    assert "No days here." in visitor.open(path_of(anna) + "?until=2020-01-01").text


def test_who_has_played_nothing_has_no_figures(visitor: Visitor, today: Day) -> None:
    page = visitor.open(path_of(make_player()))
    assert "No day played yet." in page.text
    assert "Streak" not in page.text


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"claimed_at": None}, "Guests are not on the boards."),
        ({"unlisted_at": NOON}, "You have chosen not to be on the boards."),
        ({"hidden_at": NOON}, "The operators keep you off the boards."),
    ],
)
def test_who_is_not_listed_shows_a_name_and_learns_why(
    visitor: Visitor, today: Day, fields: dict[str, datetime.datetime | None], why: str
) -> None:
    anna = make_player(country="SE")
    played(anna, 200, 301)
    Player.objects.filter(pk=anna.pk).update(**fields)
    rebuild_players(player_ids=[anna.pk])
    seen = visitor.open(path_of(anna)).text
    assert "Anna Sweden" in seen
    assert "301" not in seen
    assert "Streak" not in seen
    assert why not in seen
    assert why in visitor_of(anna).open(path_of(anna)).text


def test_a_name_can_still_be_reported(today: Day) -> None:
    anna, bert = make_player("Anna"), make_player("Bert")
    visitor = visitor_of(bert)
    page = visitor.press(visitor.open(path_of(anna)), "Report this name")
    assert "The operators will look at the name." in page.text


def test_names_are_text(visitor: Visitor, today: Day) -> None:
    page = visitor.open(path_of(make_player("<i>Anna</i>")))
    assert "<bdi>&lt;i&gt;Anna&lt;/i&gt;</bdi>" in page.html


def test_who_is_not_there_is_not_found(visitor: Visitor, today: Day) -> None:
    assert visitor.open(f"/players/{uuid.uuid4()}").status == 404
