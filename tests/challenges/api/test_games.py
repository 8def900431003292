"""GET /games and /games/{id}: mine, the newest first."""

import base64
from datetime import timedelta

import pytest
import time_machine

from challenges.models import Game
from tests.cast import NOON, NOWHERE, TODAY, Caller, Person, ok, refused

pytestmark = pytest.mark.django_db


def all_pages(owner: Caller, by: str = "next", cursor: str | None = None) -> list[list[str]]:
    pages = []
    while True:
        page = ok(owner.get("/games", **({"cursor": cursor} if cursor else {})))
        pages.append([game["id"] for game in page["results"]])
        cursor = page[by]
        if cursor is None:
            return pages


# --- One game --------------------------------------------------------------------------------


def test_a_game_is_shown_as_it_is_now(owner: Person) -> None:
    game = owner.keep(owner.start_daily(), 0, 1)
    assert ok(owner.get(f"/games/{game['id']}")) == game


def test_a_finished_game_has_no_dice_and_no_choices(
    owner: Person, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=1)
    clock.shift(timedelta(minutes=5))
    finished = owner.play_rows(game)
    assert ok(owner.get(f"/games/{game['id']}")) == finished
    assert finished == finished | {
        "status": "finished",
        "ply": 20,
        "turn": 20,
        "throw": 0,
        "throws_left": 0,
        "dice": [],
        "choices": {},
        "choices_extra": 0,
        "total": sum(finished["sheet"].values()) + finished["upper"]["bonus"],
        "started_at": "2026-12-01T12:00:00Z",
        "finished_at": "2026-12-01T12:05:00Z",
    }


@pytest.mark.parametrize("who", ["stranger", "anybody"])
@pytest.mark.parametrize("finished", [False, True])
def test_a_strangers_game_does_not_exist(
    request: pytest.FixtureRequest, owner: Person, who: str, finished: bool
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=0 if finished else 20)
    caller: Caller = request.getfixturevalue(who)
    status, code = (404, "not_found") if who == "stranger" else (401, "not_authenticated")
    refused(caller.get(f"/games/{game['id']}"), status, code)
    refused(caller.get(f"/games/{NOWHERE}"), status, code)


def test_what_a_stranger_is_told_of_a_game_is_what_is_told_of_none(
    owner: Person, stranger: Person
) -> None:
    game = owner.start_daily()
    told = stranger.get(f"/games/{game['id']}").content
    assert told == stranger.get(f"/games/{NOWHERE}").content


@pytest.mark.parametrize("game_id", ["1", "me", "%00", NOWHERE.upper() + "x", "-" * 36])
def test_other_ids_do_not_exist(owner: Person, game_id: str) -> None:
    refused(owner.get(f"/games/{game_id}"), 404, "not_found")


# --- The list --------------------------------------------------------------------------------


def test_a_line_of_the_list_is_a_summary(owner: Person, clock: time_machine.Traveller) -> None:
    ranked = owner.play_rows(owner.start_daily())
    clock.shift(timedelta(minutes=1))
    solo = owner.start_solo("classic", house_rules={"forced_order": True})
    page = ok(owner.get("/games"))
    shared = ["id", "rules", "house_rules", "mode", "day", "ranked", "status", "ply", "total"]
    shared += ["opponent", "started_at", "finished_at"]
    assert page == {
        "results": [{name: game[name] for name in shared} for game in (solo, ranked)],
        "next": None,
        "previous": None,
    }


def test_the_list_holds_my_games_only(owner: Person, friend: Person) -> None:
    game = owner.start_daily()
    friend.start_daily()
    assert [line["id"] for line in ok(owner.get("/games"))["results"]] == [game["id"]]


def test_without_games_the_list_is_empty(owner: Person) -> None:
    assert ok(owner.get("/games")) == {"results": [], "next": None, "previous": None}


def test_an_expired_game_is_listed_as_such(owner: Person, clock: time_machine.Traveller) -> None:
    owner.start_daily()
    clock.move_to(NOON + timedelta(days=1))
    assert [line["status"] for line in ok(owner.get("/games"))["results"]] == ["expired"]


def make_games(owner: Person, minutes: list[int]) -> list[str]:
    """Started so many minutes after noon; the ids as the list must hold them."""
    rows = [
        Game(
            player=owner.player,
            mode="solo",
            rules="maxi",
            seed_label=f"game:{number}",
            key_id="first",
            commitment="0" * 64,
            started_at=NOON + timedelta(minutes=minute),
        )
        for number, minute in enumerate(minutes)
    ]
    Game.objects.bulk_create(rows)
    in_order = sorted(rows, key=lambda game: (-game.started_at.timestamp(), str(game.pk)))
    return [str(game.pk) for game in in_order]


@pytest.mark.parametrize(
    "minutes",
    [list(range(45)), [0] * 45, [0] * 19 + [1] * 3 + [2] * 23, list(range(20)), list(range(40))],
)
def test_pages_of_twenty_hold_every_game_once_forwards_and_backwards(
    owner: Person, minutes: list[int]
) -> None:
    ids = make_games(owner, minutes)
    pages = all_pages(owner)
    assert [game_id for page in pages for game_id in page] == ids
    assert all(len(page) == 20 for page in pages[:-1])
    last = ok(owner.get("/games"))
    while last["next"]:
        last = ok(owner.get("/games", cursor=last["next"]))
    back = [[game["id"] for game in last["results"]]]
    if last["previous"]:
        back += all_pages(owner, "previous", last["previous"])
    assert [game_id for page in reversed(back) for game_id in page] == ids


def test_a_new_game_shifts_no_page(owner: Person) -> None:
    ids = make_games(owner, list(range(25)))
    first = ok(owner.get("/games"))
    make_games(owner, [100, 101])
    second = ok(owner.get("/games", cursor=first["next"]))
    assert [game["id"] for game in second["results"]] == ids[20:]


@pytest.mark.parametrize(
    "forged",
    [
        *["p=tomorrow", "p=2026-12-01", "p=2026-12-01 12:00:00", "p=\x00", "p=", "o=-1", "o=x"],
        *["r=x", "p=9999-12-31T23:59:59-14:00", "p=0001-01-01T00:00:00%2B14:00", "p=1764590400"],
    ],
)
def test_a_forged_cursor_is_refused(owner: Person, forged: str) -> None:
    make_games(owner, list(range(25)))
    cursor = base64.b64encode(forged.encode()).decode()
    problem = refused(owner.get("/games", cursor=cursor), 400, "invalid")
    assert list(problem["errors"]) == ["cursor"]


@pytest.mark.parametrize("cursor", ["%", "é", "\x00", "AAA", "=" * 9, "____"])
def test_a_text_that_is_no_cursor_is_refused(owner: Person, cursor: str) -> None:
    problem = refused(owner.get("/games", cursor=cursor), 400, "invalid")
    assert list(problem["errors"]) == ["cursor"]


def test_a_strangers_cursor_shows_no_strangers_games(owner: Person, stranger: Person) -> None:
    make_games(owner, list(range(25)))
    cursor = ok(owner.get("/games"))["next"]
    assert ok(stranger.get("/games", cursor=cursor))["results"] == []


def test_the_list_needs_credentials(anybody: Caller) -> None:
    refused(anybody.get("/games"), 401, "not_authenticated")


def test_the_date_of_the_day_is_in_the_list(owner: Person) -> None:
    owner.start_daily()
    assert [line["day"] for line in ok(owner.get("/games"))["results"]] == [str(TODAY)]
