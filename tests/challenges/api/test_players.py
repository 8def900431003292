"""GET /players/{id}: what anybody may know of a player."""

import pytest

from challenges.models import Player
from tests.cast import NOON, NOWHERE, Caller, Person, ok, refused

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("who", ["anybody", "stranger", "owner"])
def test_a_player_is_an_id_a_name_a_country_and_figures(
    request: pytest.FixtureRequest, owner: Person, who: str
) -> None:
    Player.objects.filter(pk=owner.player.pk).update(
        country="SE", time_zone="Europe/Stockholm", email="owner@example.org", claimed_at=NOON
    )
    caller: Caller = request.getfixturevalue(who)
    assert ok(caller.get(f"/players/{owner.player.pk}")) == {
        "id": str(owner.player.pk),
        "name": "Owner",
        "country": "SE",
        "figures": {"days": 0, "mean": None, "best": None, "streak": 0, "longest_streak": 0},
    }


def test_a_player_who_is_gone_is_not_shown(anybody: Caller, owner: Person) -> None:
    Player.objects.filter(pk=owner.player.pk).update(is_active=False)
    refused(anybody.get(f"/players/{owner.player.pk}"), 404, "not_found")


@pytest.mark.parametrize("player_id", [NOWHERE, "me", "1", "-", "%00", "x" * 500])
def test_others_do_not_exist(anybody: Caller, player_id: str) -> None:
    refused(anybody.get(f"/players/{player_id}"), 404, "not_found")
