"""Making a challenge: from a finished game of mine, once for each kind."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django import Settings

from challenges.models import Day
from challenges.services.problems import GameNotFinished
from config.errors import NotFound
from friends.models import Challenge
from friends.services import challenges, codes, problems
from friends.services.challenges import pass_on, withdraw, withdraw_as_operator
from tests.cast import Person, at_once, nothing_changes
from tests.friends.table import ADDRESS, challenge_with, finish_daily, finish_solo
from tests.operators import make_operator

pytestmark = pytest.mark.django_db


def test_the_same_game_of_the_same_kind_has_one_code(owner: Person) -> None:
    game = finish_solo(owner)
    made, is_new = pass_on(player=owner.player, game_id=game.pk, kind="blind")
    with nothing_changes():
        again, is_new_again = pass_on(player=owner.player, game_id=game.pk, kind="blind")
    assert (is_new, is_new_again, again.code) == (True, False, made.code)
    other = challenge_with(owner, game, "target")
    assert other.code != made.code
    assert Challenge.objects.count() == 2


def test_it_can_be_the_ranked_game_of_an_open_day(owner: Person, today: Day) -> None:
    assert challenge_with(owner, finish_daily(owner)).game.day == today


def test_a_game_that_is_not_finished_is_refused(owner: Person, today: Day) -> None:
    game = owner.start_daily()
    with nothing_changes(), pytest.raises(GameNotFinished):
        pass_on(player=owner.player, game_id=game["id"], kind="blind")


def test_other_players_games_are_not_found(owner: Person, friend: Person) -> None:
    game = finish_solo(owner)
    with nothing_changes(), pytest.raises(NotFound):
        pass_on(player=friend.player, game_id=game.pk, kind="blind")


def test_after_a_withdrawal_the_game_gets_another_code(owner: Person) -> None:
    game = finish_solo(owner)
    first = challenge_with(owner, game)
    withdraw(player=owner.player, code=first.code, address=ADDRESS)
    assert challenge_with(owner, game).code != first.code


@pytest.mark.parametrize("kind", ["blind", "target"])
def test_what_an_operator_withdrew_is_not_passed_on_again(owner: Person, kind: str) -> None:
    game = finish_solo(owner)
    made = challenge_with(owner, game, "blind")
    assert withdraw_as_operator(operator=make_operator().player, code=made.code)
    with nothing_changes(), pytest.raises(problems.SharingRefused):
        pass_on(player=owner.player, game_id=game.pk, kind=kind)


def test_no_more_than_the_limit_are_made_but_repeats_do_not_count(
    owner: Person, settings: Settings
) -> None:
    settings.LIMITS = {**settings.LIMITS, "challenges-of-player": "1/86400"}
    game = finish_solo(owner)
    for _ in range(3):
        challenge_with(owner, game)
    with nothing_changes(), pytest.raises(problems.TooManyChallenges) as refusal:
        challenge_with(owner, game, "target")
    assert 0 < (refusal.value.retry_after or 0) <= 86400


def test_a_code_that_is_taken_is_drawn_again(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finish_solo(owner)
    first = challenge_with(owner, game)
    drawn = iter([first.code, first.code, "K7QM2XRD"])
    monkeypatch.setattr(codes, "new_code", lambda: next(drawn))
    assert challenge_with(owner, game, "target").code == "K7QM2XRD"


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_all_get_the_same_code(owner: Person) -> None:
    game = finish_solo(owner)

    def make(kind: str) -> Callable[[], Any]:
        return lambda: challenge_with(owner, game, kind).code

    found = at_once([make("blind"), make("target")] * 4)
    assert len(set(found)) == Challenge.objects.count() == 2


def test_the_name_of_a_challenge_is_its_code_as_people_read_it(owner: Person) -> None:
    made = challenge_with(owner, finish_solo(owner))
    assert str(made) == codes.shown(made.code)
    assert challenges.see(made, None, None).is_own is False
