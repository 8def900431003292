"""What the migrations do beside making tables."""

from importlib import import_module

import pytest
from django.apps import apps

from leaderboards.models import Rebuild
from leaderboards.services.rebuilds import work_off
from tests.cast import TODAY
from tests.leaderboards.results import assert_boards_are_right, make_player, unannounced

pytestmark = pytest.mark.django_db

migration = import_module("leaderboards.migrations.0002_take_in_earlier_games")


def test_games_from_before_there_were_boards_are_taken_in_by_the_job() -> None:
    unannounced(make_player(), TODAY, 200)
    migration.make_a_rebuild_due(apps, None)
    assert [str(rebuild) for rebuild in Rebuild.objects.all()] == ["Rebuild a board: all"]
    work_off(seconds=60)
    assert_boards_are_right()


def test_a_new_service_has_nothing_to_rebuild() -> None:
    migration.make_a_rebuild_due(apps, None)
    assert not Rebuild.objects.exists()
