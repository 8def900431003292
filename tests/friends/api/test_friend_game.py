"""POST /friend-challenges/{code}/game: the same dice, once."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day, Game
from friends.models import Attempt, Challenge
from tests.cast import CLOSES, Browser, Caller, Person, at_once, nothing_changes, ok, refused
from tests.challenges.accounts import done
from tests.friends.api.company import one, passed_on, play
from tests.friends.table import challenge_with, finish, finish_daily, finish_solo, game_of

pytestmark = pytest.mark.django_db


def path(code: object) -> str:
    return f"/friend-challenges/{code}/game"


def test_the_friends_game_has_the_same_dice(owner: Person, friend: Person) -> None:
    first = owner.start_solo("yacht")
    challenge = challenge_with(owner, finish(owner, first))
    game = ok(friend.post(path(challenge)), 201)
    row = Game.objects.get(player=friend.player)
    del first["standings"]
    assert game == {**first, "id": str(row.pk), "mode": "friend"}


def test_taking_the_same_dice_without_hints_ends_those_of_the_running_game(
    owner: Person, friend: Person
) -> None:
    game = finish_solo(owner)
    with_hints, without = (
        challenge_with(owner, game, allows_hints=allows) for allows in (True, False)
    )
    started = ok(friend.post(path(with_hints)), 201)
    assert game_of(started["id"]).allows_hints
    again = ok(friend.post(path(without)))
    assert (again["id"], game_of(started["id"]).allows_hints) == (started["id"], False)
    with nothing_changes():
        ok(friend.post(path(with_hints)))


def test_it_is_resumed_with_the_moves_made_since(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    game = ok(friend.post(path(challenge)), 201)
    friend.write(game, "chance")
    with nothing_changes():
        again = ok(friend.post(path(challenge.code.lower())))
    assert (again["id"], again["ply"]) == (game["id"], 1)
    assert {**again, "standings": None} == ok(friend.get(f"/games/{game['id']}"))


def test_a_finished_one_is_not_begun_anew(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    game = play(friend, challenge)
    with nothing_changes():
        again = ok(friend.post(path(challenge)))
    assert (again["id"], again["status"]) == (str(game.pk), "finished")


def test_a_browser_takes_it_with_its_csrf_token_only(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    browser = Browser(player=friend.player, sends_csrf=False)
    with nothing_changes():
        refused(browser.post(path(challenge)), 403, "permission_denied")
    ok(Browser(player=friend.player).post(path(challenge)), 201)


def test_a_deleted_makers_challenge_is_played_on(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    done(owner.delete("/me", {"confirm": True}))
    assert play(friend, challenge).status == "finished"


# --- The dice of a day -----------------------------------------------------------------------


def test_while_its_day_is_open_it_is_the_friends_ranked_game(
    owner: Person, friend: Person, today: Day
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    game = ok(friend.post(path(challenge)), 201)
    assert (game["mode"], game["ranked"], game["day"]) == ("daily", True, "2026-12-01")
    assert friend.start_daily()["id"] == game["id"]


def test_where_its_day_is_not_the_friends_today_it_is_refused(
    owner: Person, friend: Person, today: Day
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    ok(friend.patch("/me", {"time_zone": "Pacific/Kiritimati"}))
    with nothing_changes():
        problem = refused(friend.post(path(challenge)), 409, "not_your_today")
    assert problem["today"] == "2026-12-02"


def test_once_its_day_has_ended_it_does_not_count(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    clock.move_to(CLOSES)
    game = ok(friend.post(path(challenge)), 201)
    assert (game["mode"], game["ranked"], game["day"]) == ("friend", False, "2026-12-01")


# --- Refusals --------------------------------------------------------------------------------


def test_without_credentials_nothing_starts(owner: Person, anybody: Caller) -> None:
    challenge = passed_on(owner)
    with nothing_changes():
        refused(anybody.post(path(challenge)), 401, "not_authenticated")


def test_ones_own_is_refused(owner: Person) -> None:
    challenge = passed_on(owner)
    with nothing_changes():
        refused(owner.post(path(challenge)), 409, "own_challenge")


@pytest.mark.parametrize("code", ["K7QM-2XR", "K7QM-2XRU", "%00"])
def test_what_is_no_code_is_refused(friend: Person, code: str) -> None:
    with nothing_changes():
        refused(friend.post(path(code)), 400, "malformed_code")


def test_unknown_withdrawn_and_blocked_are_refused_alike(owner: Person, friend: Person) -> None:
    withdrawn, blocked = passed_on(owner), passed_on(owner)
    done(owner.delete(f"/friend-challenges/{withdrawn}"))
    done(friend.post("/friends/blocks", one(owner)))
    friend.answers.clear()
    for code in ("K7QM-2XRD", withdrawn, blocked):
        with nothing_changes():
            refused(friend.post(path(code)), 404, "challenge_not_found")
    assert len({answer.content for answer in friend.answers}) == 1


def test_wrong_codes_are_counted(owner: Person, friend: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "1/3600"}
    challenge = passed_on(owner)
    refused(friend.post(path("K7QM-2XRD")), 404, "challenge_not_found")
    with nothing_changes():
        answer = friend.post(path(challenge))
        refused(answer, 429, "too_many_codes")
    assert answer["Retry-After"] == "3600"


def test_without_its_dice_nothing_starts(
    owner: Person, friend: Person, today: Day, settings: Settings
) -> None:
    """The day's key is gone, and its seed is not public yet."""
    challenge = challenge_with(owner, finish_daily(owner))
    settings.SEED_KEYS = {"second": b"another-key-of-the-tests-that-is-long-enough"}
    with nothing_changes():
        refused(friend.post(path(challenge)), 503, "dice_unavailable")


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_eight_devices_at_once_one_starts_it(owner: Person, friend: Person) -> None:
    game, token = finish_solo(owner), friend.token
    both = [challenge_with(owner, game, kind) for kind in ("blind", "target")]

    def start(challenge: Challenge) -> Callable[[], Any]:
        return lambda: Caller(token=token).post(path(challenge))

    answers = at_once([start(challenge) for challenge in both * 4])
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({ok(answer, 200, 201)["id"] for answer in answers}) == 1
    assert Game.objects.filter(player=friend.player).count() == 1
    assert Attempt.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_taking_and_withdrawing_at_once_leave_a_game_or_none(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    mine, theirs = Caller(token=owner.token), Caller(token=friend.token)
    withdrawn, taken = at_once(
        [
            lambda: mine.delete(f"/friend-challenges/{challenge}"),
            lambda: theirs.post(path(challenge)),
        ]
    )
    done(withdrawn)
    assert taken.status_code in (201, 404)
    games = Game.objects.filter(player=friend.player).count()
    assert games == Attempt.objects.count() == int(taken.status_code == 201)
