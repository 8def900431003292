"""What the migrations do beside making tables."""

from importlib import import_module

import pytest
from django.apps import apps

from challenges.models import Game
from tests.cast import make_person
from tests.friends.table import challenge_with, finish_solo, game_of, take

pytestmark = pytest.mark.django_db

migration = import_module("challenges.migrations.0006_hints_opponents_reviews_and_look_backs")


def test_challenges_that_were_taken_before_there_were_hints_go_on_without() -> None:
    owner = make_person("Owner")
    solo = finish_solo(owner)
    taken = take(make_person("Friend"), challenge_with(owner, solo))
    Game.objects.update(allows_hints=True)  # as the new column has it
    migration.keep_challenges_without_hints(apps, None)
    assert not game_of(taken.pk).allows_hints
    assert game_of(solo.pk).allows_hints
