"""Who is on the boards: the row and the database must say the same."""

from itertools import product

import pytest

from challenges.models import Player
from challenges.querysets import all_players
from tests.cast import NOON

pytestmark = pytest.mark.django_db

MOMENTS = ("claimed_at", "hidden_at", "unlisted_at", "deleted_at")
COMBINATIONS = [
    dict(zip(MOMENTS, values, strict=True)) for values in product((None, NOON), repeat=4)
]


def test_who_is_claimed_and_nothing_else_is_listed() -> None:
    for fields in COMBINATIONS:
        player = Player.objects.create(name="Owner", joined_at=NOON, **fields)
        only_claimed = {name for name, moment in fields.items() if moment} == {"claimed_at"}
        assert player.is_listed == only_claimed
        assert all_players().listed().filter(pk=player.pk).exists() == only_claimed
    assert all_players().listed().count() == 1
    assert len(COMBINATIONS) == 16
