"""Every die of whole games, played through the API, computed again from SEED_KEYS alone."""

import pytest
import time_machine

from challenges.engine import SHEETS
from leaderboards.services.closing import close_day
from tests.cast import CLOSES, TODAY, Json, Person, ok
from tests.challenges.services import recomputed

pytestmark = pytest.mark.django_db


def play_and_record(person: Person, game: Json) -> list[tuple[Json, Json | None]]:
    """The game before each move, and the move; the moves are not all sensible, but all legal."""
    record: list[tuple[Json, Json | None]] = []
    while game["status"] == "playing":
        number = len(record)
        flags = [(number * 7 + slot * slot) % 3 == 0 for slot in range(len(game["dice"]))]
        move: Json = {"keep": flags}
        if not game["throws_left"] or all(flags) or number % 5 == 4:
            move = {"row": list(game["choices"])[number % len(game["choices"])]}
        record.append((game, move))
        game = ok(person.move(game, game["ply"], **move))
    return [*record, (game, None)]


def assert_dice_follow_from(seed: bytes, record: list[tuple[Json, Json | None]]) -> None:
    turn, throw, dice = 1, 1, recomputed.throw(seed, 1, 1, len(record[0][0]["dice"]))
    for game, move in record:
        if move is None:
            assert (game["dice"], game["throw"]) == ([], 0)
        else:
            assert (game["turn"], game["throw"], game["dice"]) == (turn, throw, dice)
            if "keep" in move:
                throw += 1
                dice = recomputed.thrown_again(dice, move["keep"], seed, turn, throw)
            else:
                turn, throw = turn + 1, 1
                dice = recomputed.throw(seed, turn, 1, len(dice))


def test_of_a_daily_game(owner: Person, clock: time_machine.Traveller) -> None:
    record = play_and_record(owner, owner.start_daily())
    seed = recomputed.seed_of("daily:2026-12-01")
    assert_dice_follow_from(seed, record)
    assert {game["commitment"] for game, _move in record} == {recomputed.commitment_of(seed)}
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    assert ok(owner.get(f"/games/{record[0][0]['id']}/proof"))["seed"] == seed.hex()


@pytest.mark.parametrize("rules", sorted(SHEETS))
def test_of_a_solo_game(owner: Person, rules: str) -> None:
    record = play_and_record(owner, owner.start_solo(rules))
    game_id = record[0][0]["id"]
    seed = recomputed.seed_of(f"game:{game_id}")
    assert_dice_follow_from(seed, record)
    assert {game["commitment"] for game, _move in record} == {recomputed.commitment_of(seed)}
    proof = ok(owner.get(f"/games/{game_id}/proof"))
    assert proof["seed"] == seed.hex()


def test_of_a_game_with_saved_throws(owner: Person) -> None:
    record = play_and_record(owner, owner.start_solo(house_rules={"saved_throws": True}))
    assert max(game["throw"] for game, _move in record) == 5
    assert_dice_follow_from(recomputed.seed_of(f"game:{record[0][0]['id']}"), record)


def test_what_is_kept_in_one_turn_does_not_shift_the_dice_of_the_next(
    owner: Person, friend: Person
) -> None:
    mine, theirs = owner.start_daily(), friend.start_daily()
    mine = owner.keep(owner.keep(mine), 0, 1, 2)
    assert owner.write(mine, "chance")["dice"] == friend.write(theirs, "ones")["dice"]


def test_the_same_choices_give_the_same_dice_in_whatever_slots(
    owner: Person, friend: Person
) -> None:
    """Two dice are kept; the fresh values come in the same order, wherever the slots are."""
    mine, theirs = owner.start_daily(), friend.start_daily()
    assert mine["dice"] == theirs["dice"]
    first, last = owner.keep(mine, 0, 1)["dice"], friend.keep(theirs, 4, 5)["dice"]
    assert first[2:] == last[:4] == recomputed.throw(recomputed.seed_of_day(TODAY), 1, 2)[:4]
