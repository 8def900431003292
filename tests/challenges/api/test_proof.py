"""GET /games/{id}/proof: who may see what, and when."""

import json

import pytest
import time_machine

from challenges.engine import proof as engine_proof
from challenges.models import Game
from leaderboards.services.closing import close_day
from tests.cast import CLOSES, NOWHERE, TODAY, Caller, Json, Person, ok, refused
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db

EVERYBODY = ["owner", "stranger", "anybody"]


def path(game: Json) -> str:
    return f"/games/{game['id']}/proof"


# --- Ranked games ----------------------------------------------------------------------------


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("ended", [False, True])
def test_until_the_closing_the_seed_is_shown_to_nobody(
    owner: Person, stranger: Person, clock: time_machine.Traveller, finished: bool, ended: bool
) -> None:
    """Whether the game is finished, and the day has ended, makes no difference."""
    game = owner.play_rows(owner.start_daily(), leave=0 if finished else 5)
    if ended:
        clock.move_to(CLOSES)
    refused(owner.get(path(game)), 409, "seed_not_public")
    for other in (stranger, Caller()):
        refused(other.get(path(game)), 404, "not_found")


def test_having_finished_the_day_oneself_does_not_open_anothers_game(
    owner: Person, friend: Person
) -> None:
    game = owner.play_rows(owner.start_daily())
    friend.play_rows(friend.start_daily())
    refused(friend.get(path(game)), 404, "not_found")


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("leave", [0, 7, 20])
def test_after_the_closing_everybody_sees_it(
    request: pytest.FixtureRequest,
    owner: Person,
    clock: time_machine.Traveller,
    who: str,
    leave: int,
) -> None:
    game = owner.play_rows(owner.start_daily(), leave=leave)
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    proof = ok(request.getfixturevalue(who).get(path(game)))
    assert engine_proof.check(proof) == []
    rows = list(game["sheet"])[: 20 - leave]
    assert proof == proof | {
        "id": game["id"],
        "rules": "maxi",
        "house_rules": {},
        "seed_label": "daily:2026-12-01",
        "seed": recomputed.seed_of_day(TODAY).hex(),
        "commitment": game["commitment"],
        "moves": [{"row": row} for row in rows],
        "sheet": game["sheet"],
        "total": game["total"],
    }
    turns = min(21 - leave, 20)
    assert proof["throws"] == [
        {
            "turn": turn,
            "throw": 1,
            "dice": recomputed.throw(recomputed.seed_of_day(TODAY), turn, 1),
        }
        for turn in range(1, turns + 1)
    ]


def test_a_whole_game_with_all_its_throws_is_proved(
    owner: Person, anybody: Caller, clock: time_machine.Traveller
) -> None:
    game = owner.play_keenly(owner.start_daily())
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    proof = ok(anybody.get(path(game)))
    assert engine_proof.check(json.loads(json.dumps(proof))) == []
    assert len(proof["moves"]) == game["ply"]
    assert len(proof["throws"]) == game["ply"]
    assert proof["total"] == game["total"]


def test_a_proof_that_was_tampered_with_does_not_check(
    owner: Person, clock: time_machine.Traveller
) -> None:
    game = owner.play_keenly(owner.start_daily())
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    proof = ok(owner.get(path(game)))
    proof["total"] += 1
    assert len(engine_proof.check(proof)) == 1


def test_a_proof_names_no_player(
    owner: Person, anybody: Caller, clock: time_machine.Traveller
) -> None:
    game = owner.play_rows(owner.start_daily())
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    text = anybody.get(path(game)).content.decode()
    assert "Owner" not in text
    assert str(owner.player.pk) not in text
    assert "2026-12-01T" not in text


# --- Other games -----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["maxi", "scandinavian", "classic", "yacht", "generala"])
def test_a_solo_games_seed_is_shown_to_its_player_when_it_is_finished(
    owner: Person, stranger: Person, anybody: Caller, rules: str
) -> None:
    game = owner.start_solo(rules)
    refused(owner.get(path(game)), 409, "seed_not_public")
    game = owner.play_keenly(game)
    proof = ok(owner.get(path(game)))
    assert engine_proof.check(proof) == []
    assert proof["seed"] == recomputed.seed_of(f"game:{game['id']}").hex()
    assert proof["seed_label"] == f"game:{game['id']}"
    assert proof["total"] == game["total"]
    for other in (stranger, anybody):
        refused(other.get(path(game)), 404, "not_found")


@pytest.mark.parametrize(
    ("rules", "house_rules"),
    [
        ("maxi", {"saved_throws": True, "full_straight": 30, "upper_bonus": 50}),
        ("scandinavian", {"extra_yatzy": True, "forced_order": True}),
        ("classic", {"saved_throws": True}),
    ],
)
def test_a_proof_says_the_house_rules(owner: Person, rules: str, house_rules: Json) -> None:
    game = owner.play_keenly(owner.start_solo(rules, house_rules=house_rules))
    proof = ok(owner.get(path(game)))
    assert proof["house_rules"] == house_rules
    assert engine_proof.check(proof) == []


def test_an_unfinished_solo_game_is_no_secret_of_strangers(
    owner: Person, stranger: Person, anybody: Caller
) -> None:
    game = owner.start_solo()
    for other in (stranger, anybody):
        refused(other.get(path(game)), 404, "not_found")


def test_another_game_on_a_days_dice_is_proved_when_the_day_is_closed(
    owner: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    owner.play_rows(owner.start_daily())
    again = owner.play_rows(owner.start_solo(day=str(TODAY)))
    unfinished = owner.start_solo(day=str(TODAY))
    for game in (again, unfinished):
        refused(owner.get(path(game)), 409, "seed_not_public")
        refused(stranger.get(path(game)), 404, "not_found")
    clock.move_to(CLOSES)
    refused(owner.get(path(again)), 409, "seed_not_public")
    close_day(date=TODAY)
    for game in (again, unfinished):
        assert engine_proof.check(ok(owner.get(path(game)))) == []
        refused(stranger.get(path(game)), 404, "not_found")
    assert list(Game.objects.values_list("seed", flat=True)) == [None] * 3


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize("game_id", [NOWHERE, "1", "%00"])
def test_a_game_that_does_not_exist_has_no_proof(
    request: pytest.FixtureRequest, who: str, game_id: str
) -> None:
    refused(request.getfixturevalue(who).get(f"/games/{game_id}/proof"), 404, "not_found")
