"""Taking a challenge without an account: a guest and a game, or neither."""

from collections.abc import Callable
from typing import Any

import pytest

from challenges.models import Game, Player
from friends.services import problems
from friends.services.challenges import take_challenge, withdraw
from friends.services.newcomers import as_guest
from tests.cast import Person, at_once, nothing_changes
from tests.friends.table import ADDRESS, challenge_with, finish_solo

pytestmark = pytest.mark.django_db

KEY = "a-key-of-one-rendering-of-a-form"


def go(code: str, key: str = KEY) -> Any:
    return as_guest(
        lambda guest: take_challenge(player=guest, code=code, address=ADDRESS),
        address=ADDRESS,
        time_zone="Europe/Berlin",
        language="de",
        key=key,
    )


def test_a_guest_signs_up_and_has_the_game(owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    guest, started = go(challenge.pk)
    assert (guest.is_guest, guest.language, guest.time_zone) == (True, "de", "Europe/Berlin")
    assert (started.created, started.state.row.player_id) == (True, guest.pk)
    assert started.state.row.seed_label == challenge.game.seed_label


def test_the_same_key_is_the_same_guest_and_game(owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    guest, started = go(challenge.pk)
    with nothing_changes():
        again, resumed = go(challenge.pk)
    assert (again, resumed.created) == (guest, False)
    assert resumed.state.row.pk == started.state.row.pk


def test_where_there_is_no_challenge_nobody_signs_up(owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    withdraw(player=owner.player, code=challenge.pk, address=ADDRESS)
    with nothing_changes(), pytest.raises(problems.ChallengeNotFound):
        go(challenge.pk)


@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_many_times_at_once_makes_one_guest(owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))

    def press() -> Callable[[], Any]:
        return lambda: go(challenge.pk)

    found = at_once([press() for _ in range(6)])
    assert len({guest.pk for guest, _ in found}) == 1
    assert Player.objects.exclude(pk=owner.player.pk).count() == 1
    assert Game.objects.filter(mode="friend").count() == 1
