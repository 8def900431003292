"""The page that a link leads to, as everybody but its maker sees it."""

import datetime

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day, Game, Player
from friends.models import Challenge
from friends.services.challenges import withdraw
from friends.services.friendships import Relation, block, relations_of
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, ONE_DAY, Person, make_person, nothing_changes
from tests.challenges.web.visitors import Visitor
from tests.friends.table import (
    ADDRESS,
    challenge_with,
    finish_daily,
    finish_solo,
    take,
    take_and_finish,
)

UNKNOWN = "/f/00000000"


def path(challenge: Challenge) -> str:
    return f"/f/{challenge.pk}"


def set_total(challenge: Challenge, total: int) -> None:
    Game.objects.filter(pk=challenge.game_id).update(total=total)


# --- For somebody new ------------------------------------------------------------------------


def test_who_has_an_account_signs_in_and_comes_back(
    visitor: Visitor, friend: Person, target: Challenge
) -> None:
    sign_in = f"/account/sign-in?next={path(target)}"
    assert sign_in in visitor.open(path(target)).links
    assert sign_in not in Visitor(friend).open(path(target)).links


def test_it_says_who_challenges_on_what_and_what_is_to_be_beaten(
    visitor: Visitor, target: Challenge
) -> None:
    set_total(target, 241)
    page = visitor.open(path(target))
    assert "Owner challenges you Yacht without hints 241 points to beat" in page.text
    assert page.buttons == ["Throw the dice"]
    assert "Free, no sign-up." in page.text


def test_a_blind_one_tells_the_total_nowhere(
    visitor: Visitor, friend: Person, blind: Challenge
) -> None:
    set_total(blind, 9876)
    take(friend, blind)
    for reader in (visitor, Visitor(friend)):
        page = reader.open(path(blind))
        assert "Owner 's total stays hidden until you finish" in page.text
        assert "9876" not in page.html
        assert "9876" not in str(page.answer.headers)


def test_house_rules_and_the_sheet_of_a_day_are_named(
    visitor: Visitor, owner: Person, today: Day
) -> None:
    with_rules = challenge_with(owner, finish_solo(owner, forced_order=True))
    assert "Yacht Forced order" in visitor.open(path(with_rules)).text
    of_day = challenge_with(owner, finish_daily(owner))
    page = visitor.open(path(of_day))
    assert "The dice of 1 December Maxi Yatzy" in page.text
    assert "It is your ranked game of the day." in page.text


def test_it_says_whether_there_are_hints(
    visitor: Visitor, owner: Person, friend: Person, target: Challenge
) -> None:
    with_hints = challenge_with(owner, target.game, "target", allows_hints=True)
    for reader in (visitor, Visitor(friend), Visitor(owner)):
        assert "with hints" in reader.open(path(with_hints)).text
        assert "without hints" in reader.open(path(target)).text.split("Pass it on")[0]


def test_the_ranked_game_of_an_open_day_has_none(
    visitor: Visitor, owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    of_day = challenge_with(owner, finish_daily(owner), allows_hints=True)
    assert "without hints" in visitor.open(path(of_day)).text
    clock.move_to(CLOSES)
    assert "with hints" in visitor.open(path(of_day)).text


def test_who_took_it_without_hints_before_has_none(
    owner: Person, friend: Person, target: Challenge
) -> None:
    with_hints = challenge_with(owner, target.game, "target", allows_hints=True)
    take(friend, with_hints)
    assert "· with hints" in Visitor(friend).open(f"/games/{take(friend, with_hints).pk}").text
    game = take(friend, target)
    assert "· without hints" in Visitor(friend).open(f"/games/{game.pk}").text
    assert "without hints" in Visitor(friend).open(path(with_hints)).text


def test_looking_changes_nothing(
    visitor: Visitor, owner: Person, friend: Person, blind: Challenge
) -> None:
    readers = [visitor, Visitor(owner), Visitor(friend)]
    for reader in readers:
        reader.open("/f")  # a browser is noted once
    with nothing_changes():
        for reader in readers:
            for address in (path(blind), f"{path(blind)}/picture.png", "/f", UNKNOWN):
                reader.client.get(address)
    assert "_auth_user_id" not in visitor.client.session


@pytest.mark.parametrize("spelling", ["{}-{}", "{} {}", "{}--{}"])
def test_other_spellings_lead_to_the_one_address(
    visitor: Visitor, target: Challenge, spelling: str
) -> None:
    code = spelling.format(target.pk[:4], target.pk[4:]).lower()
    for end in ("", "/picture.png"):
        page = visitor.open(f"/f/{code}{end}")
        assert (page.status, page.answer["Location"]) == (301, f"{path(target)}{end}")


def test_a_maker_without_an_account_is_a_friend(
    visitor: Visitor, owner: Person, target: Challenge, blind: Challenge
) -> None:
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    for challenge in (target, blind):
        page = visitor.open(path(challenge))
        assert "A friend challenges you" in page.text
        assert "Owner" not in page.html


def test_dice_that_are_public_are_said_to_be(
    visitor: Visitor, owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    clock.move_to(CLOSES)
    close_due_days()
    page = visitor.open(path(challenge))
    assert "its dice are public" in page.text
    assert page.buttons == ["Throw the dice"]


# --- Throwing --------------------------------------------------------------------------------


def test_somebody_without_an_account_becomes_a_guest_and_plays(
    visitor: Visitor, target: Challenge
) -> None:
    page = visitor.press(visitor.open(path(target)), "Throw the dice", time_zone="Asia/Tokyo")
    game = Game.objects.get(mode="friend")
    assert page.path == f"/games/{game.pk}"
    assert "Turn 1 of 12" in page.text
    assert (game.seed_label, game.player.time_zone) == (target.game.seed_label, "Asia/Tokyo")
    assert str(game.player_id) == visitor.client.session["_auth_user_id"]


def test_a_button_pressed_twice_makes_one_guest_and_one_game(
    visitor: Visitor, target: Challenge
) -> None:
    page = visitor.open(path(target))
    other = Visitor()
    other.client.cookies = visitor.client.cookies.copy()
    first = visitor.press(page, "Throw the dice")
    again = other.press(page, "Throw the dice")
    assert first.path == again.path
    assert Player.objects.exclude(pk=target.maker_id).count() == 1
    assert Game.objects.filter(mode="friend").count() == 1


def test_a_player_plays_as_who_they_are_and_goes_on_later(
    friend: Person, target: Challenge
) -> None:
    visitor = Visitor(friend)
    page = visitor.open(path(target))
    assert "You play as Friend ." in page.text
    game = visitor.press(page, "Throw the dice")
    page = visitor.open(path(target))
    assert game.path in page.links
    assert page.buttons == []
    assert "Go on" in page.text


def test_who_has_begun_with_these_dice_goes_on(
    friend: Person, target: Challenge, blind: Challenge
) -> None:
    game, visitor = take(friend, target), Visitor(friend)
    page = visitor.open(path(blind))
    assert "You have begun with these dice already." in page.text
    assert visitor.press(page, "Go on").path == f"/games/{game.pk}"


def test_who_had_played_these_dice_sees_the_results_and_may_show_theirs(
    owner: Person, friend: Person, today: Day
) -> None:
    finish_daily(friend)
    challenge, visitor = challenge_with(owner, finish_daily(owner)), Visitor(friend)
    page = visitor.open(path(challenge))
    assert "So far only you see this comparison." in page.text
    assert "1 friend has finished" not in Visitor(owner).open(path(challenge)).text
    page = visitor.press(page, "Show my total to who sent it")
    assert page.path == path(challenge)
    assert "So far only you see this comparison." not in page.text
    assert "1 friend has finished" in Visitor(owner).open(path(challenge)).text


@pytest.mark.parametrize("reader", ["visitor", "friend"])
def test_the_dice_of_an_open_day_are_the_ranked_game(
    request: pytest.FixtureRequest, visitor: Visitor, owner: Person, today: Day, reader: str
) -> None:
    person = request.getfixturevalue(reader)
    visitor = person if isinstance(person, Visitor) else Visitor(person)
    challenge = challenge_with(owner, finish_daily(owner))
    page = visitor.press(visitor.open(path(challenge)), "Throw the dice")
    game = Game.objects.exclude(player=owner.player).get()
    assert (game.mode, page.path) == ("daily", f"/games/{game.pk}")


# --- Days that are not the reader's today ----------------------------------------------------


def test_a_day_to_come_and_a_day_gone_by_say_when_they_can_be_played(
    visitor: Visitor, owner: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    clock.move_to(datetime.datetime(2026, 12, 1, 10, tzinfo=datetime.UTC))
    early = visitor.open(f"{path(challenge)}?time_zone=Etc/GMT%2B12")
    assert "the day's game of Tuesday 1 December, which has not begun for you" in early.text
    late = visitor.open(f"{path(challenge)}?time_zone=Pacific/Kiritimati")
    assert "which is over for you and goes on elsewhere. From Thu 3 Dec, 02:00" in late.text
    for page in (early, late):
        assert page.buttons == []
        assert "/" in page.links


@pytest.mark.parametrize("zone", ["Etc/GMT+12", "Pacific/Kiritimati"])
def test_a_refusal_leaves_no_guest_behind(
    visitor: Visitor, owner: Person, today: Day, clock: time_machine.Traveller, zone: str
) -> None:
    """The page did not know the zone yet that the form tells."""
    challenge = challenge_with(owner, finish_daily(owner))
    clock.move_to(datetime.datetime(2026, 12, 1, 11, tzinfo=datetime.UTC))
    page = visitor.open(path(challenge))
    with nothing_changes():
        refused = visitor.press(page, "Throw the dice", time_zone=zone)
    assert refused.status == 409
    assert "A ranked game starts on its own date." in refused.text
    assert "_auth_user_id" not in visitor.client.session


def test_a_ranked_game_begun_in_time_goes_on_after_its_date(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    game = take(friend, challenge)
    clock.shift(ONE_DAY - datetime.timedelta(hours=1))
    assert f"/games/{game.pk}" in Visitor(friend).open(path(challenge)).links


def test_a_ranked_game_that_has_expired_gives_way_to_an_unranked_one(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    take(friend, challenge)
    clock.move_to(CLOSES)
    visitor = Visitor(friend)
    page = visitor.press(visitor.open(path(challenge)), "Throw the dice")
    assert Game.objects.get(mode="friend").player == friend.player
    assert "challenge Turn 1 of 20" in page.text


# --- Refusals --------------------------------------------------------------------------------


def test_unknown_withdrawn_and_blocked_are_one_page(
    owner: Person, friend: Person, target: Challenge
) -> None:
    withdrawn = challenge_with(owner, finish_solo(owner))
    withdraw(player=owner.player, code=withdrawn.pk, address=ADDRESS)
    block(player=owner.player, other_id=friend.player.pk)
    visitor = Visitor(friend)
    told = set()
    for address in (UNKNOWN, path(withdrawn), path(target)):
        page = visitor.open(address)
        assert page.status == 404
        told.add(page.text)
        assert "/" in page.links
        assert any(form.action == "/f" for form in page.forms)
    assert len(told) == 1
    assert "There is no such challenge" in told.pop()


def test_one_withdrawn_meanwhile_is_not_found_and_nobody_signs_up(
    visitor: Visitor, owner: Person, target: Challenge
) -> None:
    page = visitor.open(path(target))
    withdraw(player=owner.player, code=target.pk, address=ADDRESS)
    with nothing_changes():
        refused = visitor.press(page, "Throw the dice")
    assert refused.status == 404
    assert "There is no such challenge" in refused.text


def test_who_took_it_before_it_was_withdrawn_goes_on(
    owner: Person, friend: Person, target: Challenge
) -> None:
    game = take(friend, target)
    withdraw(player=owner.player, code=target.pk, address=ADDRESS)
    assert f"/games/{game.pk}" in Visitor(friend).open(path(target)).links


def test_its_maker_cannot_take_it(owner: Person, friend: Person, target: Challenge) -> None:
    page = Visitor(friend).open(path(target))
    maker = Visitor(owner)
    maker.client.cookies["csrftoken"] = page.answer.cookies["csrftoken"].value
    with nothing_changes():
        refused = maker.press(page, "Throw the dice")
    assert refused.status == 409
    assert "That is your own challenge" not in refused.text
    assert "Pass the code on to a friend." in refused.text


def test_what_is_no_code_leads_to_the_field_for_one(visitor: Visitor) -> None:
    page = visitor.open("/f/K7QM")
    assert page.status == 400
    assert "That is no code" in page.text
    assert any(form.action == "/f" for form in page.forms)


def test_what_is_no_code_is_said_to_be_none(visitor: Visitor) -> None:
    for address in ("/f/K7QM", "/f/K7QM-2XRU", "/f/K7QM/picture.png"):
        page = visitor.open(address)
        assert page.status == 400
        assert "A code has eight letters and digits, such as K7QM-2XRD." in page.text


def test_too_many_wrong_codes_are_refused_for_a_while(
    visitor: Visitor, target: Challenge, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "2/3600"}
    assert [visitor.open(UNKNOWN).status for _ in range(2)] == [404, 404]
    for address in (UNKNOWN, path(target), f"{path(target)}/picture.png"):
        page = visitor.open(address)
        assert page.status == 429
        assert 0 < int(page.answer["Retry-After"]) <= 3600
        assert "Too many wrong codes" in page.text
    assert Visitor(address="192.0.2.7").open(path(target)).status == 200


def test_too_many_guests_are_refused(
    visitor: Visitor, target: Challenge, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "guests-of-address": "0/3600"}
    page = visitor.open(path(target))
    with nothing_changes():
        refused = visitor.press(page, "Throw the dice")
    assert (refused.status, "Retry-After" in refused.answer) == (429, True)


def test_a_form_without_its_fields_is_refused(visitor: Visitor, target: Challenge) -> None:
    page = visitor.open(path(target))
    with nothing_changes():
        assert visitor.press(page, "Throw the dice", key=None).status == 400
        assert visitor.press(page, "Throw the dice", csrfmiddlewaretoken=None).status == 403


# --- Results ---------------------------------------------------------------------------------


def test_who_has_finished_sees_how_it_went(
    friend: Person, target: Challenge, clock: time_machine.Traveller
) -> None:
    clock.shift(1)
    take_and_finish(friend, target)
    set_total(target, 200)
    for total, verdict in (
        (212, "You beat Owner by 12"),
        (188, "You are 12 behind Owner"),
        (200, "You and Owner are level"),
    ):
        Game.objects.filter(player=friend.player).update(total=total)
        page = Visitor(friend).open(path(target))
        assert verdict in page.text
        assert f"You {total} Owner 200" in page.text
    ranks = (
        "= 1 shared Owner challenged you 200 Ask to be friends : Owner = 1 shared Friend you 200"
    )
    assert ranks in page.text


def test_sheets_stand_side_by_side(
    friend: Person, blind: Challenge, clock: time_machine.Traveller
) -> None:
    clock.shift(1)
    game = take_and_finish(friend, blind)
    page = Visitor(friend).open(path(blind))
    sheet = friend.get(f"/games/{game.pk}").json()["sheet"]
    first = f"Row by row Row You Owner Ones {sheet['ones']} {sheet['ones']} Twos {sheet['twos']}"
    assert first in page.text
    assert f"Total {game.total} {game.total}" in page.text


def test_the_better_one_of_a_row_is_marked(owner: Person, friend: Person) -> None:
    game = finish_solo(owner)
    challenge = challenge_with(owner, game)
    theirs = take(friend, challenge)
    state = friend.get(f"/games/{theirs.pk}").json()
    while state["status"] == "playing":
        if state["throws_left"]:
            state = friend.keep(state)
        else:
            state = friend.write(state, next(iter(state["choices"])))
    mine = owner.get(f"/games/{game.pk}").json()["sheet"]
    html = Visitor(friend).open(path(challenge)).html
    differing = [row for row in mine if mine[row] != state["sheet"][row]]
    bonus_differs = (
        owner.get(f"/games/{game.pk}").json()["upper"]["bonus"] != (state["upper"]["bonus"])
    )
    total_differs = game.total != state["total"]
    assert html.count(" is-best") == len(differing) + bonus_differs + total_differs > 0


def test_sheets_of_an_open_day_wait_for_its_end(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    take_and_finish(friend, challenge)
    for reader in (owner, friend):
        page = Visitor(reader).open(path(challenge))
        assert "Row by row" not in page.text
        assert "when the day has closed everywhere: Wed 2 Dec, 12:00" in page.text
    clock.move_to(CLOSES)
    close_due_days()
    assert "Row by row" in Visitor(friend).open(path(challenge)).text


def test_whoever_played_is_asked_to_be_friends_by_one_button(
    owner: Person, friend: Person, blind: Challenge
) -> None:
    take_and_finish(friend, blind)
    mine, theirs = Visitor(owner), Visitor(friend)
    page = theirs.press(theirs.open(path(blind)), "Ask to be friends : Owner")
    assert page.path == path(blind)
    assert relations_of(friend.player, [owner.player.pk]) == {owner.player.pk: Relation.ASKED}
    assert "Ask to be friends : Owner" not in page.buttons
    assert f"Owner challenged you asked {blind.game.total}" in page.text
    page = mine.press(mine.open(path(blind)), "Be friends : Friend")
    assert page.path == path(blind)
    assert relations_of(friend.player, [owner.player.pk]) == {owner.player.pk: Relation.FRIENDS}
    assert f"Friend friend {blind.game.total}" in page.text


def test_nobody_asks_themselves_or_a_deleted_account(owner: Person, friend: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    take_and_finish(friend, challenge)
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    page = Visitor(friend).open(path(challenge))
    assert "Deleted player challenged you" in page.text
    assert not any(form.action.endswith("/ask") for form in page.forms)


def test_it_can_be_passed_on_from_the_results(owner: Person, friend: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    game = take_and_finish(friend, challenge)
    visitor = Visitor(friend)
    page = visitor.press(visitor.open(path(challenge)), "Blind: my total stays hidden")
    passed_on = Challenge.objects.get(game=game)
    assert (page.path, passed_on.kind) == (path(passed_on), "blind")
    assert "Send it to a friend" in page.text


def test_of_very_many_it_is_said_how_many_are_shown(
    owner: Person, target: Challenge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("friends.services.results.MOST_SHOWN", 2)
    for number in range(3):
        take_and_finish(make_person(f"Number {number}"), target)
    page = Visitor(owner).open(path(target))
    assert "3 friends have finished" in page.text
    assert "3 of 4 are shown." in page.text


def test_of_many_the_first_ones_are_seen_and_the_reader_and_the_others_unfolded(
    owner: Person, target: Challenge, clock: time_machine.Traveller
) -> None:
    for number in range(12):
        clock.shift(1)
        take_and_finish(make_person(f"Number {number}"), target)
    set_total(target, 0)
    text = Visitor(owner).open(path(target)).text
    assert f"= 1 shared Number 9 {target.game.total}" in text
    assert "13 Owner you 0 2 more = 1 shared Number 10" in text


def test_nothing_in_the_pages_needs_inline_styles_or_scripts(
    owner: Person, friend: Person, target: Challenge
) -> None:
    take_and_finish(friend, target)
    for reader in (owner, friend):
        html = Visitor(reader).open(path(target)).html
        assert " style=" not in html
        assert "<style" not in html
        assert "<script>" not in html
