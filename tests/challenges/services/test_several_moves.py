"""Several moves in one transaction: all of them or none."""

import pytest

from challenges import signals
from challenges.engine import Keep, Move, Write
from challenges.models import Game
from challenges.services import problems, refused_moves
from challenges.services.games import make_moves
from tests.cast import CLOSES, Json, Person, nothing_changes, row_of

pytestmark = pytest.mark.django_db

NONE = Keep((False,) * 6)


@pytest.fixture
def game(owner: Person) -> Json:
    return owner.start_daily()


def rows_of(game: Json) -> list[Move]:
    return [Write(row) for row in game["sheet"]]


def test_they_are_made_in_order(owner: Person, game: Json) -> None:
    state = make_moves(
        player=owner.player, game_id=game["id"], ply=0, moves=[NONE, NONE, Write("chance"), NONE]
    )
    assert (state.play.ply, state.play.turn, state.play.throw) == (4, 2, 2)
    row = row_of(game["id"])
    assert (row["ply"], row["moves"], row["total"]) == (
        4,
        "------ ------ chance\n------",
        state.play.total,
    )


def test_a_whole_game_is_finished_once(owner: Person, game: Json) -> None:
    heard: list[Game] = []

    def hear(sender: object, game: Game, **kwargs: object) -> None:
        heard.append(game)

    signals.game_finished.connect(hear)
    try:
        for _ in range(2):
            state = make_moves(player=owner.player, game_id=game["id"], ply=0, moves=rows_of(game))
            assert state.status == "finished"
    finally:
        signals.game_finished.disconnect(hear)
    assert len(heard) == 1


def test_what_is_there_already_is_not_made_again(owner: Person, game: Json) -> None:
    owner.write(game, "chance")
    state = make_moves(
        player=owner.player, game_id=game["id"], ply=0, moves=[Write("chance"), Write("ones")]
    )
    assert state.play.ply == 2
    with nothing_changes():
        again = make_moves(player=owner.player, game_id=game["id"], ply=1, moves=[Write("ones")])
    assert again.play.ply == 2


@pytest.mark.parametrize(
    ("ply", "moves", "problem"),
    [
        (0, [Write("chance"), Write("chance")], refused_moves.IllegalMove),
        (0, [NONE, NONE, NONE], refused_moves.IllegalMove),
        (0, [Write("chance"), Keep((True,) * 6)], refused_moves.IllegalMove),
        (0, [Write("ones"), Write("twos")], refused_moves.OtherMoveThere),
        (1, [Write("threes")], refused_moves.PlyAhead),
    ],
)
def test_of_moves_that_are_refused_none_is_made(
    owner: Person, game: Json, ply: int, moves: list[Move], problem: type[problems.Problem]
) -> None:
    if problem is refused_moves.OtherMoveThere:
        owner.write(game, "chance")
    with nothing_changes(), pytest.raises(problem):
        make_moves(player=owner.player, game_id=game["id"], ply=ply, moves=moves)


def test_moves_after_the_last_row_are_refused(owner: Person, game: Json) -> None:
    with nothing_changes(), pytest.raises(refused_moves.IllegalMove) as refusal:
        make_moves(
            player=owner.player, game_id=game["id"], ply=0, moves=[*rows_of(game), Write("ones")]
        )
    assert refusal.value.members["reason"] == "game_over"


def test_after_the_end_of_the_day_none_is_made(owner: Person, game: Json, clock: object) -> None:
    clock.move_to(CLOSES)  # type: ignore[attr-defined]
    with nothing_changes(), pytest.raises(refused_moves.GameExpired):
        make_moves(player=owner.player, game_id=game["id"], ply=0, moves=rows_of(game))
