"""GET /leaderboards/day-skill: by the rules of every other board, once its day is closed."""

import datetime
import json

import pytest
import time_machine

from challenges.models import Player
from challenges.services.days import make_days
from leaderboards.models import Standing
from leaderboards.services.closing import close_due_days
from leaderboards.services.counts import fold_changes
from tests.cast import (
    CLOSES,
    NOON,
    ONE_DAY,
    TODAY,
    Caller,
    Json,
    Person,
    Queries,
    nothing_changes,
    ok,
    refused,
)
from tests.leaderboards.circles import befriend
from tests.leaderboards.results import HOUR, finish, make_player, review

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

PATH = "/leaderboards/day-skill"
TOMORROW = TODAY + ONE_DAY


def listed(person: Person) -> Player:
    Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
    return person.now()


def reviewed(
    player: Player,
    skill: int,
    *,
    date: datetime.date = TODAY,
    at: datetime.datetime = NOON,
    total: int = 300,
) -> Player:
    review(finish(player, date, total, at), skill)
    return player


def close(clock: time_machine.Traveller, days: int = 1) -> None:
    clock.move_to(CLOSES + (days - 1) * ONE_DAY)
    close_due_days()


def board(caller: Caller, **query: str) -> Json:
    return ok(caller.get(PATH, **query))


def names(found: Json) -> list[tuple[int, str, int]]:
    return [(row["rank"], row["player"]["name"], row["value"]) for row in found["rows"]]


# --- By the rules of every other board -------------------------------------------------------


def test_equal_skills_share_a_rank_in_the_order_of_their_games_finish(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    for name, skill, hours, total in (
        ("Anna", 371, 3, 200),
        ("Bert", 380, 2, 250),
        ("Carla", 371, 1, 400),
        ("Dov", 0, 0, 500),
    ):
        reviewed(make_player(name), skill, at=NOON + hours * HOUR, total=total)
    finish(make_player("Not reviewed"), TODAY, 640)
    fold_changes()
    close(clock)
    found = board(anybody)
    assert names(found) == [(1, "Bert", 380), (2, "Carla", 371), (2, "Anna", 371), (4, "Dov", 0)]
    assert found["distribution"] == [[380, 1], [371, 2], [0, 1]]
    assert (found["board"], found["period"], found["players"]) == ("day-skill", "2026-12-01", 4)
    assert (found["next"], found["previous"], found["me"]) == (None, None, None)


def test_a_guest_is_told_the_rank_they_would_have(
    owner: Person, anybody: Caller, clock: time_machine.Traveller
) -> None:
    for skill in (390, 380, 370):
        reviewed(make_player(f"Skill {skill}"), skill)
    reviewed(owner.now(), 380)
    close(clock)
    found = board(owner)
    assert found["me"] == {"rank": 2, "value": 380, "beaten": 1 / 3, "listed": False}
    assert (found["players"], len(found["rows"])) == (3, 3)
    assert board(anybody) == found | {"me": None}


def test_who_is_off_the_boards_by_choice_leaves_it_and_comes_back(
    owner: Person, clock: time_machine.Traveller
) -> None:
    reviewed(listed(owner), 380)
    close(clock)
    ok(owner.patch("/me", {"listed": False}))
    assert (board(owner)["players"], board(owner)["me"]["listed"]) == (0, False)
    ok(owner.patch("/me", {"listed": True}))
    assert board(owner)["me"] == {"rank": 1, "value": 380, "beaten": 1.0, "listed": True}


def test_pages_follow_one_another_and_one_is_around_me(
    owner: Person, clock: time_machine.Traveller
) -> None:
    for number in range(60):
        reviewed(make_player(f"Player {number}"), 300 + number % 4, at=NOON + number * HOUR / 60)
    reviewed(listed(owner), 302, at=NOON)
    close(clock)
    first = board(owner)
    second = board(owner, cursor=first["next"])
    rows = [*first["rows"], *second["rows"]]
    assert len({row["player"]["id"] for row in rows}) == 61
    values = [row["value"] for row in rows]
    assert values == sorted(values, reverse=True)
    assert board(owner, cursor=second["previous"])["rows"] == first["rows"]
    around = board(owner, around="me")
    assert around["me"] == {"rank": 16, "value": 302, "beaten": 30 / 60, "listed": True}
    assert str(owner.player.pk) in {row["player"]["id"] for row in around["rows"]}
    other = ok(owner.get("/leaderboards/day", period=str(TODAY)))["next"]
    refused(owner.get(PATH, cursor=other), 400, "invalid")


def test_among_friends_it_ranks_them_alone(owner: Person, clock: time_machine.Traveller) -> None:
    friends = [reviewed(make_player(f"Friend {skill}"), skill) for skill in (390, 370)]
    reviewed(make_player("Stranger"), 385)
    reviewed(listed(owner), 380)
    befriend(owner.now(), *friends)
    close(clock)
    found = board(owner, among="friends")
    assert names(found) == [(1, "Friend 390", 390), (2, "Owner", 380), (3, "Friend 370", 370)]
    assert found["me"] == {"rank": 2, "value": 380, "beaten": 0.5, "listed": True}


# --- Periods ---------------------------------------------------------------------------------


def test_without_a_period_it_is_that_of_the_last_closed_day(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    reviewed(make_player(), 371)
    reviewed(make_player(), 372, date=TOMORROW, at=NOON + ONE_DAY)
    close(clock)
    assert board(anybody)["period"] == "2026-12-01"
    close(clock, days=2)
    assert (board(anybody)["period"], board(anybody)["rows"][0]["value"]) == ("2026-12-02", 372)
    assert board(anybody, period="2026-12-01")["rows"][0]["value"] == 371


def test_it_is_among_all_boards_once_a_day_was_closed(
    owner: Person, clock: time_machine.Traveller
) -> None:
    reviewed(listed(owner), 371)

    def codes(**query: str) -> list[str]:
        return [one["board"] for one in ok(owner.get("/leaderboards", **query))["boards"]]

    five = ["day", "best-day", "streak", "longest-streak", "advent"]
    assert codes() == codes(among="friends") == five
    close(clock)
    assert codes() == codes(among="friends") == [*five, "day-skill"]
    (last,) = [one for one in ok(owner.get("/leaderboards"))["boards"] if "skill" in one["board"]]
    mine = {"rank": 1, "value": 371, "beaten": 1.0, "listed": True}
    assert last == {"board": "day-skill", "period": "2026-12-01", "players": 1, "me": mine}


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"period": "2026"}, 400, "invalid"),
        ({"period": "all"}, 400, "invalid"),
        ({"period": "2026-02-30"}, 400, "invalid"),
        ({"period": "1999-12-31"}, 404, "not_found"),
        ({"cursor": "x"}, 400, "invalid"),
        ({"around": "you"}, 400, "invalid"),
    ],
)
def test_what_is_malformed_or_was_never_a_day_is_refused(
    anybody: Caller,
    clock: time_machine.Traveller,
    query: dict[str, str],
    status: int,
    code: str,
) -> None:
    close(clock)
    with nothing_changes():
        refused(anybody.get(PATH, **query), status, code)


# --- Nothing before the closing --------------------------------------------------------------


@pytest.mark.parametrize("query", [{}, {"around": "me"}, {"among": "friends"}])
@pytest.mark.parametrize("moment", [NOON, CLOSES, CLOSES + ONE_DAY])
def test_before_its_day_was_closed_nobody_reads_it(
    owner: Person, clock: time_machine.Traveller, query: dict[str, str], moment: datetime.datetime
) -> None:
    """The place is stored, for a player has asked for the review; and the day may have ended."""
    reviewed(listed(owner), 371)
    assert Standing.objects.filter(board=6).count() == 1
    clock.move_to(moment)
    make_days()
    with nothing_changes():
        problem = refused(owner.get(PATH, **query), 409, "day_not_closed")
        assert "2026-12-0" in problem["detail"]
        for date in (TODAY, TODAY + 7 * ONE_DAY):
            refused(owner.get(PATH, period=str(date), **query), 409, "day_not_closed")


def test_nothing_else_tells_of_a_skill_before_the_closing(
    owner: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    game = finish(listed(owner), TODAY, 300, NOON)
    paths = (
        *("/leaderboards", "/leaderboards/day", "/leaderboards/best-day", "/leaderboards/streak"),
        *(f"/days/{TODAY}", f"/players/{owner.player.pk}", "/advent/2026", "/me", "/games"),
    )
    people = (owner, stranger, Caller())
    public = [path for path in paths if path not in ("/me", "/games")]
    before = [ok(one.get(path)) for one in people[:2] for path in paths]
    before += [ok(people[2].get(path)) for path in public]
    review(game, 371)
    after = [ok(one.get(path)) for one in people[:2] for path in paths]
    after += [ok(people[2].get(path)) for path in public]
    assert after == before
    assert "371" not in json.dumps(ok(stranger.get("/me/export")))
    standings = ok(owner.get("/me/export"))["more"]["standings"]
    assert standings[-1] == {
        "board": "day-skill",
        "period": "2026-12-01",
        "value": 371,
        "reached_at": "2026-12-01T12:00:00+00:00",
    }


def test_a_game_tells_its_place_by_skill_once_its_day_was_closed(
    owner: Person, clock: time_machine.Traveller
) -> None:
    listed(owner)
    game = owner.play_rows(owner.start_daily())
    five = game["standings"]
    row = owner.now().games.get()
    review(row, 371)
    path = f"/games/{game['id']}"
    assert ok(owner.get(path))["standings"] == five
    close(clock)
    assert ok(owner.get(path))["standings"] == [
        *five,
        {
            "board": "day-skill",
            "period": "2026-12-01",
            "players": 1,
            "me": {"rank": 1, "value": 371, "beaten": 1.0, "listed": True},
        },
    ]


# --- Queries ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [0, 40])
def test_it_takes_the_same_number_of_queries_at_any_size(
    anybody: Caller, owner: Person, clock: time_machine.Traveller, players: int
) -> None:
    for number in range(players):
        reviewed(make_player(f"Player {number}"), 300 + number)
    reviewed(owner.now(), 371)
    close(clock)

    def asked(caller: Caller, **query: str) -> int:
        board(caller, **query)  # whatever is written once a day
        with Queries() as queries:
            board(caller, **query)
        return len(queries.statements)

    assert asked(anybody) == 3  # the last closed day, the day, its board
    assert asked(anybody, period=str(TODAY)) == 2
    assert asked(owner, period=str(TODAY)) == 5  # the player, my games, the excused days
    listed(owner)
    assert asked(owner, period=str(TODAY)) == 3
    assert asked(owner, period=str(TODAY), around="me") == 4
