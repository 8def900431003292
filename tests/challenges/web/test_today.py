import time_machine
from django.test import Client
from pytest_django import Settings

from challenges.models import Day, Game, Player
from tests.cast import CLOSES, NOON, ONE_DAY, TODAY, Person, nothing_changes
from tests.challenges.web.visitors import Page, Visitor

PLAY = "Play today's dice"


def key_of(page: Page) -> str:
    return page.find(PLAY)[0].fields["key"][0]


# --- Somebody who just arrived ---------------------------------------------------------------


def test_who_arrives_sees_the_day_and_one_button(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/")
    assert page.status == 200
    assert "Tuesday 1 December" in page.text
    assert page.buttons == [PLAY]


def test_looking_starts_nothing(visitor: Visitor, today: Day) -> None:
    with nothing_changes():
        page = visitor.open("/")
    assert "sessionid" not in page.answer.cookies


def test_the_button_makes_a_guest_and_starts_the_game_of_the_day(
    visitor: Visitor, today: Day
) -> None:
    page = visitor.press(visitor.open("/"), PLAY)
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}"
    assert page.status == 200
    assert (game.mode, game.day_id) == ("daily", TODAY)
    assert game.player.is_guest
    assert (game.player.time_zone, game.player.language) == ("UTC", "en")


def test_a_double_tap_makes_one_guest_and_one_game(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/")
    form, _button = page.find(PLAY)
    first = visitor.client.post("/", form.fields)
    # The second tap left the browser before the first was answered: without its session.
    again = Client(enforce_csrf_checks=True, REMOTE_ADDR="192.0.2.1")
    again.cookies["csrftoken"] = page.answer.cookies["csrftoken"].value
    second = again.post("/", form.fields)
    assert first["Location"] == second["Location"] == f"/games/{Game.objects.get().pk}"
    assert Player.objects.count() == 1
    assert again.get(second["Location"]).status_code == 200


def test_each_page_has_a_key_of_its_own(visitor: Visitor, today: Day) -> None:
    assert key_of(visitor.open("/")) != key_of(visitor.open("/"))


def test_the_guest_lives_in_the_zone_that_the_browser_named(visitor: Visitor, today: Day) -> None:
    """At noon in UTC the next date has begun on Kiritimati."""
    visitor.press(visitor.open("/"), PLAY, time_zone="Pacific/Kiritimati")
    game = Game.objects.get()
    assert game.player.time_zone == "Pacific/Kiritimati"
    assert game.day_id == TODAY + ONE_DAY


def test_an_unknown_zone_is_utc(visitor: Visitor, today: Day) -> None:
    visitor.press(visitor.open("/"), PLAY, time_zone="Europe/Atlantis")
    assert Player.objects.get().time_zone == "UTC"


def test_the_guest_speaks_the_language_of_the_browser(visitor: Visitor, today: Day) -> None:
    form, _ = visitor.open("/").find(PLAY)
    visitor.client.post("/", form.fields, headers={"Accept-Language": "sv-SE,sv;q=0.9"})
    assert Player.objects.get().language == "sv"


def test_the_date_is_that_of_the_readers_zone(visitor: Visitor, today: Day) -> None:
    assert "Wednesday 2 December" in visitor.open("/?time_zone=Pacific/Kiritimati").text
    visitor.client.cookies["time_zone"] = "Pacific/Kiritimati"
    assert "Wednesday 2 December" in visitor.open("/").text
    visitor.client.cookies["time_zone"] = "../../etc/passwd"
    assert "Tuesday 1 December" in visitor.open("/?time_zone=Europe/Atlantis").text


def test_guests_are_counted_by_address(today: Day, db: None, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"guests-of-address": "1/3600"}
    first, second = Visitor(), Visitor()
    elsewhere = Visitor(address="203.0.113.9")
    first.press(first.open("/"), PLAY)
    page = second.open("/")
    with nothing_changes():
        refused = second.press(page, PLAY)
    assert refused.status == 429
    assert 0 < int(refused.answer["Retry-After"]) <= 3600
    assert "Too many new players come from your network." in refused.text
    assert elsewhere.press(elsewhere.open("/"), PLAY).status == 200


def test_without_its_key_the_form_is_refused(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/")
    for key in (None, "short"):
        with nothing_changes():
            assert visitor.press(page, PLAY, key=key).status == 400


def test_without_its_csrf_token_the_form_is_refused(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/")
    with nothing_changes():
        refused = visitor.press(page, PLAY, csrfmiddlewaretoken=None)
    assert refused.status == 403
    assert "This page was open for too long" in refused.text


# --- A player --------------------------------------------------------------------------------


def test_the_button_starts_the_game_of_a_player_who_has_an_account(
    owner: Person, today: Day
) -> None:
    visitor = Visitor(owner)
    visitor.press(visitor.open("/"), PLAY)
    assert Game.objects.get().player == owner.player
    assert Player.objects.count() == 1


def test_a_game_in_progress_is_offered_to_go_on_with(owner: Person, today: Day) -> None:
    game = owner.write(owner.write(owner.start_daily(), "chance"), "ones")
    page = Visitor(owner).open("/")
    assert "You are in turn 3 of 20" in page.text
    assert f"{game['total']} points so far" in page.text
    assert f"/games/{game['id']}" in page.links
    assert page.buttons == []


def test_a_second_start_resumes(owner: Person, today: Day) -> None:
    visitor = Visitor(owner)
    page = visitor.open("/")
    game = owner.start_daily()
    with nothing_changes():
        assert visitor.press(page, PLAY).path == f"/games/{game['id']}"


def test_a_finished_game_shows_its_total_and_the_time_to_the_next_dice(
    owner: Person, today: Day
) -> None:
    game = owner.play_rows(owner.start_daily())
    page = Visitor(owner).open("/")
    assert f"{game['total']} points" in page.text
    assert "New dice in 12\xa0hours" in page.html
    assert page.buttons == [
        "Play these dice again, for fun",
        "Blind: my total stays hidden",
        f"With my {game['total']} as the target",
    ]


def test_yesterdays_unfinished_game_is_pointed_to_until_its_day_closes(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    game = owner.start_daily()
    clock.move_to(CLOSES.replace(hour=11))
    page = Visitor(owner).open("/")
    assert "Your game of Tuesday 1 December is not finished." in page.text
    assert "until Wed 2 Dec, 12:00" in page.text
    assert f"/games/{game['id']}" in page.links
    assert page.buttons == [PLAY]
    clock.move_to(CLOSES)
    assert "is not finished" not in Visitor(owner).open("/").text


def test_playing_renews_the_sign_in(
    visitor: Visitor, today: Day, clock: time_machine.Traveller
) -> None:
    visitor.press(visitor.open("/"), PLAY)
    clock.move_to(NOON + ONE_DAY)
    form, _ = visitor.open("/").find(PLAY)
    answer = visitor.client.post("/", form.fields)
    assert answer.cookies["sessionid"]["max-age"] == 400 * 24 * 3600


def test_the_last_days_are_shown_once_there_is_something_to_show(
    owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    visitor = Visitor(owner)
    game = owner.start_daily()
    assert "Your last days" not in visitor.open("/").text
    total = owner.play_rows(game)["total"]
    clock.shift(2 * ONE_DAY)
    page = visitor.open("/")
    assert f"Tue 1 Dec {total} Wed 2 Dec – not played Thu 3 Dec – not played" in page.text
