"""Taking a challenge: the same dice, one go, and an open day only as the day itself."""

import datetime
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest
import time_machine
from django.db import connections
from pytest_django import Settings

from challenges import signals
from challenges.engine.sheets import HouseRules
from challenges.models import Day, Game
from challenges.services import problems as game_problems
from challenges.services.games import start_solo_game
from friends.models import Attempt, Challenge
from friends.services import problems
from friends.services.challenges import find_challenge, take_challenge, withdraw
from friends.services.friendships import block
from tests.cast import CLOSES, MICROSECOND, TODAY, Person, at_once, nothing_changes
from tests.friends.table import (
    ADDRESS,
    challenge_with,
    finish,
    finish_daily,
    finish_solo,
    game_of,
    take,
    take_and_finish,
)

pytestmark = pytest.mark.django_db


def go(person: Person, challenge: Challenge) -> Any:
    return take_challenge(player=person.now(), code=challenge.code, address=ADDRESS)


def first_dice(person: Person, game: Game) -> list[int]:
    return list(person.get(f"/games/{game.pk}").json()["dice"])


# --- The same dice ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "house_rules"),
    [
        ("yacht", {}),
        ("maxi", {"full_straight": 30, "saved_throws": True}),
        ("scandinavian", {"forced_order": True}),
    ],
)
def test_the_friend_plays_the_same_dice_by_the_same_rules(
    owner: Person, friend: Person, rules: str, house_rules: dict[str, Any]
) -> None:
    start = owner.start_solo(rules, house_rules=house_rules)
    game = finish(owner, start)
    theirs = take(friend, challenge_with(owner, game))
    same = ("rules", "house_rules", "seed_label", "key_id", "commitment", "day_id")
    assert [getattr(theirs, field) for field in same] == [getattr(game, field) for field in same]
    assert (theirs.mode, theirs.player_id, theirs.ply) == ("friend", friend.player.pk, 0)
    assert theirs.pk != game.pk
    assert first_dice(friend, theirs) == start["dice"]


def test_the_dice_stay_the_same_when_their_key_has_retired(
    owner: Person, friend: Person, settings: Settings
) -> None:
    start = owner.start_solo("yacht")
    challenge = challenge_with(owner, finish(owner, start))
    settings.SEED_KEYS = {"second": b"another-key-of-the-tests-that-is-long-enough"}
    theirs = take_and_finish(friend, challenge)
    assert theirs.status == "finished"
    assert theirs.seed == challenge.game.seed


def test_taking_it_again_resumes_the_game(owner: Person, friend: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    first = go(friend, challenge)
    with nothing_changes():
        again = go(friend, challenge)
    assert (first.created, again.created) == (True, False)
    assert again.state.row.pk == first.state.row.pk


def test_two_challenges_with_the_same_dice_are_one_go(owner: Person, friend: Person) -> None:
    game = finish_solo(owner)
    first = take(friend, challenge_with(owner, game, "blind"))
    assert take(friend, challenge_with(owner, game, "target")).pk == first.pk
    assert Attempt.objects.count() == 2


def test_a_challenge_passed_on_leads_to_the_same_dice(
    owner: Person, friend: Person, stranger: Person
) -> None:
    game = finish_solo(owner)
    theirs = take_and_finish(friend, challenge_with(owner, game))
    third = take(stranger, challenge_with(friend, theirs))
    assert third.seed_label == game.seed_label


def test_who_made_the_dice_counts_with_the_first_game_on_them(
    owner: Person, friend: Person
) -> None:
    game = finish_solo(owner)
    theirs = take_and_finish(friend, challenge_with(owner, game))
    back = go(owner, challenge_with(friend, theirs))
    assert (back.created, back.state.row.pk) == (False, game.pk)


@pytest.mark.django_db(transaction=True)
def test_two_devices_at_once_get_one_game(owner: Person, friend: Person) -> None:
    game = finish_solo(owner)
    both = [challenge_with(owner, game, "blind"), challenge_with(owner, game, "target")]

    def start(challenge: Challenge) -> Callable[[], Any]:
        return lambda: go(friend, challenge)

    started = at_once([start(challenge) for challenge in both * 4])
    assert len({each.state.row.pk for each in started}) == 1
    assert [each.created for each in started].count(True) == 1
    assert Game.objects.filter(player=friend.player).count() == 1


@pytest.mark.only_on("postgresql")
@pytest.mark.django_db(transaction=True)
def test_it_can_be_taken_while_the_last_move_of_its_game_is_made(
    owner: Person, friend: Person, today: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move holds the game and then wants its player; taking does it the other way round."""
    challenge = challenge_with(owner, finish_daily(owner))
    game = friend.play_rows(friend.start_daily(), leave=1)
    send, taken = signals.game_finished.send, []

    def take_it() -> None:
        try:
            taken.append(take(friend, challenge).pk)
        finally:
            connections.close_all()

    def take_it_and_send(*sender: Any, **sent: Any) -> Any:
        device = Thread(target=take_it)
        device.start()
        device.join(timeout=10)
        return send(*sender, **sent)

    monkeypatch.setattr(signals.game_finished, "send", take_it_and_send)
    (row,) = [row for row, points in game["sheet"].items() if points is None]
    assert friend.write(game, row)["status"] == "finished"
    assert [str(pk) for pk in taken] == [game["id"]]
    assert Attempt.objects.get().game == game_of(game["id"])


# --- Refusals --------------------------------------------------------------------------------


def test_an_own_challenge_is_refused(owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    with nothing_changes(), pytest.raises(problems.OwnChallenge):
        take(owner, challenge)


def test_unknown_withdrawn_and_blocked_are_refused_alike(owner: Person, friend: Person) -> None:
    withdrawn = challenge_with(owner, finish_solo(owner))
    withdraw(player=owner.player, code=withdrawn.code, address=ADDRESS)
    game = finish_solo(owner)
    blocked = challenge_with(owner, game)
    block(player=owner.player, other_id=friend.player.pk)
    told = set()
    for code in (withdrawn.code, blocked.code, "K7QM2XRD"):
        for call in (take_challenge, find_challenge):
            who = {"player" if call is take_challenge else "reader": friend.player}
            with nothing_changes(), pytest.raises(problems.ChallengeNotFound) as refusal:
                call(code=code, address=ADDRESS, **who)  # type: ignore[operator]
            told.add((refusal.value.code, refusal.value.detail, refusal.value.retry_after))
    assert len(told) == 1


def test_who_is_blocked_by_the_friend_is_refused_as_well(owner: Person, friend: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    block(player=friend.player, other_id=owner.player.pk)
    with nothing_changes(), pytest.raises(problems.ChallengeNotFound):
        take(friend, challenge)


def test_wrong_codes_are_counted_for_the_address_and_right_ones_are_not(
    owner: Person, friend: Person, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "3/3600"}
    challenge = challenge_with(owner, finish_solo(owner))
    for _ in range(5):
        go(friend, challenge)
    for _ in range(5):
        with pytest.raises(problems.OwnChallenge):
            take(owner, challenge)
    for _ in range(3):
        with pytest.raises(problems.ChallengeNotFound):
            take(friend, "K7QM-2XRD")
    for code in ("K7QM2XRD", challenge.code):
        with nothing_changes(), pytest.raises(problems.TooManyCodes) as refusal:
            take(friend, code)
        assert 0 < (refusal.value.retry_after or 0) <= 3600
    elsewhere = find_challenge(code=challenge.code, reader=None, address="192.0.2.99")
    assert elsewhere.challenge == challenge


# --- The dice of a day -----------------------------------------------------------------------


def test_while_the_day_is_open_it_starts_the_friends_ranked_game(
    owner: Person, friend: Person, today: Day
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    theirs = take(friend, challenge)
    assert (theirs.mode, theirs.day, theirs.seed) == ("daily", today, None)
    assert friend.start_daily()["id"] == str(theirs.pk)


def test_a_ranked_game_that_is_there_counts(owner: Person, friend: Person, today: Day) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    theirs = finish_daily(friend)
    started = go(friend, challenge)
    assert (started.created, started.state.row.pk) == (False, theirs.pk)


def test_another_go_at_an_open_days_dice_is_passed_on_as_the_day(
    owner: Person, friend: Person, today: Day
) -> None:
    finish_daily(owner)
    again = finish(owner, owner.start_solo("maxi", day=TODAY.isoformat()))
    assert again.mode == "solo"
    assert take(friend, challenge_with(owner, again)).mode == "daily"


@pytest.mark.parametrize(("zone", "today_there"), [("Pacific/Kiritimati", "2026-12-02")])
def test_an_open_day_that_is_not_the_friends_today_is_refused(
    owner: Person, friend: Person, today: Day, zone: str, today_there: str
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    friend.patch("/me", {"time_zone": zone})
    with nothing_changes(), pytest.raises(game_problems.NotYourToday) as refusal:
        take(friend, challenge)
    assert refusal.value.members == {"today": today_there}


def test_up_to_the_last_moment_of_the_day_it_is_the_day_and_then_a_game_that_does_not_count(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    clock.move_to(CLOSES - MICROSECOND)
    with pytest.raises(game_problems.NotYourToday):
        take(friend, challenge)
    clock.move_to(CLOSES)
    theirs = take(friend, challenge)
    assert (theirs.mode, theirs.day) == ("friend", today)


def test_a_ranked_game_that_expired_gives_way_to_one_that_does_not_count(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    expired = take(friend, challenge)
    clock.move_to(CLOSES)
    theirs = take(friend, challenge)
    assert (theirs.mode, theirs.pk != expired.pk) == ("friend", True)
    assert Attempt.objects.get().game_id == theirs.pk
    assert take(friend, challenge).pk == theirs.pk


def test_on_a_closed_days_dice_a_game_in_progress_is_the_go(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    clock.move_to(CLOSES + datetime.timedelta(days=1))
    begun = start_solo_game(
        player=friend.player, rules="maxi", house_rules=HouseRules(), date=TODAY
    )
    assert take(friend, challenge).pk == begun.state.row.pk


def test_a_challenge_says_when_its_dice_are_public(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    from leaderboards.services.closing import close_due_days  # noqa: PLC0415

    challenge = challenge_with(owner, finish_daily(owner))
    own = challenge_with(owner, finish_solo(owner))

    def is_public(code: str) -> bool:
        return find_challenge(code=code, reader=None, address=ADDRESS).are_dice_public

    assert not is_public(challenge.code)
    clock.move_to(CLOSES)
    assert not is_public(challenge.code)
    close_due_days()
    assert is_public(challenge.code)
    assert not is_public(own.code)


# --- Withdrawn -------------------------------------------------------------------------------


def test_who_has_taken_it_before_goes_on_after_it_is_withdrawn(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    theirs = take(friend, challenge)
    withdraw(player=owner.player, code=challenge.code, address=ADDRESS)
    assert take(friend, challenge).pk == theirs.pk
    assert find_challenge(code=challenge.code, reader=owner.player, address=ADDRESS).is_own
    with nothing_changes():
        withdraw(player=owner.player, code=challenge.code, address=ADDRESS)
        with pytest.raises(problems.ChallengeNotFound):
            take(stranger, challenge)


def test_only_its_maker_withdraws_it(owner: Person, friend: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    take(friend, challenge)
    with nothing_changes(), pytest.raises(problems.ChallengeNotFound):
        withdraw(player=friend.player, code=challenge.code, address=ADDRESS)
