"""GET /games/{id}/review: a finished game of mine against perfect play."""

import math
from pathlib import Path

import pytest
from pytest_django import Settings

from challenges.models import Day, Game, Review
from tests.cast import (
    NOON,
    NOWHERE,
    Browser,
    Caller,
    Json,
    Person,
    Queries,
    nothing_changes,
    ok,
    refused,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]


def path_of(game: Json) -> str:
    return f"/games/{game['id']}/review"


@pytest.fixture
def played(owner: Person) -> Json:
    return owner.play_keenly(owner.start_solo("yacht"))


# --- What it tells ---------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["yacht", "generala", "classic", "scandinavian", "maxi"])
def test_the_total_is_the_start_with_its_luck_and_without_its_loss(
    owner: Person, rules: str
) -> None:
    game = owner.play_keenly(owner.start_solo(rules))
    review = ok(owner.get(path_of(game)))
    assert abs(review["start"] + review["luck"] - review["loss"] - game["total"]) < 1e-6
    for figure in ("luck", "loss"):
        each = [move[figure] for move in review["moves"]]
        assert math.fsum(each) == pytest.approx(review[figure], abs=1e-6)
    told = (review["game"], review["rules"], review["total"], review["moves"][-1]["expected"])
    assert told == (game["id"], rules, game["total"], pytest.approx(game["total"], abs=1e-6))
    assert review["skill"] == max(0, round(review["start"] - review["loss"]))


def test_every_move_stands_beside_its_dice_and_what_it_cost(owner: Person, played: Json) -> None:
    review = ok(owner.get(path_of(played)))
    proof = ok(owner.get(f"/games/{played['id']}/proof"))
    assert [move["ply"] for move in review["moves"]] == list(range(played["ply"]))
    for move, made, throw in zip(review["moves"], proof["moves"], proof["throws"], strict=True):
        assert made.items() <= move.items()
        assert throw.items() <= move.items()
        assert set(move) - set(made) == {
            *("ply", "turn", "throw", "dice", "luck", "loss"),
            *("mark", "forced", "expected", "best"),
        }


def test_the_mark_says_what_a_decision_has_lost(owner: Person, played: Json) -> None:
    review = ok(owner.get(path_of(played)))
    for move in review["moves"]:
        loss, is_forced = move["loss"], move["forced"]
        edges = {"best": 0.001, "good": 0.5, "inaccuracy": 1.5, "mistake": 4, "blunder": math.inf}
        mark = next(mark for mark, edge in edges.items() if loss < edge)
        assert move["mark"] == (None if is_forced else mark)
        assert (move["best"] is None) == is_forced
    kept = [2 ** (-move["loss"] / 2) for move in review["moves"] if not move["forced"]]
    assert review["decisions"] == len(kept) < len(review["moves"])  # the last row is forced
    assert review["accuracy"] == pytest.approx(100 * math.fsum(kept) / len(kept), abs=1e-6)


def test_the_best_move_is_told_by_dice_and_what_is_worth_more_was_lost(
    owner: Person, played: Json
) -> None:
    for move in ok(owner.get(path_of(played)))["moves"]:
        if not move["forced"]:
            best = move["best"]
            assert best["worth"] - move["expected"] == pytest.approx(move["loss"], abs=1e-6)
            assert {*best} in ({"keep", "worth"}, {"row", "worth"})
            assert len(best.get("keep", move["dice"])) == len(move["dice"])
            if move["mark"] == "best" and "row" in move:
                assert best["row"] == move["row"]


def test_the_costliest_decisions_come_first(owner: Person, played: Json) -> None:
    review = ok(owner.get(path_of(played)))
    losses = {move["ply"]: move["loss"] for move in review["moves"]}
    worst = sorted(losses.values(), reverse=True)[:3]
    assert [losses[ply] for ply in review["costliest"]] == worst
    assert worst[2] > 0.001


def test_what_is_kept_is_answered_the_same(
    owner: Person, played: Json, settings: Settings, tmp_path: Path
) -> None:
    first = ok(owner.get(path_of(played)))
    settings.STRATEGY_DIR = tmp_path  # it is not computed again
    with nothing_changes():
        assert ok(owner.get(path_of(played))) == first


def test_the_game_of_an_open_day_is_reviewed_for_its_player_alone(
    owner: Person, stranger: Person, anybody: Caller, today: Day
) -> None:
    game = owner.play_rows(owner.start_daily())
    with nothing_changes():
        refused(stranger.get(path_of(game)), 404, "not_found")
        refused(anybody.get(path_of(game)), 401, "not_authenticated")
    assert ok(owner.get(path_of(game)))["total"] == game["total"]
    assert ok(Browser(player=owner.player).get(path_of(game)))["total"] == game["total"]


def test_it_takes_one_query_more_for_the_first_time(owner: Person, played: Json) -> None:
    counts = []
    for _ in range(2):
        with Queries() as queries:
            ok(owner.get(path_of(played)))
        counts.append(len(queries.statements))
    assert counts == [3, 2]  # the token; the game with its day and review; the new review


# --- Refusals --------------------------------------------------------------------------------


def test_a_game_that_goes_on_has_none(owner: Person) -> None:
    game = owner.start_solo("yacht")
    with nothing_changes():
        problem = refused(owner.get(path_of(game)), 409, "game_not_finished")
    assert problem["detail"] == "A review tells of a whole game. Finish it first."


def test_a_game_that_is_called_finished_before_its_moves_end_has_none(owner: Person) -> None:
    game = owner.start_solo("yacht")
    Game.objects.update(status="finished", finished_at=NOON)
    with nothing_changes():
        refused(owner.get(path_of(game)), 409, "game_not_finished")


def test_with_saved_throws_nobody_knows_the_best_moves(owner: Person) -> None:
    game = owner.play_rows(owner.start_solo("yacht", house_rules={"saved_throws": True}))
    with nothing_changes():
        refused(owner.get(path_of(game)), 409, "strategy_unknown")


def test_while_the_sheet_is_being_solved_it_is_said_how_far(
    owner: Person, played: Json, no_tables: Path
) -> None:
    with nothing_changes():
        answer = owner.get(path_of(played))
    problem = refused(answer, 503, "strategy_not_ready")
    assert problem["progress"] == {"levels": 0, "of": 12, "share": 0.0}
    assert problem["detail"].startswith("0% of the work")
    assert answer["Retry-After"] == "60"


def test_what_is_no_game_of_mine_is_not_found(
    owner: Person, stranger: Person, played: Json
) -> None:
    with nothing_changes():
        refused(stranger.get(path_of(played)), 404, "not_found")
        refused(owner.get(f"/games/{NOWHERE}/review"), 404, "not_found")
        refused(owner.get("/games/1/review"), 404, "not_found")
    assert Review.objects.count() == 0
