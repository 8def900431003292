"""GET /friend-challenges/{code}/results: my branch, once I have finished."""

import pytest
import time_machine
from pytest_django import Settings

from challenges.models import Day, Game
from friends.models import Challenge
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, Caller, Json, Person, make_person, nothing_changes, ok, refused
from tests.challenges.accounts import done
from tests.friends.api.company import befriend, one, passed_on, play, public
from tests.friends.table import challenge_with, finish_daily, take

pytestmark = pytest.mark.django_db


def path(code: object) -> str:
    return f"/friend-challenges/{code}/results"


def results(person: Person, challenge: Challenge) -> Json:
    return ok(person.get(path(challenge)))


def written(person: Person, game: Game) -> Json:
    """What the person's own game says of its sheet."""
    told = ok(person.get(f"/games/{game.pk}"))
    return {name: told[name] for name in ("total", "sheet", "upper", "extra_bonus")}


def test_both_sheets_stand_side_by_side(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    theirs = play(friend, challenge)
    # The same dice without a choice: the same total.
    both = [
        {
            "rank": 1,
            "shared": True,
            "side": "challenger",
            "player": public(owner),
            **written(owner, challenge.game),
            "friendship": "none",
        },
        {
            "rank": 1,
            "shared": True,
            "side": "me",
            "player": public(friend),
            **written(friend, theirs),
            "friendship": None,
        },
    ]
    assert written(friend, theirs) == written(owner, challenge.game)
    found = results(friend, challenge)
    assert found["players"] == 2
    assert sorted(found["rows"], key=lambda row: str(row["side"])) == both


def test_ranks_follow_the_totals(owner: Person, friend: Person, stranger: Person) -> None:
    challenge = passed_on(owner)
    games = [(play(friend, challenge), 90), (play(stranger, challenge), 120)]
    for game, total in (*games, (challenge.game, 100)):
        Game.objects.filter(pk=game.pk).update(total=total)
    found = results(owner, challenge)
    assert [
        (row["rank"], row["shared"], row["side"], row["player"]["name"], row["total"])
        for row in found["rows"]
    ] == [
        (1, False, "challenged", "Stranger", 120),
        (2, False, "me", "Owner", 100),
        (3, False, "challenged", "Friend", 90),
    ]
    assert found["players"] == 3
    assert [row["side"] for row in results(friend, challenge)["rows"]] == ["challenger", "me"]


def test_each_row_says_what_its_player_is_to_me(owner: Person) -> None:
    challenge = passed_on(owner)
    others = {name: make_person(name) for name in ("None", "Asked", "Asks", "Friends", "Declined")}
    for person in others.values():
        play(person, challenge)
    me = one(owner)
    for name in ("Asked", "Declined"):
        ok(owner.post("/friends/requests", one(others[name])))
    done(others["Declined"].delete(f"/friends/requests/{owner.player.pk}"))
    ok(others["Asks"].post("/friends/requests", me))
    befriend(others["Friends"], owner)
    rows = results(owner, challenge)["rows"]
    assert {row["player"]["name"]: row["friendship"] for row in rows} == {
        "None": "none",
        "Asked": "asked",
        "Asks": "asks",
        "Friends": "friends",
        "Declined": "asked",
        "Owner": None,
    }


def test_of_an_open_day_there_are_totals_and_no_sheets_but_mine(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    theirs = play(friend, challenge)
    hidden = {"sheet": None, "upper": None, "extra_bonus": None}
    for is_closed in (False, True):
        rows = {row["side"]: row for row in results(friend, challenge)["rows"]}
        assert written(friend, theirs).items() <= rows["me"].items()
        shown = written(owner, challenge.game) | ({} if is_closed else hidden)
        assert shown.items() <= rows["challenger"].items()
        clock.move_to(CLOSES)
        close_due_days()


def test_a_deleted_player_has_no_name_and_no_friendship(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    play(friend, challenge)
    befriend(owner, friend)
    done(owner.delete("/me", {"confirm": True}))
    rows = {row["side"]: row for row in results(friend, challenge)["rows"]}
    assert (rows["challenger"]["player"], rows["challenger"]["friendship"]) == (None, None)
    assert rows["challenger"]["total"] == challenge.game.total
    assert rows["me"]["player"] == public(friend)


def test_whoever_blocked_or_is_blocked_has_no_row(owner: Person, friend: Person) -> None:
    challenge = passed_on(owner)
    play(friend, challenge)
    done(friend.post("/friends/blocks", one(owner)))
    assert [row["side"] for row in results(owner, challenge)["rows"]] == ["me"]
    refused(friend.get(path(challenge)), 404, "challenge_not_found")


# --- Refusals --------------------------------------------------------------------------------


def test_before_i_have_finished_there_are_none(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = passed_on(owner)
    play(stranger, challenge)
    refused(friend.get(path(challenge)), 409, "challenge_not_finished")
    game = take(friend, challenge)
    with nothing_changes():
        refused(friend.get(path(challenge)), 409, "challenge_not_finished")
    assert friend.answers[0].content == friend.answers[1].content
    friend.play_rows(ok(friend.get(f"/games/{game.pk}")), leave=1)
    refused(friend.get(path(challenge)), 409, "challenge_not_finished")


def test_without_credentials_there_are_none(owner: Person, anybody: Caller) -> None:
    refused(anybody.get(path(passed_on(owner, "target"))), 401, "not_authenticated")


@pytest.mark.parametrize(
    ("code", "status", "problem"),
    [("K7QM-2XRD", 404, "challenge_not_found"), ("K7QM-2XRU", 400, "malformed_code")],
)
def test_other_codes_have_none(friend: Person, code: str, status: int, problem: str) -> None:
    refused(friend.get(path(code)), status, problem)


def test_wrong_codes_are_counted(owner: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "wrong-codes-of-address": "1/3600"}
    challenge = passed_on(owner)
    refused(owner.get(path("K7QM-2XRD")), 404, "challenge_not_found")
    answer = owner.get(path(challenge))
    refused(answer, 429, "too_many_codes")
    assert answer["Retry-After"] == "3600"
