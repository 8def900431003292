"""POST /games/{id}/moves: keep dice and throw the others, or write a row."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from challenges import signals
from challenges.models import Game
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    MICROSECOND,
    NOWHERE,
    TODAY,
    Caller,
    Json,
    Person,
    nothing_changes,
    ok,
    refused,
    row_of,
)
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db

SECRET = recomputed.seed_of_day(TODAY)
ALL, NONE = [True] * 6, [False] * 6


@pytest.fixture
def game(owner: Person) -> Json:
    return owner.start_daily()


def path(game: Json) -> str:
    return f"/games/{game['id']}/moves"


# --- Moving ----------------------------------------------------------------------------------


def test_kept_dice_stay_in_their_slots_and_the_others_are_thrown(owner: Person, game: Json) -> None:
    keep = [False, True, False, False, True, True]
    dice = recomputed.thrown_again(game["dice"], keep, SECRET, 1, 2)
    after = ok(owner.move(game, 0, keep=keep))
    assert after == game | {
        "ply": 1,
        "throw": 2,
        "throws_left": 1,
        "dice": dice,
        "choices": after["choices"],
    }
    assert after["choices"]["chance"] == sum(dice)
    assert row_of(game["id"])["moves"] == "-x--xx"


def test_a_row_gets_its_points_and_the_next_turn_its_first_throw(owner: Person, game: Json) -> None:
    after = ok(owner.move(game, 0, row="chance"))
    points = sum(game["dice"])
    assert after == game | {
        "ply": 1,
        "turn": 2,
        "dice": recomputed.throw(SECRET, 2, 1),
        "sheet": game["sheet"] | {"chance": points},
        "choices": after["choices"],
        "total": points,
    }
    assert list(after["choices"]) == [row for row in game["sheet"] if row != "chance"]
    row = row_of(game["id"])
    assert (row["moves"], row["ply"], row["total"]) == ("chance", 1, points)


def test_a_row_that_the_dice_do_not_fit_is_scratched(owner: Person, game: Json) -> None:
    assert game["choices"]["maxi_yatzy"] == 0
    after = owner.write(game, "maxi_yatzy")
    assert after["sheet"]["maxi_yatzy"] == 0
    assert after["total"] == 0


def test_a_turn_has_three_throws(owner: Person, game: Json) -> None:
    game = owner.keep(owner.keep(game))
    assert (game["throw"], game["throws_left"]) == (3, 0)
    assert game["dice"] == recomputed.throw(SECRET, 1, 3)
    with nothing_changes():
        problem = refused(owner.move(game, 2, keep=NONE), 422, "illegal_move")
    assert problem["reason"] == "no_throws_left"


def test_the_last_row_finishes_the_game(
    owner: Person, game: Json, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(game, leave=1)
    clock.shift(timedelta(minutes=7))
    heard: list[Game] = []

    def hear(sender: object, game: Game, **kwargs: object) -> None:
        heard.append(game)

    signals.game_finished.connect(hear)
    try:
        finished = owner.write(game, "maxi_yatzy")
    finally:
        signals.game_finished.disconnect(hear)
    assert (finished["status"], finished["ply"]) == ("finished", 20)
    assert finished["finished_at"] == "2026-12-01T12:07:00Z"
    assert finished["total"] == sum(finished["sheet"].values()) + finished["upper"]["bonus"]
    row = row_of(game["id"])
    assert (row["status"], row["total"], row["seed"]) == ("finished", finished["total"], None)
    assert [str(game.pk) for game in heard] == [game["id"]]


def test_a_receiver_that_fails_undoes_the_move(owner: Person, game: Json) -> None:
    game = owner.play_rows(game, leave=1)

    def fail(sender: object, **kwargs: object) -> None:
        raise RuntimeError("the board is full")

    signals.game_finished.connect(fail)
    owner.client.raise_request_exception = False
    try:
        with nothing_changes():
            refused(owner.move(game, 19, row="maxi_yatzy"), 500, "server_error")
    finally:
        signals.game_finished.disconnect(fail)
    assert owner.write(game, "maxi_yatzy")["status"] == "finished"


def test_a_solo_games_seed_is_kept_when_it_is_finished(owner: Person) -> None:
    game = owner.play_rows(owner.start_solo("yacht"))
    assert row_of(game["id"])["seed"] == recomputed.seed_of(f"game:{game['id']}").hex()


# --- Not allowed by the rules ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ({"keep": ALL}, "all_dice_kept"),
        ({"keep": [False] * 5}, "wrong_number_of_dice"),
        ({"keep": [False]}, "wrong_number_of_dice"),
        ({"keep": [True]}, "wrong_number_of_dice"),
        ({"row": "yatzy"}, "unknown_row"),  # of other sheets
        ({"row": "yacht"}, "unknown_row"),
        ({"row": "double_generala"}, "unknown_row"),
        ({"row": "chance"}, "row_filled"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason_and_the_game(
    owner: Person, game: Json, move: Json, reason: str
) -> None:
    game = owner.write(game, "chance")
    with nothing_changes():
        problem = refused(owner.move(game, 1, **move), 422, "illegal_move")
    assert problem["reason"] == reason
    assert problem["game"] == game


def test_six_flags_for_five_dice_are_too_many(owner: Person) -> None:
    game = owner.start_solo("classic")
    with nothing_changes():
        problem = refused(owner.move(game, 0, keep=NONE), 422, "illegal_move")
    assert problem["reason"] == "wrong_number_of_dice"


def test_with_a_forced_order_only_the_first_free_row_is_allowed(owner: Person) -> None:
    game = owner.start_solo(house_rules={"forced_order": True})
    with nothing_changes():
        problem = refused(owner.move(game, 0, row="chance"), 422, "illegal_move")
    assert problem["reason"] == "row_not_allowed"


def test_a_scratch_is_refused_twice(owner: Person, game: Json) -> None:
    game = owner.write(game, "maxi_yatzy")
    with nothing_changes():
        problem = refused(owner.move(game, 1, row="maxi_yatzy"), 422, "illegal_move")
    assert problem["reason"] == "row_filled"


# --- The repeat, and other moves at a ply ----------------------------------------------------


@pytest.mark.parametrize("move", [{"keep": [True, *[False] * 5]}, {"row": "ones"}])
def test_the_last_move_again_is_answered_with_the_game(
    owner: Person, game: Json, move: Json
) -> None:
    after = ok(owner.move(game, 0, **move))
    with nothing_changes():
        assert ok(owner.move(game, 0, **move)) == after


def test_an_earlier_move_again_is_answered_with_the_game_as_it_is_now(
    owner: Person, game: Json
) -> None:
    ok(owner.move(game, 0, keep=NONE))
    ok(owner.move(game, 1, row="chance"))
    now = ok(owner.move(game, 2, row="ones"))
    with nothing_changes():
        assert ok(owner.move(game, 0, keep=NONE)) == now
        assert ok(owner.move(game, 1, row="chance")) == now


@pytest.mark.parametrize(
    ("ply", "move"),
    [
        (0, {"keep": [True, *[False] * 5]}),
        (0, {"keep": [False] * 5}),
        (0, {"keep": ALL}),
        (0, {"row": "chance"}),
        (1, {"row": "ones"}),
        (1, {"row": "yatzy"}),
        (1, {"keep": NONE}),
    ],
)
def test_another_move_at_an_earlier_ply_is_refused_with_the_game(
    owner: Person, game: Json, ply: int, move: Json
) -> None:
    ok(owner.move(game, 0, keep=NONE))
    now = ok(owner.move(game, 1, row="chance"))
    with nothing_changes():
        problem = refused(owner.move(game, ply, **move), 409, "other_move_there")
    assert problem["game"] == now


@pytest.mark.parametrize("ply", [1, 2, 59, 60, 1000])
def test_a_ply_ahead_is_refused_with_the_game(owner: Person, game: Json, ply: int) -> None:
    with nothing_changes():
        problem = refused(owner.move(game, ply, row="chance"), 409, "ply_ahead")
    assert problem["game"] == game


@pytest.mark.parametrize(
    "ply",
    [-1, -20, 1001, 10**9, 2**63, 10**400, 0.5, -1.0, 1e300, "0", "", True, False, None, [], {}],
)
def test_a_ply_is_a_whole_number(owner: Person, game: Json, ply: Any) -> None:
    with nothing_changes():
        problem = refused(owner.post(path(game), {"ply": ply, "row": "ones"}), 400, "invalid")
    assert list(problem["errors"]) == ["ply"]


@pytest.mark.parametrize("ply", ["0", "0.0", "0e5", "-0", "-0.0"])
def test_json_has_one_kind_of_numbers(owner: Person, game: Json, ply: str) -> None:
    answer = owner.send(path(game), b'{"ply": %s, "row": "chance"}' % ply.encode())
    assert ok(answer)["ply"] == 1


@pytest.mark.parametrize("ply", ["1e999", "-1e999", "1e-9"])
def test_a_number_that_is_no_whole_one_is_refused(owner: Person, game: Json, ply: str) -> None:
    with nothing_changes():
        body = b'{"ply": %s, "row": "chance"}' % ply.encode()
        refused(owner.send(path(game), body), 400, "invalid")


# --- Malformed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["ply"]),
        ({"row": "ones"}, ["ply"]),
        ({"keep": NONE}, ["ply"]),
        ({"ply": 0}, ["non_field_errors"]),
        ({"ply": 0, "row": "ones", "keep": NONE}, ["non_field_errors"]),
        ({"ply": 0, "rows": "ones"}, ["non_field_errors"]),
        *[
            ({"ply": 0, "row": row}, ["row"])
            for row in ("", "Ones", "ones ", "one", "ones\x00", None, 1, True, ["ones"], {})
        ],
        *[
            ({"ply": 0, "keep": keep}, ["keep"])
            for keep in ([], None, True, "xx-x--", {}, 6, [False] * 7)
        ],
        ({"ply": 0, "keep": [*[False] * 5, 1]}, ["keep[5]"]),
        ({"ply": 0, "keep": [*[False] * 5, 0]}, ["keep[5]"]),
        ({"ply": 0, "keep": [*[False] * 5, "false"]}, ["keep[5]"]),
        ({"ply": 0, "keep": [*[False] * 5, None]}, ["keep[5]"]),
        ({"ply": 0, "keep": [*[False] * 5, [True]]}, ["keep[5]"]),
        ({"ply": 0, "keep": ["x", True, False, False, {}, False]}, ["keep[0]", "keep[4]"]),
        ({"ply": "x", "row": "x", "keep": "x"}, ["keep", "ply", "row"]),
    ],
)
def test_a_body_that_is_no_move_is_refused_by_its_fields(
    owner: Person, game: Json, body: Json, fields: list[str]
) -> None:
    with nothing_changes():
        problem = refused(owner.post(path(game), body), 400, "invalid")
    assert sorted(problem["errors"]) == fields


@pytest.mark.parametrize(
    "body",
    [
        {"ply": 0, "row": None, "keep": NONE},
        {"ply": 0, "row": "ones", "keep": None},
    ],
)
def test_null_is_not_the_same_as_missing(owner: Person, game: Json, body: Json) -> None:
    with nothing_changes():
        refused(owner.post(path(game), body), 400, "invalid")


MOVE = b'{"ply": 0, "row": "chance"}'


@pytest.mark.parametrize(
    "raw",
    [
        MOVE[:-1],
        MOVE[:-3],
        MOVE + b"}",
        MOVE * 2,
        b"{'ply': 0, 'row': 'chance'}",
        b'{"ply": 0, "row": chance}',
        b'{"ply": NaN, "row": "chance"}',
        b'{"ply": Infinity, "row": "chance"}',
        b'{"ply": 0, "row": "chance", "x": -Infinity}',
        b'{"ply": 00, "row": "chance"}',
        b'{"ply": 0x0, "row": "chance"}',
        b'{"ply": 0, "row": "chance",}',
        b'{"ply": 0, /* now */ "row": "chance"}',
        b'{"ply": ' + b"9" * 5000 + b', "row": "chance"}',
        b"[" + MOVE + b"]",
        b"[]",
        b"null",
        b"0",
        b'"chance"',
        b"true",
        b" ",
        b"\x00",
        b"\xef\xbb\xbf" + MOVE,  # a byte order mark
        MOVE.decode().encode("utf-16"),
        MOVE.replace(b"chance", b"\xff\xfe"),
        MOVE.replace(b"chance", b"\xc3"),
        MOVE.replace(b"chance", b"\xed\xa0\x80"),  # half of a character
        MOVE.replace(b"chance", b"\\ud800"),
        MOVE.replace(b"chance", b"chance\x00"),
        MOVE.replace(b'"row"', b'"\\udfff": 1, "row"'),
        MOVE.replace(b"0", b'[[["\\ud800"]]]'),
        b'{"ply": 0, "keep": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a":' * 100_000 + b"0" + b"}" * 100_000,
    ],
    ids=lambda raw: ascii(raw[:40]),
)
def test_a_body_that_is_no_json_object_is_refused(owner: Person, game: Json, raw: bytes) -> None:
    with nothing_changes():
        refused(owner.send(path(game), raw), 400, "parse_error")


@pytest.mark.parametrize("depth", [100, 500, 900, 980, 990, 1000, 2000])
def test_deep_nesting_is_no_fault(owner: Person, game: Json, depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    with nothing_changes():
        answers = [
            owner.send(path(game), b'{"ply": 0, "keep": ' + deep + b"}"),
            owner.send(path(game), b'{"ply": ' + deep + b', "row": "chance"}'),
            owner.send(
                "/games", b'{"rules":"maxi","mode":"solo","house_rules":{"x":' + deep + b"}}"
            ),
        ]
    assert [answer.status_code for answer in answers] == [400, 400, 400]


def test_an_empty_body_lacks_its_fields(owner: Person, game: Json) -> None:
    with nothing_changes():
        problem = refused(owner.send(path(game), b""), 400, "invalid")
    assert list(problem["errors"]) == ["ply"]


def test_a_body_that_is_too_large_is_refused(owner: Person, game: Json) -> None:
    raw = MOVE[:-1] + b', "x": "' + b"x" * 3_000_000 + b'"}'
    with nothing_changes():
        refused(owner.send(path(game), raw), 400, "invalid")


@pytest.mark.parametrize(
    "content_type",
    [
        *["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
        *["application/xml", "application/octet-stream", "application/problem+json", "nonsense"],
        *["application/json-patch+json", "text/json"],
    ],
)
def test_only_json_is_read(owner: Person, game: Json, content_type: str) -> None:
    with nothing_changes():
        answer = owner.send(path(game), MOVE, content_type)
        refused(answer, 415, "unsupported_media_type")


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "latin-1", "utf-16", "zlib", "nonsense"])
def test_json_is_utf_8_whatever_charset_is_named(owner: Person, game: Json, charset: str) -> None:
    answer = owner.send(path(game), MOVE, f"application/json; charset={charset}")
    assert ok(answer)["sheet"]["chance"] == sum(game["dice"])


def test_points_and_dice_of_a_client_are_ignored(owner: Person, game: Json) -> None:
    cheat = {"dice": [6] * 6, "points": 100, "total": 649, "status": "finished", "seed": "0" * 64}
    after = ok(owner.move(game, 0, row="maxi_yatzy", **cheat))
    assert after["sheet"]["maxi_yatzy"] == 0
    assert after["total"] == 0


# --- Whose game ------------------------------------------------------------------------------


def test_a_stranger_moves_nothing(owner: Person, stranger: Person, game: Json) -> None:
    stranger.start_daily()
    with nothing_changes():
        theirs = stranger.move(game, 0, row="chance")
        refused(theirs, 404, "not_found")
        assert theirs.content == stranger.move(NOWHERE, 0, row="chance").content


def test_nobody_moves_without_credentials(anybody: Caller, game: Json) -> None:
    with nothing_changes():
        answer = anybody.post(path(game), {"ply": 0, "row": "chance"})
        refused(answer, 401, "not_authenticated")


def test_a_move_touches_one_game(owner: Person, friend: Person, game: Json) -> None:
    other, theirs = owner.start_solo(), friend.start_daily()
    before = [row_of(other["id"]), row_of(theirs["id"])]
    owner.write(game, "chance")
    assert [row_of(other["id"]), row_of(theirs["id"])] == before


# --- After the end ---------------------------------------------------------------------------


@pytest.mark.parametrize("ply", [20, 21, 1000])
def test_a_finished_game_takes_no_move(owner: Person, game: Json, ply: int) -> None:
    finished = owner.play_rows(game)
    with nothing_changes():
        problem = refused(owner.move(game, ply, row="ones"), 409, "game_finished")
    assert problem["game"] == finished


def test_the_finishing_move_again_is_answered_with_the_finished_game(
    owner: Person, game: Json
) -> None:
    finished = owner.play_rows(game)
    with nothing_changes():
        assert ok(owner.move(game, 19, row="maxi_yatzy")) == finished
        problem = refused(owner.move(game, 19, row="ones"), 409, "other_move_there")
    assert problem["game"] == finished


def test_a_game_takes_moves_until_its_day_closes(
    owner: Person, game: Json, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES - MICROSECOND)
    after = owner.write(game, "chance")
    clock.move_to(CLOSES)
    with nothing_changes():
        problem = refused(owner.move(after, 1, row="ones"), 409, "game_expired")
    assert problem["game"] == after | {"status": "expired", "choices": {}, "throws_left": 0}


def test_the_last_move_in_the_last_microsecond_counts(
    owner: Person, game: Json, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(game, leave=1)
    clock.move_to(CLOSES - MICROSECOND)
    finished = owner.write(game, "maxi_yatzy")
    assert finished["status"] == "finished"
    assert finished["finished_at"] == "2026-12-02T11:59:59.999999Z"


def test_one_moment_decides_whether_and_when_a_game_is_finished(
    owner: Person, game: Json, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = owner.play_rows(game, leave=1)
    moments = [CLOSES - MICROSECOND, *[CLOSES] * 9]
    monkeypatch.setattr("config.clock.now", lambda: moments.pop(0))
    # The first reading is that of the credentials.
    moments.insert(0, CLOSES - MICROSECOND)
    finished = owner.write(game, "maxi_yatzy")
    assert finished["finished_at"] == "2026-12-02T11:59:59.999999Z"


def test_the_repeat_of_a_move_is_answered_after_the_end_too(
    owner: Person, game: Json, clock: time_machine.Traveller
) -> None:
    after = owner.write(game, "chance")
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    with nothing_changes():
        assert ok(owner.move(game, 0, row="chance"))["status"] == "expired"
        problem = refused(owner.move(game, 0, row="ones"), 409, "other_move_there")
        refused(owner.move(after, 1, row="ones"), 409, "game_expired")
    assert problem["game"]["status"] == "expired"


def test_a_game_of_another_kind_has_no_end(owner: Person, clock: time_machine.Traveller) -> None:
    game = owner.start_solo()
    clock.shift(timedelta(days=400))
    assert owner.play_rows(game)["status"] == "finished"
