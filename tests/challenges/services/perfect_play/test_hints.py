"""Who may ask for the best move, and what the answer is."""

import uuid

import pytest
import time_machine

from challenges.engine.sheets import HouseRules
from challenges.models import Game
from challenges.services.games import start_same_dice, start_solo_game
from challenges.services.perfect_play.hints import hint_for
from challenges.services.perfect_play.problems import HintsRefused, StrategyUnknown
from challenges.services.refused_moves import GameFinished
from config.errors import NotFound
from tests.cast import CLOSES, TODAY, Person, nothing_changes
from tests.friends.table import finish_daily, finish_solo, game_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]


def test_a_hint_has_all_that_may_be_done_the_best_first(owner: Person) -> None:
    game = owner.start_solo("yacht")
    hint = hint_for(player=owner.now(), game_id=uuid.UUID(game["id"]))
    assert {option.row for option in hint.options if option.row} == set(game["choices"])
    worths = [option.worth for option in hint.options]
    assert worths == sorted(worths, reverse=True)
    assert hint.expected == worths[0]


def test_the_expected_total_counts_what_is_written(owner: Person) -> None:
    game = owner.write(owner.start_solo("yacht"), "chance")
    hint = hint_for(player=owner.now(), game_id=uuid.UUID(game["id"]))
    assert hint.expected == game["total"] + hint.options[0].worth


def refused(person: Person, game: Game) -> str:
    with nothing_changes(), pytest.raises(HintsRefused) as refusal:
        hint_for(player=person.now(), game_id=game.pk)
    return refusal.value.detail


def test_the_game_that_counts_has_none(owner: Person) -> None:
    game = game_of(owner.start_daily()["id"])
    assert refused(owner, game) == "There are no hints in the game that counts."


def test_dice_of_an_open_day_have_none_and_have_them_once_it_is_over(
    owner: Person, clock: time_machine.Traveller
) -> None:
    finish_daily(owner)
    game = game_of(owner.start_solo("maxi", day=str(TODAY))["id"])
    assert refused(owner, game) == "There are no hints on the dice of a day that is still open."
    clock.move_to(CLOSES)
    assert hint_for(player=owner.now(), game_id=game.pk).options


@pytest.mark.parametrize("allows_hints", [True, False])
def test_a_friends_game_has_them_where_the_challenge_says_so(
    owner: Person, friend: Person, allows_hints: bool
) -> None:
    game = finish_solo(owner)
    theirs = start_same_dice(player=friend.now(), game=game, allows_hints=allows_hints).state.row
    if allows_hints:
        assert hint_for(player=friend.now(), game_id=theirs.pk).options
    else:
        assert refused(friend, theirs) == "This challenge is played without hints."


def test_a_second_challenge_without_hints_takes_them_from_the_game(
    owner: Person, friend: Person
) -> None:
    game = finish_solo(owner)
    start_same_dice(player=friend.now(), game=game, allows_hints=True)
    theirs = start_same_dice(player=friend.now(), game=game, allows_hints=False).state.row
    assert refused(friend, game_of(theirs.pk)) == "This challenge is played without hints."
    start_same_dice(player=friend.now(), game=game, allows_hints=True)
    assert not game_of(theirs.pk).allows_hints


def test_a_game_that_is_over_has_none(owner: Person) -> None:
    game = finish_solo(owner)
    with pytest.raises(GameFinished):
        hint_for(player=owner.now(), game_id=game.pk)


def test_others_games_are_not_found(owner: Person, stranger: Person) -> None:
    game = owner.start_solo("yacht")
    with pytest.raises(NotFound):
        hint_for(player=stranger.now(), game_id=uuid.UUID(game["id"]))


def test_saved_throws_are_not_known(owner: Person) -> None:
    rules = HouseRules(saved_throws=True)
    game = start_solo_game(player=owner.now(), rules="yacht", house_rules=rules).state.row
    with pytest.raises(StrategyUnknown):
        hint_for(player=owner.now(), game_id=game.pk)
