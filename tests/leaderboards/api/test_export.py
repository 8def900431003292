"""What GET /me/export tells of the boards."""

import pytest

from challenges.models import Player
from tests.cast import NOON, TODAY, Person, ok
from tests.leaderboards.results import finish

pytestmark = pytest.mark.django_db


def test_my_places_are_exported(owner: Person) -> None:
    assert ok(owner.get("/me/export"))["more"]["standings"] == []
    Player.objects.filter(pk=owner.player.pk).update(claimed_at=NOON)
    finish(owner.now(), TODAY, 200, NOON)
    reached = {"reached_at": "2026-12-01T12:00:00+00:00"}
    assert ok(owner.get("/me/export"))["more"]["standings"] == [
        {"board": "day", "period": "2026-12-01", "value": 200, **reached},
        {"board": "best-day", "period": None, "value": 200, **reached},
        {"board": "streak", "period": "2026-12-01", "value": 1, **reached},
        {"board": "longest-streak", "period": None, "value": 1, **reached},
        {"board": "advent", "period": "2026", "value": 200, **reached},
    ]
