import datetime

import pytest
import time_machine

from challenges.models import Day
from challenges.services.days import make_days
from challenges.services.excuses import excuse_day
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, ONE_DAY, OPENS, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Visitor


@pytest.mark.usefixtures("days_ahead")
def test_the_list_shows_today_first_and_what_is_to_come(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/days")
    dates = [link.removeprefix("/days/") for link in page.links if link.startswith("/days/")]
    coming = [(TODAY + number * ONE_DAY).isoformat() for number in range(1, 8)]
    assert dates == [TODAY.isoformat(), *coming]


def test_the_list_shows_my_results(owner: Person, stranger: Person, today: Day) -> None:
    game = owner.play_rows(owner.start_daily())
    assert f"Tue 1 Dec 2026 today {game['total']} " in Visitor(owner).open("/days").text
    assert "Tue 1 Dec 2026 today To come" in Visitor(stranger).open("/days").text


def test_earlier_days_are_a_page_further(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    clock.shift(30 * ONE_DAY)
    make_days()
    page = visitor.open("/days")
    [earlier] = [link for link in page.links if link.startswith("?until=")]
    assert earlier == "?until=2026-12-03"
    older = visitor.open("/days" + earlier)
    dates = [link.removeprefix("/days/") for link in older.links if link.startswith("/days/")]
    assert dates == ["2026-12-03", "2026-12-02", "2026-12-01"]
    assert not [link for link in older.links if link.startswith("?until=")]


def test_what_is_no_date_is_not_found(visitor: Visitor, today: Day) -> None:
    for text in ("yesterday", "2026-02-30", "0001-01-01", ""):
        assert visitor.open(f"/days?until={text}").status == 404, text
    for path in ("/days/2026-13-01", "/days/2026-02-30", "/days/20261201", "/days/1999-01-01"):
        assert visitor.open(path).status == 404, path
    far = TODAY + datetime.timedelta(days=400)
    assert visitor.open(f"/days/{far}").status == 404


def test_an_open_day_shows_its_window_in_the_readers_zone_and_its_commitment(
    visitor: Visitor, today: Day
) -> None:
    page = visitor.open("/days/2026-12-01?time_zone=Europe/Berlin")
    assert "Opens Mon 30 Nov, 11:00 Closes Wed 2 Dec, 13:00" in page.text
    assert today.commitment in page.text
    assert today.chain_hash in page.text
    assert "secret until the day closes, Wed 2 Dec, 13:00" in page.text
    assert page.buttons == ["Play today's dice"]


def test_an_excused_day_says_so(visitor: Visitor, today: Day) -> None:
    sentence = "This day is excused. It neither breaks nor lengthens a streak."
    assert sentence not in visitor.open("/days/2026-12-01").text
    excuse_day(operator=None, date=TODAY)
    page = visitor.open("/days/2026-12-01")
    assert sentence in page.text
    assert page.buttons == ["Play today's dice"]
    assert sentence not in visitor.open("/days/2026-12-02").text


def test_the_day_can_be_started_from_its_page(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/days/2026-12-01")
    assert visitor.press(page, "Play today's dice").path.startswith("/games/")


def test_a_day_to_come_cannot_be_played(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/days/2026-12-24")
    assert "Its dice are fixed already." in page.text
    assert page.buttons == []


def test_an_open_day_that_is_not_my_today_cannot_be_started(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(OPENS)
    page = visitor.open("/days/2026-12-01")
    assert "This date is not your today." in page.text
    assert page.buttons == []


def test_my_game_of_the_day_is_shown(owner: Person, today: Day) -> None:
    game = owner.write(owner.start_daily(), "chance")
    page = Visitor(owner).open("/days/2026-12-01")
    assert f"/games/{game['id']}" in page.links
    assert page.buttons == []
    total = owner.play_rows(game)["total"]
    page = Visitor(owner).open("/days/2026-12-01")
    assert f"{total} points" in page.text
    assert page.buttons == ["Play these dice again, for fun"]


def test_a_closed_day_shows_its_seed_and_lends_its_dice(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_due_days()
    today.refresh_from_db()
    page = Visitor(owner).open("/days/2026-12-01")
    assert today.seed in page.text
    assert "You did not play this day." in page.text
    again = Visitor(owner)
    assert again.press(page, "Play these dice again, for fun").status == 403
    page = again.open("/days/2026-12-01")
    assert "Tuesday 1 December, again" in again.press(page, "Play these dice again, for fun").text


def test_an_unfinished_game_of_a_closed_day_is_said_to_be_one(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.start_daily()
    clock.move_to(CLOSES)
    page = Visitor(owner).open("/days/2026-12-01")
    assert "Your game was not finished before the day closed." in page.text
    assert f"/games/{game['id']}" in page.links


@pytest.mark.usefixtures("days_ahead")
def test_looking_at_days_starts_nothing(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    with nothing_changes():
        for path in ("/days", "/days/2026-12-01", "/days/2026-12-24"):
            visitor.open(path)
