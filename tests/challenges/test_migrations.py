"""What the migrations do beside making tables."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from challenges.models import Game, Review
from tests.cast import NOON, make_person
from tests.friends.table import challenge_with, finish_solo, game_of, take

pytestmark = pytest.mark.django_db

hints = import_module("challenges.migrations.0006_hints_opponents_reviews_and_look_backs")
figures = import_module("challenges.migrations.0009_reviews_of_figures_alone")


def test_challenges_that_were_taken_before_there_were_hints_go_on_without() -> None:
    owner = make_person("Owner")
    solo = finish_solo(owner)
    taken = take(make_person("Friend"), challenge_with(owner, solo))
    Game.objects.update(allows_hints=True)  # as the new column has it
    hints.keep_challenges_without_hints(apps, None)
    assert not game_of(taken.pk).allows_hints
    assert game_of(solo.pk).allows_hints


def test_reviews_that_were_kept_whole_know_how_many_moves_they_are_of() -> None:
    owner = make_person("Owner")
    numbers = dict.fromkeys(("start", "luck", "loss", "accuracy", "skill"), 1)
    for length in (0, 3, 60):
        moves = [[0.0, 0.0, 1.0, 1.0, "ones", False]] * length
        game = finish_solo(owner)
        Review.objects.create(game=game, plies=0, moves=moves, reviewed_at=NOON, **numbers)
    figures.count_moves(apps, SimpleNamespace(connection=connection))
    assert sorted(Review.objects.values_list("plies", flat=True)) == [0, 3, 60]
