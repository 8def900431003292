"""POST /friend-challenges: pass a finished game of mine on."""

from typing import Any

import pytest
from pytest_django import Settings

from challenges.models import Day
from friends.models import Challenge
from friends.services.challenges import withdraw_as_operator
from tests.cast import NOWHERE, Browser, Caller, Person, at_once, nothing_changes, ok, refused
from tests.friends.api.company import passed_on, play, public
from tests.friends.table import finish_daily, finish_solo, game_of
from tests.operators import make_operator

pytestmark = pytest.mark.django_db

PATH = "/friend-challenges"


def body(game_id: object, kind: str = "blind") -> dict[str, Any]:
    return {"game": str(game_id), "kind": kind}


@pytest.mark.parametrize("kind", ["blind", "target"])
def test_a_finished_game_is_passed_on(owner: Person, kind: str) -> None:
    game = finish_solo(owner, "yacht")
    made = ok(owner.post(PATH, body(game.pk, kind)), 201)
    code = str(Challenge.objects.get())
    assert made == {
        "code": code,
        "link": f"http://127.0.0.1:8000/f/{code.replace('-', '')}",
        "kind": kind,
        "hints": False,
        "rules": "yacht",
        "house_rules": {},
        "day": None,
        "maker": public(owner),
        "mine": True,
        "target": game.total,
        "commitment": game.commitment,
        "dice_public": False,
        "withdrawn": False,
        "taken": False,
        "game": {"id": str(game.pk), "status": "finished"},
        "share_text": made["share_text"],
    }
    assert (str(game.total) in made["share_text"]) == (kind == "target")
    assert "Yacht" in made["share_text"]


def test_the_ranked_game_of_an_open_day_names_its_day(owner: Person, today: Day) -> None:
    made = ok(owner.post(PATH, body(finish_daily(owner).pk)), 201)
    assert (made["day"], made["rules"], made["dice_public"]) == ("2026-12-01", "maxi", False)
    assert "1 December" in made["share_text"]


def test_house_rules_are_passed_on(owner: Person) -> None:
    game = finish_solo(owner, "maxi", full_straight=30)
    made = ok(owner.post(PATH, body(game.pk)), 201)
    assert made["house_rules"] == {"full_straight": 30}


def test_a_friends_game_is_passed_on_in_turn(owner: Person, friend: Person) -> None:
    theirs = play(friend, passed_on(owner))
    made = ok(friend.post(PATH, body(theirs.pk)), 201)
    assert made["maker"] == public(friend)
    assert made["commitment"] == theirs.commitment


def test_a_repeat_is_answered_the_same(owner: Person) -> None:
    game = finish_solo(owner)
    first = ok(owner.post(PATH, body(game.pk)), 201)
    with nothing_changes():
        assert ok(owner.post(PATH, body(str(game.pk).upper()))) == first


def test_the_same_game_with_hints_and_without_has_two_codes(owner: Person) -> None:
    game = finish_solo(owner)
    without = ok(owner.post(PATH, body(game.pk)), 201)
    with_hints = ok(owner.post(PATH, {**body(game.pk), "hints": True}), 201)
    assert (without["hints"], with_hints["hints"]) == (False, True)
    assert with_hints["code"] != without["code"]
    with nothing_changes():
        assert ok(owner.post(PATH, {**body(game.pk), "hints": False})) == without
        assert ok(owner.post(PATH, {**body(game.pk), "hints": True})) == with_hints
    assert ok(owner.get(f"{PATH}/{with_hints['code']}")) == with_hints


def test_the_text_to_share_is_in_the_language_asked_for(owner: Person) -> None:
    game = finish_solo(owner)
    answer = owner.post(PATH, body(game.pk), Accept_Language="de")
    assert answer["Content-Language"] == "de"
    assert ok(answer, 201)["share_text"]


def test_a_browser_passes_on_with_its_csrf_token_only(owner: Person) -> None:
    game = finish_solo(owner)
    browser = Browser(player=owner.player, sends_csrf=False)
    with nothing_changes():
        refused(browser.post(PATH, body(game.pk)), 403, "permission_denied")
    ok(Browser(player=owner.player).post(PATH, body(game.pk)), 201)


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        ({}, {"game", "kind"}),
        ({"kind": "blind"}, {"game"}),
        ({"game": NOWHERE}, {"kind"}),
        ({"game": NOWHERE, "kind": "open"}, {"kind"}),
        ({"game": NOWHERE, "kind": True}, {"kind"}),
        ({"game": NOWHERE, "kind": None}, {"kind"}),
        ({"game": NOWHERE.replace("-", ""), "kind": "blind"}, {"game"}),
        ({"game": f"urn:uuid:{NOWHERE}", "kind": "blind"}, {"game"}),
        ({"game": 7, "kind": "blind"}, {"game"}),
        ({"game": None, "kind": "blind"}, {"game"}),
        ({"game": [NOWHERE], "kind": "blind"}, {"game"}),
        ({"game": NOWHERE, "kind": "blind", "hints": "yes"}, {"hints"}),
        ({"game": NOWHERE, "kind": "blind", "hints": 1}, {"hints"}),
        ({"game": NOWHERE, "kind": "blind", "hints": None}, {"hints"}),
    ],
)
def test_what_is_malformed_is_refused(owner: Person, sent: object, fields: set[str]) -> None:
    finish_solo(owner)
    with nothing_changes():
        problem = refused(owner.post(PATH, sent), 400, "invalid")
    assert set(problem["errors"]) == fields


def test_without_credentials_nothing_is_passed_on(owner: Person, anybody: Caller) -> None:
    game = finish_solo(owner)
    with nothing_changes():
        refused(anybody.post(PATH, body(game.pk)), 401, "not_authenticated")


@pytest.mark.parametrize("is_there", [True, False])
def test_a_strangers_game_does_not_exist(owner: Person, stranger: Person, is_there: bool) -> None:
    game_id = finish_solo(owner).pk if is_there else NOWHERE
    with nothing_changes():
        refused(stranger.post(PATH, body(game_id)), 404, "not_found")


def test_a_game_in_progress_is_refused(owner: Person) -> None:
    game = owner.start_solo("yacht")
    with nothing_changes():
        refused(owner.post(PATH, body(game["id"])), 409, "game_not_finished")


def test_what_an_operator_withdrew_is_refused(owner: Person) -> None:
    made = passed_on(owner)
    withdraw_as_operator(operator=make_operator().player, code=made.code)
    with nothing_changes():
        refused(owner.post(PATH, body(made.game_id)), 409, "sharing_refused")


def test_more_than_the_limit_are_refused(owner: Person, settings: Settings) -> None:
    settings.LIMITS = {**settings.LIMITS, "challenges-of-player": "1/86400"}
    game = finish_solo(owner)
    ok(owner.post(PATH, body(game.pk)), 201)
    with nothing_changes():
        answer = owner.post(PATH, body(game.pk, "target"))
        refused(answer, 429, "too_many_challenges")
    assert answer["Retry-After"] == "43200"
    ok(owner.post(PATH, body(game.pk)))


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_eight_at_once_one_makes_it_and_all_get_its_code(owner: Person) -> None:
    game = finish_solo(owner)
    token = owner.token
    answers = at_once([lambda: Caller(token=token).post(PATH, body(game.pk))] * 8)
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert {ok(answer, 200, 201)["code"] for answer in answers} == {str(Challenge.objects.get())}
    assert game_of(game.pk).challenges.count() == 1
