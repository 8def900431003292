"""Who takes a challenge while another device of theirs plays: nobody waits in a circle."""

import threading
from typing import Any

import pytest

from challenges.models import Day, Game
from challenges.services import games
from friends.models import Attempt
from tests.cast import Person, at_once
from tests.friends.table import challenge_with, finish_daily, game_of, take

pytestmark = pytest.mark.django_db(transaction=True)


# SQLite lets one of the two write at a time.
@pytest.mark.only_on("postgresql")
def test_a_challenge_is_taken_while_the_last_move_of_its_game_is_made(
    owner: Person, friend: Person, today: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move holds the game and wants its player; the other one holds the player."""
    challenge = challenge_with(owner, finish_daily(owner))
    game = friend.play_rows(friend.start_daily(), leave=1)
    holds_game, is_taken = threading.Event(), threading.Event()
    play = games._play

    def play_when_taken(*args: Any) -> Any:
        holds_game.set()
        is_taken.wait(timeout=5)
        return play(*args)

    monkeypatch.setattr(games, "_play", play_when_taken)

    def take_meanwhile() -> Game:
        holds_game.wait(timeout=5)
        taken = take(friend, challenge)
        is_taken.set()
        return taken

    finished, taken = at_once([lambda: friend.play_rows(game), take_meanwhile])
    assert str(taken.pk) == finished["id"] == game["id"]
    assert game_of(game["id"]).status == "finished"
    assert Attempt.objects.get().game_id == taken.pk
