"""The advent calendar's page: every state of a door, with the clock moved and in far zones."""

import datetime
import re
from dataclasses import dataclass

import pytest
import time_machine
from django.test import Client
from django.utils.html import strip_tags

from challenges.models import Day, Game, Player
from challenges.services.days import make_days
from challenges.services.excuses import excuse_day
from leaderboards.models import Standing
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, NOON, ONE_DAY, OPENS, TODAY, Person, Queries, nothing_changes
from tests.challenges.web.visitors import Form, Page, Visitor
from tests.leaderboards.results import finish

PATH = "/advent/2026"
PLAY = "Door 1 Tuesday 1 December Play"
AGAIN = "Play these dice again, for fun"
AUCKLAND, HONOLULU = "Pacific/Auckland", "Pacific/Honolulu"
JANUARY = datetime.datetime(2027, 1, 9, 12, tzinfo=datetime.UTC)


@dataclass
class Door:
    state: str
    text: str
    """What its face says."""
    behind: str
    """What it says once it is opened, of one that was missed."""
    links: list[str]


def door(page: Page, number: int) -> Door:
    found = re.search(
        rf'<li class="door is-(\w+)[^"]*" id="door-{number}">(.*?)</li>', page.html, re.DOTALL
    )
    assert found
    face, _, behind = found[2].partition("<div class=")
    if found[1] == "locked":
        face, behind = found[2], ""
    return Door(found[1], words(face), words(f"<{behind}"), re.findall('href="(.*?)"', found[2]))


def words(html: str) -> str:
    return " ".join(strip_tags(html).split())


def states(page: Page) -> dict[str, list[int]]:
    """The doors by their state."""
    found: dict[str, list[int]] = {}
    for number in range(1, 25):
        found.setdefault(door(page, number).state, []).append(number)
    return found


def again_form(page: Page, number: int) -> Form:
    return next(form for form in page.forms if form.fields.get("date") == [f"2026-12-{number:02}"])


def claim(*people: Person) -> None:
    for person in people:
        Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
        person.player.refresh_from_db()


def play_all(person: Person, *, but: tuple[int, ...] = ()) -> None:
    for number in range(1, 25):
        if number not in but:
            finish(person.player, TODAY + (number - 1) * ONE_DAY, 100 + number)


# --- Which calendar --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("2026-07-01", 2026),
        ("2026-11-30", 2026),
        ("2026-12-01", 2026),
        ("2026-12-31", 2026),
        ("2027-01-01", 2026),
        ("2027-10-31", 2026),
        ("2027-11-01", 2027),
        ("2027-12-24", 2027),
    ],
)
def test_without_a_year_it_is_the_current_one_or_the_last(
    db: None, clock: time_machine.Traveller, date: str, year: int
) -> None:
    clock.move_to(f"{date} 09:00+00:00")
    answer = Client().get("/advent")
    assert (answer.status_code, answer["Location"]) == (302, f"/advent/{year}")


def test_the_year_is_that_of_the_readers_zone(db: None, clock: time_machine.Traveller) -> None:
    clock.move_to("2027-10-31 20:00+00:00")
    assert Client().get("/advent")["Location"] == "/advent/2026"
    answer = Client().get(f"/advent?time_zone={AUCKLAND}")
    assert answer["Location"] == "/advent/2027?time_zone=Pacific%2FAuckland"


@pytest.mark.parametrize("year", ["0", "1999", "2025", "10000", "99999999999", "x", "-2026"])
def test_there_are_no_calendars_before_the_first(today: Day, year: str) -> None:
    assert Visitor().open(f"/advent/{year}").status == 404


def test_a_year_without_days_is_locked_or_missed(db: None, clock: time_machine.Traveller) -> None:
    assert states(Visitor().open("/advent/2027")) == {"locked": [*range(1, 25)]}
    clock.move_to("2028-01-01 12:00+00:00")
    page = Visitor().open("/advent/2027")
    assert states(page) == {"missed": [*range(1, 25)]}
    assert page.buttons == []


def test_years_lead_to_one_another(today: Day, clock: time_machine.Traveller) -> None:
    assert not [link for link in Visitor().open(PATH).links if "/advent/" in link and link != PATH]
    clock.move_to("2028-02-01 12:00+00:00")
    assert "/advent/2027" in Visitor().open(PATH).links
    links = Visitor().open("/advent/2027").links
    assert PATH in links
    assert "/advent/2028" not in links


# --- Locked and open -------------------------------------------------------------------------


def test_in_november_every_door_is_locked_and_says_when_it_opens(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON - ONE_DAY)
    page = Visitor().open(PATH)
    assert states(page) == {"locked": [*range(1, 25)]}
    assert door(page, 1).text == "Door 1 Tuesday 1 December opens Tue"
    assert door(page, 24).text == "Door 24 Thursday 24 December opens Thu"
    assert page.buttons == []


def test_on_the_first_one_door_can_be_opened(today: Day) -> None:
    with nothing_changes():
        page = Visitor().open(PATH)
    assert states(page) == {"open": [1], "locked": [*range(2, 25)]}
    assert page.buttons == ["Open door 1", PLAY]
    assert "sessionid" not in page.answer.cookies


def test_doors_are_those_of_the_readers_date(today: Day) -> None:
    """At noon in UTC it is 2 December in Auckland and still the night to the 1st in Honolulu."""
    for zone, opened in ((AUCKLAND, 2), (HONOLULU, 1)):
        visitor = Visitor()
        page = visitor.open(f"{PATH}?time_zone={zone}")
        assert states(page)["open"] == [opened], zone
        assert states(page)["locked"] == [*range(opened + 1, 25)], zone
        visitor.client.cookies["time_zone"] = zone
        assert states(visitor.open(PATH)) == states(page), zone


def test_doors_are_those_of_the_players_date(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    owner.patch("/me", {"time_zone": AUCKLAND})
    friend.patch("/me", {"time_zone": HONOLULU})
    assert states(Visitor(owner).open(PATH))["open"] == [2]
    assert states(Visitor(friend).open(PATH))["open"] == [1]
    clock.move_to(CLOSES - datetime.timedelta(hours=2, seconds=1))
    assert states(Visitor(friend).open(PATH))["open"] == [1]
    clock.shift(datetime.timedelta(seconds=1))
    page = Visitor(friend).open(PATH)
    assert states(page) == {"missed": [1], "open": [2], "locked": [*range(3, 25)]}


def test_a_door_whose_day_is_open_elsewhere_stays_locked(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(OPENS)
    page = Visitor().open(f"{PATH}?time_zone=Pacific/Kiritimati")
    assert states(page)["open"] == [1]
    page = Visitor().open(f"{PATH}?time_zone={HONOLULU}")
    assert states(page) == {"locked": [*range(1, 25)]}


def test_a_day_that_is_missing_is_made(db: None, clock: time_machine.Traveller) -> None:
    assert states(Visitor().open(PATH))["open"] == [1]


def test_the_door_makes_a_guest_and_starts_the_game_of_the_day(today: Day) -> None:
    visitor = Visitor()
    page = visitor.press(visitor.open(PATH), PLAY, time_zone=HONOLULU)
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}"
    assert (game.mode, game.day_id, game.player.is_guest) == ("daily", TODAY, True)
    assert game.player.time_zone == HONOLULU


def test_sent_twice_it_is_one_guest_and_one_game(today: Day) -> None:
    visitor = Visitor()
    page = visitor.open(PATH)
    form, _button = page.find(PLAY)
    first = visitor.client.post(form.action, form.fields)
    # The second tap left the browser before the first was answered: without its session.
    again = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.1")
    again.cookies["csrftoken"] = page.answer.cookies["csrftoken"].value
    second = again.post(form.action, form.fields)
    assert first["Location"] == second["Location"] == f"/games/{Game.objects.get().pk}"
    assert Player.objects.count() == 1


def test_a_second_start_resumes(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    game = owner.start_daily()
    with nothing_changes():
        assert visitor.press(page, PLAY).path == f"/games/{game['id']}"


# --- Started ---------------------------------------------------------------------------------


def test_a_game_that_was_started_is_behind_its_door(owner: Person, today: Day) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    page = Visitor(owner).open(PATH)
    assert states(page) == {"open": [1], "locked": [*range(2, 25)]}
    assert door(page, 1).text == "Door 1 Tuesday 1 December Play on"
    assert door(page, 1).links == [f"/games/{game['id']}"]
    assert "Play on behind door 1" in page.text
    assert "On their day 0 / 24 Sum so far 0 Your rank – none yet" in page.text


def test_it_can_be_finished_until_its_day_closes(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    clock.move_to(CLOSES - ONE_DAY / 24)
    page = Visitor(owner).open(PATH)
    assert states(page)["open"] == [1, 2]
    assert door(page, 1).text == "Door 1 Tuesday 1 December Play on until Wed 12:00"
    assert "Open door 2" in page.buttons
    total = owner.play_rows(game)["total"]
    page = Visitor(owner).open(PATH)
    assert states(page)["played"] == [1]
    assert str(total) in door(page, 1).text


def test_one_that_was_not_finished_is_missed(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    clock.move_to(CLOSES)
    page = Visitor(owner).open(PATH)
    assert states(page) == {"missed": [1], "open": [2], "locked": [*range(3, 25)]}
    assert "Your game was not finished before the day closed." in door(page, 1).behind
    assert door(page, 1).links == [f"/games/{game['id']}"]
    close_due_days()
    assert door(Visitor(owner).open(PATH), 1) == door(page, 1)


# --- Played ----------------------------------------------------------------------------------


def test_a_door_that_was_played_shows_its_total(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily())
    for moment in (NOON, NOON + ONE_DAY, JANUARY):
        clock.move_to(moment)
        page = Visitor(owner).open(PATH)
        assert states(page)["played"] == [1]
        expected = f"Door 1 Tuesday 1 December {game['total']} points, played on its day"
        assert door(page, 1).text == expected
        assert door(page, 1).links == [f"/games/{game['id']}"]
        assert f"On their day 1 / 24 Sum so far {game['total']}" in page.text


def test_played_on_its_dice_once_more_it_is_as_it_was(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    visitor = Visitor(owner)
    before = door(visitor.open(PATH), 1)
    owner.play_rows(owner.start_solo(day=str(TODAY)))
    assert door(visitor.open(PATH), 1) == before


def test_from_the_door_to_the_lit_window(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    visitor.press(visitor.open(PATH), PLAY)
    game = Game.objects.get()
    owner.play_rows(owner.start_daily())
    game.refresh_from_db()
    assert str(game.total) in door(visitor.open(PATH), 1).text


# --- Missed ----------------------------------------------------------------------------------


def test_a_missed_door_cannot_be_opened_before_its_day_has_closed(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES - ONE_DAY / 24)
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed from Wed 12:00"
    assert "It can be opened from Wed 2 Dec, 12:00," in door(page, 1).behind
    assert AGAIN not in page.buttons
    form, _button = page.find("Open door 2")
    fields = form.fields | {"rules": ["maxi"], "date": [str(TODAY)]}
    with nothing_changes():
        assert visitor.client.post("/practice", fields).status_code == 409


def test_from_when_it_can_be_is_told_in_the_readers_zone(today: Day) -> None:
    page = Visitor().open(f"{PATH}?time_zone={AUCKLAND}")
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed from Thu 01:00"
    assert "It can be opened from Thu 3 Dec, 01:00," in door(page, 1).behind


def test_once_its_day_has_closed_it_can_be_opened(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed"
    assert "You did not play this door on its day." in door(page, 1).behind
    game_page = visitor.press(page, AGAIN)
    game = Game.objects.get()
    assert game_page.path == f"/games/{game.pk}"
    assert (game.mode, game.day_id) == ("solo", TODAY)
    page = visitor.open(PATH)
    assert door(page, 1).text == "Door 1 Tuesday 1 December missed"
    assert door(page, 1).links == [f"/games/{game.pk}"]
    assert "Play on" in door(page, 1).behind


def test_what_is_played_late_does_not_make_it_a_played_one(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    claim(owner)
    clock.move_to(CLOSES)
    close_due_days()
    worse = owner.play_rows(owner.start_solo(day=str(TODAY)))
    better = owner.play_keenly(owner.start_solo(day=str(TODAY)))
    best = max(worse, better, key=lambda game: game["total"])
    owner.start_solo(day=str(TODAY))
    page = Visitor(owner).open(PATH)
    assert states(page) == {"missed": [1], "open": [2], "locked": [*range(3, 25)]}
    assert door(page, 1).text == f"Door 1 Tuesday 1 December missed late {best['total']}"
    assert f"{best['total']} points, played late" in door(page, 1).behind
    assert door(page, 1).links == [f"/games/{best['id']}"]
    assert AGAIN in page.buttons
    assert "On their day 0 / 24 Sum so far 0 Your rank – none yet" in page.text
    assert not Standing.objects.exists()


def test_doors_opened_from_one_page_are_no_repeats_of_each_other(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES + ONE_DAY)
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    for number in (1, 2):
        visitor.client.post("/practice", again_form(page, number).fields)
    assert [game.day_id.day for game in Game.objects.order_by("day")] == [1, 2]


def test_a_missed_door_makes_a_guest_of_who_has_no_account(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    visitor = Visitor()
    page = visitor.press(visitor.open(PATH), AGAIN)
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}"
    assert (game.mode, game.day_id, game.player.is_guest) == ("solo", TODAY, True)


def test_after_the_last_day_all_that_were_missed_can_be_opened(
    today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(JANUARY)
    page = Visitor().open(PATH)
    assert states(page) == {"missed": [*range(1, 25)]}
    assert page.buttons == [AGAIN] * 24


def test_an_excused_day_is_told_apart(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    excuse_day(operator=None, date=TODAY)
    clock.move_to(CLOSES)
    page = Visitor(owner).open(PATH)
    assert door(page, 1).state == "missed"
    assert door(page, 1).text == "Door 1 Tuesday 1 December excused"
    assert "the Christmas die does not need it" in door(page, 1).behind
    assert AGAIN in page.buttons


def test_an_excused_day_that_was_played_is_played(owner: Person, today: Day) -> None:
    finish(owner.player, TODAY, 240)
    excuse_day(operator=None, date=TODAY)
    page = Visitor(owner).open(PATH)
    assert states(page)["played"] == [1]
    assert "On their day 1 / 24 Sum so far 240" in page.text


# --- Figures ---------------------------------------------------------------------------------


def test_who_is_listed_sees_their_rank(owner: Person, friend: Person, today: Day) -> None:
    claim(owner, friend)
    finish(owner.player, TODAY, 200)
    finish(friend.player, TODAY, 300)
    page = Visitor(owner).open(PATH)
    assert "On their day 1 / 24 Sum so far 200 Your rank 2 / 2" in page.text
    assert "/leaderboards/advent?period=2026" in page.links


def test_a_guest_sees_the_rank_they_would_have(owner: Person, friend: Person, today: Day) -> None:
    claim(owner)
    finish(owner.player, TODAY, 200)
    finish(friend.player, TODAY, 150)
    page = Visitor(friend).open(PATH)
    assert "Sum so far 150 Your rank would be 2" in page.text
    assert "You play as a guest, on this device only." in page.text


def test_so_does_who_is_unlisted_by_choice(owner: Person, friend: Person, today: Day) -> None:
    claim(owner, friend)
    finish(owner.player, TODAY, 200)
    finish(friend.player, TODAY, 250)
    friend.patch("/me", {"listed": False})
    page = Visitor(friend).open(PATH)
    assert "Sum so far 250 Your rank would be 1" in page.text
    assert "You play as a guest" not in page.text


def test_figures_are_those_of_the_year(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    claim(owner)
    finish(owner.player, TODAY, 200)
    clock.move_to("2027-12-01 12:00+00:00")
    make_days()
    finish(owner.player, datetime.date(2027, 12, 1), 120)
    page = Visitor(owner).open("/advent/2027")
    assert "On their day 1 / 24 Sum so far 120 Your rank 1 / 1" in page.text


def test_who_has_no_account_sees_none(today: Day) -> None:
    page = Visitor().open(PATH)
    assert "Sum so far" not in page.text
    assert "Free, no sign-up." in page.text


# --- The Christmas die -----------------------------------------------------------------------

CHRISTMAS, IVORY = "Throw with the Christmas die", "Throw with the ivory die again"


def test_in_december_it_can_be_chosen_and_left_again(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.press(visitor.open(PATH), CHRISTMAS)
    assert page.path == PATH
    assert "You throw with the Christmas dice. Merry Christmas!" in page.text
    assert owner.now().die == "christmas"
    assert CHRISTMAS not in page.buttons
    page = visitor.press(page, IVORY)
    assert "You throw with the ivory dice." in page.text
    assert owner.now().die == "plain"


def test_december_is_that_of_the_player(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(OPENS + ONE_DAY / 24)
    assert CHRISTMAS not in Visitor(owner).open(PATH).buttons
    owner.patch("/me", {"time_zone": AUCKLAND})
    assert CHRISTMAS in Visitor(owner).open(PATH).buttons


def test_outside_december_it_cannot_be_chosen(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    for moment in (NOON - ONE_DAY, JANUARY):
        clock.move_to(moment)
        with nothing_changes():
            assert visitor.press(page, CHRISTMAS).status == 400
        assert CHRISTMAS not in visitor.open(PATH).buttons


def test_what_is_no_die_is_refused(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    for die in ("golden", "", None):
        with nothing_changes():
            assert visitor.press(page, CHRISTMAS, die=die).status == 400
    with nothing_changes():
        assert visitor.press(page, CHRISTMAS, csrfmiddlewaretoken=None).status == 403


def test_without_an_account_there_is_none_to_choose(owner: Person, today: Day) -> None:
    visitor = Visitor()
    page = visitor.open(PATH)
    assert "You can choose it once you have begun your first game." in page.text
    fields = page.find(PLAY)[0].fields | {"die": ["christmas"]}
    with nothing_changes():
        assert visitor.client.post(PATH, fields).status_code == 404
        assert visitor.client.post("/advent/2025", fields).status_code == 404


def test_who_played_all_24_keeps_it(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    play_all(owner)
    clock.move_to("2026-12-24 22:00+00:00")
    visitor = Visitor(owner)
    page = visitor.open(PATH)
    assert states(page) == {"played": [*range(1, 25)]}
    assert "Your calendar is complete. Congratulations!" in page.text
    assert "On their day 24 / 24 Sum so far 2700" in page.text
    clock.move_to(JANUARY)
    page = visitor.press(visitor.open(PATH), CHRISTMAS)
    assert owner.now().die == "christmas"
    assert "It is yours to keep" in page.text
    assert "Congratulations!" in page.text


def test_a_day_that_is_excused_is_not_needed(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    play_all(owner, but=(7,))
    clock.move_to(JANUARY)
    visitor = Visitor(owner)
    assert "Congratulations!" not in visitor.open(PATH).text
    assert CHRISTMAS not in visitor.open(PATH).buttons
    excuse_day(operator=None, date=TODAY + 6 * ONE_DAY)
    page = visitor.open(PATH)
    assert "Congratulations!" in page.text
    assert CHRISTMAS in page.buttons


# --- The way there ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "is_in_menu", "line"),
    [
        ("2026-10-31 12:00+00:00", False, None),
        ("2026-11-01 12:00+00:00", True, None),
        ("2026-12-01 12:00+00:00", True, "Behind door 1 are today's dice."),
        ("2026-12-24 12:00+00:00", True, "Behind door 24 are today's dice."),
        ("2026-12-25 12:00+00:00", True, "All its doors can be opened now."),
        ("2027-01-01 12:00+00:00", False, None),
    ],
)
def test_pages_lead_to_it_in_its_season(
    db: None, clock: time_machine.Traveller, moment: str, is_in_menu: bool, line: str | None
) -> None:
    clock.move_to(moment)
    page = Visitor().open("/")
    assert page.links.count(PATH) == is_in_menu + (line is not None)
    assert line is None or line in page.text
    assert ("The advent calendar" in page.text) == (line is not None)


def test_the_front_page_says_that_its_door_is_lit(owner: Person, today: Day) -> None:
    owner.play_rows(owner.start_daily())
    assert "Door 1 is lit." in Visitor(owner).open("/").text


def test_it_speaks_the_players_language(owner: Person, today: Day) -> None:
    owner.patch("/me", {"language": "sv"})
    assert '<html lang="sv">' in Visitor(owner).open(PATH).html


# --- What it asks the database ---------------------------------------------------------------


def queries(visitor: Visitor, path: str = PATH) -> int:
    visitor.open(path)  # whatever is asked for once only
    with Queries() as asked:
        assert visitor.open(path).status == 200
    return len(asked.statements)


def test_what_the_page_costs(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    claim(owner)
    for person in (owner, friend):
        play_all(person)
    assert queries(Visitor()) == 1  # the days
    assert queries(Visitor(owner)) == 4  # the player; the days; my games; the board
    # The same; and of who is not listed all results and the excused days.
    assert queries(Visitor(friend)) == 6
    clock.move_to(JANUARY)
    assert queries(Visitor(owner)) == 5  # the same; whether a calendar is complete


def test_choosing_the_dice_costs_the_player_and_the_change(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    form, _button = visitor.open(PATH).find(CHRISTMAS)
    with Queries() as asked:
        assert visitor.client.post(PATH, form.fields).status_code == 302
    assert len(asked.statements) == 3  # the player; the locked player; its change
