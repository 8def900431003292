"""GET and DELETE /friend-challenges/{code}: who passed on what, and withdrawing it."""

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day
from friends.models import Challenge
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, Browser, Caller, Person, at_once, nothing_changes, ok, refused
from tests.challenges.accounts import done
from tests.friends.api.company import one, passed_on, play, public
from tests.friends.table import challenge_with, finish_daily, finish_solo, take

pytestmark = pytest.mark.django_db


def path(code: object) -> str:
    return f"/friend-challenges/{code}"


# --- Looking ---------------------------------------------------------------------------------


def test_anybody_learns_who_passed_on_what_and_no_more(owner: Person, anybody: Caller) -> None:
    game = finish_solo(owner)
    challenge = challenge_with(owner, game)
    with nothing_changes():
        seen = ok(anybody.get(path(challenge)))
    assert seen == {
        "code": str(challenge),
        "link": f"http://127.0.0.1:8000/f/{challenge.code}",
        "kind": "blind",
        "hints": False,
        "rules": "yacht",
        "house_rules": {},
        "day": None,
        "maker": public(owner),
        "mine": False,
        "target": None,
        "commitment": game.commitment,
        "dice_public": False,
        "withdrawn": False,
        "taken": False,
        "game": None,
        "share_text": None,
    }


def test_a_target_is_told_to_anybody(owner: Person, anybody: Caller, stranger: Person) -> None:
    challenge = passed_on(owner, "target")
    for caller in (anybody, stranger):
        assert ok(caller.get(path(challenge)))["target"] == challenge.game.total


def test_a_blind_total_is_told_to_its_maker_and_those_who_finished(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = passed_on(owner)
    total = challenge.game.total
    assert ok(owner.get(path(challenge)))["target"] == total
    assert ok(friend.get(path(challenge)))["target"] is None
    take(friend, challenge)
    assert ok(friend.get(path(challenge)))["target"] is None
    play(friend, challenge)
    assert ok(friend.get(path(challenge)))["target"] == total
    assert ok(stranger.get(path(challenge)))["target"] is None


def test_my_game_is_told_with_its_status(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)

    def mine() -> tuple[object, object]:
        seen = ok(friend.get(path(challenge)))
        return seen["taken"], seen["game"]

    assert mine() == (False, None)
    game = take(friend, challenge)
    assert mine() == (True, {"id": str(game.pk), "status": "playing"})
    play(friend, challenge)
    assert mine() == (True, {"id": str(game.pk), "status": "finished"})


def test_a_game_that_i_had_on_the_same_dice_is_told_before_i_take_it(
    owner: Person, friend: Person, today: Day
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    game = friend.start_daily()
    seen = ok(friend.get(path(challenge)))
    assert (seen["taken"], seen["game"]) == (False, {"id": game["id"], "status": "playing"})
    assert seen["day"] == "2026-12-01"


def test_looking_takes_nothing(owner: Person, friend: Person, today: Day) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    with nothing_changes():
        ok(friend.get(path(challenge)))


@pytest.mark.parametrize("write", [str, str.lower, lambda code: f"{code[:2]}-{code[2:]}-"])
def test_a_code_is_read_in_any_spelling(owner: Person, anybody: Caller, write: object) -> None:
    challenge = passed_on(owner)
    spelt = write(challenge.code)  # type: ignore[operator]
    assert ok(anybody.get(path(spelt)))["code"] == str(challenge)
    assert ok(anybody.get(path(f"%20{spelt}%20")))["code"] == str(challenge)


def test_letters_are_read_as_the_digits_that_they_look_like(owner: Person, anybody: Caller) -> None:
    challenge = passed_on(owner)
    Challenge.objects.update(code="01101ABC")
    for spelt in ("OIL0-1ABC", "oil01abc", "0110-1abc"):
        assert ok(anybody.get(path(spelt)))["code"] == "0110-1ABC"
    assert challenge.pk != "01101ABC"


def test_dice_of_a_closed_day_are_said_to_be_public(
    owner: Person, anybody: Caller, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    assert ok(anybody.get(path(challenge)))["dice_public"] is False
    clock.move_to(CLOSES)
    close_due_days()
    assert ok(anybody.get(path(challenge)))["dice_public"] is True


def test_a_deleted_makers_challenge_has_no_name(owner: Person, anybody: Caller) -> None:
    challenge = passed_on(owner)
    done(owner.delete("/me", {"confirm": True}))
    seen = ok(anybody.get(path(challenge)))
    assert (seen["maker"], seen["mine"]) == (None, False)


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    ["K7QM-2XR", "K7QM-2XRDA", "K7QM-2XRU", "K7QM+2XRD", "%00", "%C4%B0" * 8, "-" * 8, "%0A"],
)
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_what_is_no_code_is_refused_and_not_counted(
    owner: Person, settings: Settings, method: str, code: str
) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "1/3600"}
    challenge = passed_on(owner)
    for _ in range(2):
        with nothing_changes():
            refused(owner.call(method, path(code)), 400, "malformed_code")
    ok(owner.get(path(challenge)))


def test_unknown_withdrawn_and_blocked_are_answered_alike(owner: Person, friend: Person) -> None:
    withdrawn, blocked = passed_on(owner), passed_on(owner)
    done(owner.delete(path(withdrawn)))
    done(owner.post("/friends/blocks", one(friend)))
    for code in ("K7QM-2XRD", withdrawn, blocked):
        refused(friend.get(path(code)), 404, "challenge_not_found")
    assert len({answer.content for answer in friend.answers}) == 1


def test_withdrawn_it_is_there_for_its_maker_and_those_who_took_it(
    owner: Person, friend: Person, stranger: Person, anybody: Caller
) -> None:
    challenge = passed_on(owner)
    take(friend, challenge)
    done(owner.delete(path(challenge)))
    for person in (owner, friend):
        assert ok(person.get(path(challenge)))["withdrawn"] is True
    for caller in (stranger, anybody):
        refused(caller.get(path(challenge)), 404, "challenge_not_found")


def test_wrong_codes_are_counted_for_the_address(
    owner: Person, anybody: Caller, settings: Settings, clock: time_machine.Traveller
) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "2/3600"}
    challenge = passed_on(owner)
    clock.move_to("2026-12-01T12:20:00Z")
    for _ in range(3):
        ok(anybody.get(path(challenge)))
    for code in ("K7QM-2XRD", "K7QM-2XRE"):
        refused(anybody.get(path(code)), 404, "challenge_not_found")
    answer = anybody.get(path(challenge))
    refused(answer, 429, "too_many_codes")
    assert answer["Retry-After"] == "2400"
    ok(Caller(address="192.0.2.7").get(path(challenge)))


def test_bad_credentials_are_refused_though_anybody_may_look(owner: Person) -> None:
    challenge = passed_on(owner)
    refused(Caller(token="0" * 64).get(path(challenge)), 401, "authentication_failed")


# --- Withdrawing -----------------------------------------------------------------------------


def test_its_maker_withdraws_it_and_a_repeat_changes_nothing(owner: Person) -> None:
    challenge = passed_on(owner)
    done(owner.delete(path(challenge.code.lower())))
    assert Challenge.objects.get().is_withdrawn
    with nothing_changes():
        done(owner.delete(path(challenge)))


def test_a_browser_withdraws_with_its_csrf_token_only(owner: Person) -> None:
    challenge = passed_on(owner)
    browser = Browser(player=owner.player, sends_csrf=False)
    with nothing_changes():
        refused(browser.delete(path(challenge)), 403, "permission_denied")
    done(Browser(player=owner.player).delete(path(challenge)))


def test_nobody_else_withdraws_it(owner: Person, friend: Person, anybody: Caller) -> None:
    challenge = passed_on(owner)
    take(friend, challenge)
    with nothing_changes():
        refused(friend.delete(path(challenge)), 404, "challenge_not_found")
        refused(friend.delete(path("K7QM-2XRD")), 404, "challenge_not_found")
        refused(anybody.delete(path(challenge)), 401, "not_authenticated")


@pytest.mark.django_db(transaction=True)
def test_it_is_withdrawn_twice_at_once(owner: Person) -> None:
    challenge, token = passed_on(owner), owner.token
    for answer in at_once([lambda: Caller(token=token).delete(path(challenge))] * 4):
        done(answer)
    assert Challenge.objects.get().is_withdrawn
