"""Reviews: computed once, kept, and the same whenever they are read."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytest_django import Settings

from challenges import signals
from challenges.models import Game, Review
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.perfect_play.reviews import keep, review_of
from challenges.services.problems import GameNotFinished
from config.errors import NotFound
from tests.cast import Person, nothing_changes
from tests.friends.table import finish_daily, finish_solo, game_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]


@pytest.mark.parametrize("rules", ["yacht", "generala", "classic", "scandinavian", "maxi"])
def test_the_total_is_the_start_with_its_luck_and_without_its_loss(
    owner: Person, rules: str
) -> None:
    game = finish_solo(owner, rules)
    _, found = review_of(player=owner.now(), game_id=game.pk)
    row = Review.objects.get(pk=game.pk)
    for review in (found, row):
        assert abs(review.start + review.luck - review.loss - game.total) < 1e-6
    assert (row.accuracy, row.skill) == (found.accuracy, found.skill)
    assert found.total == game.total


def test_what_is_kept_is_what_was_computed(
    owner: Person, settings: Settings, tmp_path: Path
) -> None:
    game = finish_daily(owner)
    _, first = review_of(player=owner.now(), game_id=game.pk)
    settings.STRATEGY_DIR = tmp_path  # it is not computed again
    with nothing_changes():
        state, second = review_of(player=owner.now(), game_id=game.pk)
    assert state.row.pk == game.pk
    assert (second.start, second.total) == (first.start, first.total)
    for one, other in zip(first.moves, second.moves, strict=True):
        for field in ("ply", "turn", "throw", "move", "is_forced", "mark"):
            assert getattr(one, field) == getattr(other, field)
        for field in ("luck", "loss", "expected"):
            assert getattr(one, field) == getattr(other, field)
        assert (one.best.row, one.best.kept) == (other.best.row, other.best.kept)
        assert one.best.worth == other.best.worth
    assert (second.luck, second.loss) == (first.luck, first.loss)
    assert (second.accuracy, second.skill) == (first.accuracy, first.skill)


def test_sums_are_kept_as_they_are_shown(owner: Person) -> None:
    """The doubles next to 0.1 and 0.2 add up to one that is not next to 0.3."""
    game = finish_solo(owner)
    _, found = review_of(player=owner.now(), game_id=game.pk)
    Review.objects.all().delete()
    first = replace(found.moves[0], luck=0.1, loss=0.2)
    second = replace(found.moves[1], luck=0.2, loss=0.1)
    keep(game, replace(found, moves=(first, second)))
    row = Review.objects.get(pk=game.pk)
    assert (row.luck, row.loss) == (0.3, 0.3)


def test_of_two_at_once_one_is_kept_and_announced(owner: Person) -> None:
    game, announced = finish_solo(owner), []
    _, found = review_of(player=owner.now(), game_id=game.pk)

    def listen(games: list[Game], **_more: object) -> None:
        announced.extend(games)

    signals.games_reviewed.connect(listen)
    try:
        with nothing_changes():
            keep(game, found)
        Review.objects.all().delete()
        keep(game, found)
    finally:
        signals.games_reviewed.disconnect(listen)
    assert announced == [game]


def test_a_game_that_goes_on_has_none(owner: Person) -> None:
    game = game_of(owner.start_solo("yacht")["id"])
    with nothing_changes(), pytest.raises(GameNotFinished):
        review_of(player=owner.now(), game_id=game.pk)


def test_others_games_are_not_found(owner: Person, stranger: Person) -> None:
    game = finish_solo(owner)
    with nothing_changes(), pytest.raises(NotFound):
        review_of(player=stranger.now(), game_id=game.pk)


def test_without_a_table_it_is_said(owner: Person, no_tables: Path) -> None:
    game = finish_solo(owner)
    with nothing_changes(), pytest.raises(StrategyNotReady):
        review_of(player=owner.now(), game_id=game.pk)
