"""GET /leaderboards and /leaderboards/{board}: rows, ranks, pages and my place."""

import base64
import datetime
import random
import uuid

import pytest
import time_machine

from challenges.models import Player
from challenges.services.excuses import excuse_day
from leaderboards.services.counts import fold_changes
from tests.cast import CLOSES, MICROSECOND, NOON, ONE_DAY, TODAY, Caller, Json, Person, ok, refused
from tests.leaderboards.results import HOUR, finish, finish_at_once, make_crowd, make_player

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]

CODES = ["day", "best-day", "streak", "longest-streak", "advent"]


def board(caller: Caller, code: str, **query: str) -> Json:
    if code == "advent":
        query = {"period": "2026", **query}
    return ok(caller.get(f"/leaderboards/{code}", **query))


def listed(person: Person) -> Player:
    Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
    return person.now()


def names(found: Json) -> list[tuple[int, str, int]]:
    return [(row["rank"], row["player"]["name"], row["value"]) for row in found["rows"]]


# --- Ranks -----------------------------------------------------------------------------------


def test_equal_totals_share_a_rank_in_the_order_of_their_finish(anybody: Caller) -> None:
    for name, total, hours in (
        ("Anna", 250, 3),
        ("Bert", 300, 2),
        ("Carla", 250, 1),
        ("Dov", 9, 0),
    ):
        finish(make_player(name), TODAY, total, NOON + hours * HOUR)
    found = board(anybody, "day")
    assert names(found) == [(1, "Bert", 300), (2, "Carla", 250), (2, "Anna", 250), (4, "Dov", 9)]
    assert found["distribution"] == [[300, 1], [250, 2], [9, 1]]
    assert (found["board"], found["period"], found["players"]) == ("day", "2026-12-01", 4)
    assert (found["next"], found["previous"], found["me"]) == (None, None, None)


def test_what_finished_in_the_same_moment_stands_in_the_order_of_the_ids(anybody: Caller) -> None:
    players = [make_player(f"Player {number}") for number in range(8)]
    for player in players:
        finish(player, TODAY, 200, NOON)
    ids = [row["player"]["id"] for row in board(anybody, "day")["rows"]]
    assert ids == [str(player.pk) for player in sorted(players, key=lambda one: one.pk.bytes)]


def test_a_finished_game_is_on_every_board_in_the_answer_to_its_last_move(
    owner: Person, anybody: Caller
) -> None:
    listed(owner)
    finish(make_player("Better"), TODAY, 649)
    game = owner.play_rows(owner.start_daily(), leave=1)
    answer = owner.write(game, "maxi_yatzy")
    places = {one["board"]: one for one in answer["standings"]}
    assert list(places) == CODES
    for code in CODES:
        value = 1 if "streak" in code else answer["total"]
        second = {"rank": 2, "value": value, "beaten": 0.0, "listed": True}
        shared = {"rank": 1, "value": 1, "beaten": 0.0, "listed": True}
        assert places[code]["me"] == (shared if "streak" in code else second), code
        assert places[code]["players"] == 2
        rows = board(anybody, code)["rows"]
        assert [row["value"] for row in rows if row["player"]["name"] == "Owner"] == [value]
    assert ok(owner.get(f"/games/{game['id']}"))["standings"] == answer["standings"]


def test_the_last_move_again_answers_the_same_places(owner: Person) -> None:
    listed(owner)
    game = owner.play_rows(owner.start_daily(), leave=1)
    first = owner.write(game, "maxi_yatzy")
    again = ok(owner.move(game, game["ply"], row="maxi_yatzy"))
    assert again == first
    assert board(owner, "day")["players"] == 1


def test_unfinished_and_unranked_games_have_no_places(owner: Person) -> None:
    listed(owner)
    game = owner.start_daily()
    assert game["standings"] is None
    solo = owner.play_rows(owner.start_solo())
    assert solo["standings"] is None
    assert board(owner, "day")["rows"] == []


# --- Who reads -------------------------------------------------------------------------------


def test_a_guest_is_told_the_rank_they_would_have_and_is_on_no_board(
    owner: Person, anybody: Caller
) -> None:
    for total in (300, 200, 100):
        finish(make_player(f"Total {total}"), TODAY, total)
    finish(owner.now(), TODAY, 200)
    for code in ("day", "best-day", "advent"):
        found = board(owner, code)
        assert found["me"] == {"rank": 2, "value": 200, "beaten": 1 / 3, "listed": False}
        assert (found["players"], len(found["rows"])) == (3, 3)
        assert board(anybody, code) == found | {"me": None}
    assert board(owner, "streak")["me"] == {"rank": 1, "value": 1, "beaten": 0.0, "listed": False}


def test_who_is_alone_has_beaten_everybody(owner: Person) -> None:
    finish(listed(owner), TODAY, 0)
    alone = {"rank": 1, "value": 0, "beaten": 1.0, "listed": True}
    assert board(owner, "day")["me"] == alone


def test_who_has_not_played_has_no_place(owner: Person) -> None:
    finish(make_player(), TODAY, 200)
    assert [board(owner, code)["me"] for code in CODES] == [None] * 5
    assert [board(owner, code, around="me")["me"] for code in CODES] == [None] * 5


def test_a_player_by_choice_or_by_an_operator_off_the_boards_is_told_what_a_guest_is(
    owner: Person,
) -> None:
    listed(owner)
    finish(owner.now(), TODAY, 200)
    ok(owner.patch("/me", {"listed": False}))
    assert board(owner, "day")["players"] == 0
    assert board(owner, "day")["me"]["listed"] is False
    ok(owner.patch("/me", {"listed": True}))
    assert board(owner, "day")["me"] == {"rank": 1, "value": 200, "beaten": 1.0, "listed": True}


def test_a_row_tells_an_id_a_name_and_a_country(anybody: Caller) -> None:
    player = make_player("Åsa", country="SE")
    finish(player, TODAY, 200)
    assert board(anybody, "day")["rows"] == [
        {
            "rank": 1,
            "player": {"id": str(player.pk), "name": "Åsa", "country": "SE"},
            "value": 200,
        }
    ]


def test_all_boards_at_once_say_where_i_stand(owner: Person, anybody: Caller) -> None:
    finish(make_player(), TODAY, 300)
    finish(listed(owner), TODAY, 200)
    places = {one["board"]: one for one in ok(owner.get("/leaderboards"))["boards"]}
    assert list(places) == CODES
    for code in CODES:
        assert places[code]["me"] == board(owner, code)["me"]
        assert places[code]["players"] == 2
    assert {one["me"] for one in ok(anybody.get("/leaderboards"))["boards"]} == {None}


# --- Periods ---------------------------------------------------------------------------------


def test_the_board_of_today_is_that_of_the_reader(anybody: Caller, owner: Person) -> None:
    assert board(anybody, "day")["period"] == "2026-12-01"
    assert board(anybody, "day", time_zone="Pacific/Kiritimati")["period"] == "2026-12-02"
    ok(owner.patch("/me", {"time_zone": "Pacific/Kiritimati"}))
    assert board(owner, "day")["period"] == "2026-12-02"


def test_a_period_can_be_named(anybody: Caller) -> None:
    finish(make_player(), TODAY + ONE_DAY, 200)
    assert board(anybody, "day", period="2026-12-02")["players"] == 1
    assert board(anybody, "day", period="2026-12-01")["players"] == 0
    assert board(anybody, "advent", period="2026")["players"] == 1
    assert board(anybody, "advent", period="2027")["players"] == 0
    assert board(anybody, "streak", period="all")["period"] == "all"


@pytest.mark.parametrize(
    ("code", "query", "field"),
    [
        ("day", {"period": "2026"}, "period"),
        ("day", {"period": "2026-02-30"}, "period"),
        ("day", {"period": ""}, "period"),
        ("advent", {"period": "2026-12-01"}, "period"),
        ("advent", {"period": "0000"}, "period"),
        ("advent", {"period": "٢٠٢٦"}, "period"),
        ("best-day", {"period": "2026"}, "period"),
        ("streak", {"period": "2026-12-01"}, "period"),
        ("day", {"cursor": "x"}, "cursor"),
        ("day", {"cursor": ""}, "cursor"),
        ("day", {"cursor": "YWZ0ZXIgMQ"}, "cursor"),
        ("day", {"around": "you"}, "around"),
        ("day", {"time_zone": "Mars"}, "time_zone"),
    ],
)
def test_what_is_malformed_is_refused(
    anybody: Caller, code: str, query: dict[str, str], field: str
) -> None:
    problem = refused(anybody.get(f"/leaderboards/{code}", **query), 400, "invalid")
    assert list(problem["errors"]) == [field]


@pytest.mark.parametrize("code", ["week", "Day", "best_day", "", "1"])
def test_there_are_no_other_boards(anybody: Caller, code: str) -> None:
    refused(anybody.get(f"/leaderboards/{code}"), 404, "not_found")


@pytest.mark.parametrize("year", ["2025", "2028", "9999"])
def test_a_year_without_a_calendar_has_no_board(anybody: Caller, year: str) -> None:
    refused(anybody.get("/leaderboards/advent", period=year), 404, "not_found")


@pytest.mark.parametrize(
    ("date", "year"),
    [
        ("2026-06-01", "2026"),
        ("2026-11-30", "2026"),
        ("2027-10-31", "2026"),
        ("2027-11-01", "2027"),
    ],
)
def test_the_calendar_without_a_year_is_the_next_one_from_november_on(
    anybody: Caller, clock: time_machine.Traveller, date: str, year: str
) -> None:
    clock.move_to(f"{date}T12:00:00+00:00")
    assert ok(anybody.get("/leaderboards/advent"))["period"] == year
    boards = ok(anybody.get("/leaderboards"))["boards"]
    assert [one["period"] for one in boards if one["board"] == "advent"] == [year]


def test_a_date_without_a_day_has_no_board(anybody: Caller) -> None:
    refused(anybody.get("/leaderboards/day", period="1999-12-31"), 404, "not_found")


# --- Pages -----------------------------------------------------------------------------------


def many(count: int, code: str = "day") -> None:
    chance = random.Random(4)
    # Few values and few moments: long ties, and ties of moments inside them.
    results = [
        (player, chance.choice([199, 200, 200, 201]), NOON + chance.randint(0, 3) * HOUR)
        for player in make_crowd(count)
    ]
    finish_at_once(results[: count // 2])
    fold_changes()
    finish_at_once(results[count // 2 :])


def walk(caller: Caller, code: str, cursor: str | None, direction: str) -> list[Json]:
    pages = []
    while cursor:
        page = board(caller, code, cursor=cursor)
        pages.append(page)
        cursor = page[direction]
    return pages


@pytest.mark.parametrize("code", CODES)
def test_pages_follow_one_another_without_a_gap_and_lead_back(anybody: Caller, code: str) -> None:
    many(120)
    first = board(anybody, code)
    pages = [first, *walk(anybody, code, first["next"], "next")]
    rows = [row for page in pages for row in page["rows"]]
    assert [len(page["rows"]) for page in pages] == [50, 50, 20]
    assert len({row["player"]["id"] for row in rows}) == 120
    values = [row["value"] for row in rows]
    assert values == sorted(values, reverse=True)
    assert [row["rank"] for row in rows] == [
        1 + sum(other > value for other in values) for value in values
    ]
    back = walk(anybody, code, pages[-1]["previous"], "previous")
    assert [page["rows"] for page in back] == [pages[1]["rows"], first["rows"]]
    assert back[-1]["previous"] is None
    assert [page["previous"] is None for page in pages] == [True, False, False]


def test_the_page_around_me_has_as_many_on_either_side(owner: Person) -> None:
    many(120)
    finish(listed(owner), TODAY, 200, NOON + HOUR)
    page = board(owner, "day", around="me")
    ids = [row["player"]["id"] for row in page["rows"]]
    assert (len(ids), ids.index(str(owner.player.pk))) == (50, 25)
    assert page["rows"][25]["rank"] == page["me"]["rank"]
    before = board(owner, "day", cursor=page["previous"])["rows"]
    after = board(owner, "day", cursor=page["next"])["rows"]
    whole = [*before, *page["rows"], *after]
    first = board(owner, "day")
    rows = first["rows"] + [
        row for one in walk(owner, "day", first["next"], "next") for row in one["rows"]
    ]
    start = rows.index(whole[0])
    assert rows[start : start + len(whole)] == whole


def test_a_guest_finds_the_page_around_where_they_would_stand(owner: Person) -> None:
    many(120)
    finish(owner.now(), TODAY, 200, NOON + HOUR)
    page = board(owner, "day", around="me")
    assert len(page["rows"]) == 50
    assert str(owner.player.pk) not in {row["player"]["id"] for row in page["rows"]}
    assert page["me"]["rank"] in {row["rank"] for row in page["rows"]}


def test_what_comes_in_meanwhile_shifts_no_page(anybody: Caller) -> None:
    many(60)
    first = board(anybody, "day")
    second = board(anybody, "day", cursor=first["next"])["rows"]
    for number in range(5):
        finish(make_player(f"Late {number}"), TODAY, 640)
    again = board(anybody, "day", cursor=first["next"])
    assert [row["player"] for row in again["rows"]] == [row["player"] for row in second]
    assert [row["rank"] for row in again["rows"]] == [row["rank"] + 5 for row in second]


def test_a_cursor_and_around_do_not_go_together(owner: Person) -> None:
    many(60)
    cursor = board(owner, "day")["next"]
    refused(owner.get("/leaderboards/day", cursor=cursor, around="me"), 400, "invalid")


def test_a_cursor_does_not_tell_when_others_finished(anybody: Caller) -> None:
    many(60)
    cursor = board(anybody, "day")["next"]
    told = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    assert b"2026" not in told
    assert b"12-01" not in told


def test_nobody_can_make_a_cursor(anybody: Caller) -> None:
    """It would tell, place by place, when others finished."""
    words = f"after 200 {NOON.isoformat()} {uuid.UUID(int=0)}"
    forged = base64.urlsafe_b64encode(words.encode()).decode().rstrip("=")
    refused(anybody.get("/leaderboards/day", cursor=forged), 400, "invalid")


def test_a_cursor_of_somebody_who_left_still_says_where_to_go_on(anybody: Caller) -> None:
    many(60)
    first = board(anybody, "day")
    second = board(anybody, "day", cursor=first["next"])
    last = Player.objects.get(pk=uuid.UUID(first["rows"][-1]["player"]["id"]))
    last.standings.all().delete()  # type: ignore[attr-defined]
    assert board(anybody, "day", cursor=first["next"])["rows"] == second["rows"]


# --- Streaks ---------------------------------------------------------------------------------


def played(player: Player, *dates: datetime.date) -> Player:
    for date in dates:
        finish(player, date, 200)
    return player


def test_a_streak_stays_on_the_board_until_the_next_date_has_closed(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    played(make_player("Two"), TODAY, TODAY + ONE_DAY)
    played(make_player("One"), TODAY)
    assert names(board(anybody, "streak")) == [(1, "Two", 2), (2, "One", 1)]
    clock.move_to(CLOSES + ONE_DAY - MICROSECOND)
    assert names(board(anybody, "streak")) == [(1, "Two", 2), (2, "One", 1)]
    clock.move_to(CLOSES + ONE_DAY)
    assert names(board(anybody, "streak")) == [(1, "Two", 2)]
    clock.move_to(CLOSES + 2 * ONE_DAY)
    found = board(anybody, "streak")
    assert (found["rows"], found["players"], found["distribution"]) == ([], 0, [])
    assert names(board(anybody, "longest-streak")) == [(1, "Two", 2), (2, "One", 1)]


def test_a_day_that_is_excused_keeps_a_streak_alive_at_once(
    anybody: Caller, clock: time_machine.Traveller
) -> None:
    played(make_player("One"), TODAY)
    clock.move_to(CLOSES + ONE_DAY)
    assert names(board(anybody, "streak")) == []
    excuse_day(operator=None, date=TODAY + ONE_DAY)
    assert names(board(anybody, "streak")) == [(1, "One", 1)]
    clock.move_to(CLOSES + 2 * ONE_DAY)
    assert names(board(anybody, "streak")) == []


def test_streaks_of_different_last_dates_are_one_board(anybody: Caller) -> None:
    yesterday = TODAY - ONE_DAY
    played(make_player("Yesterday"), yesterday)
    played(make_player("Tomorrow"), TODAY, TODAY + ONE_DAY)
    played(make_player("Today"), yesterday, TODAY)
    found = board(anybody, "streak")
    assert names(found) == [(1, "Today", 2), (1, "Tomorrow", 2), (3, "Yesterday", 1)]
    assert found["distribution"] == [[2, 2], [1, 1]]
