"""Staff sees what its permissions name, and nothing else."""

import pytest

from challenges.models import Day
from challenges.services.reports import report_name
from tests.cast import Person
from tests.challenges.admin.test_irregularities import irregularity
from tests.operators import Operator, make_operator

pytestmark = pytest.mark.django_db

PAGES = {
    "view_day": ["challenges/day/", "challenges/day/2026-12-01/change/", "challenges/day/chain"],
    "view_game": ["challenges/game/?q=2026-12-01", "challenges/game/{game}/change/"],
    "view_irregularity": [
        "challenges/irregularity/",
        "challenges/irregularity/{irregularity}/change/",
    ],
    "view_player": ["challenges/player/", "challenges/player/{player}/change/"],
    "view_report": ["challenges/report/", "challenges/report/{report}/change/"],
}


@pytest.fixture
def addresses(owner: Person, friend: Person, today: Day) -> dict[str, list[str]]:
    game = owner.start_daily()
    report = report_name(reporter=friend.player, player_id=owner.player.pk)
    ids = {
        "game": game["id"],
        "irregularity": irregularity(owner.player).pk,
        "player": owner.player.pk,
        "report": report.pk,
    }
    return {name: [page.format(**ids) for page in pages] for name, pages in PAGES.items()}


def seen(operator: Operator, addresses: dict[str, list[str]]) -> dict[str, set[int]]:
    return {
        name: {operator.client.get(f"/admin/{page}").status_code for page in pages}
        for name, pages in addresses.items()
    }


def test_staff_without_permissions_sees_no_page_and_no_name_of_one(
    addresses: dict[str, list[str]],
) -> None:
    nobody = make_operator("Nobody", "no_such_permission")
    assert set().union(*seen(nobody, addresses).values()) == {403}
    text = nobody.see("")
    for name in ("Days", "Games", "Irregularities", "Players", "Reports"):
        assert name not in text


@pytest.mark.parametrize("permission", PAGES)
def test_a_permission_opens_its_own_pages(permission: str, addresses: dict[str, list[str]]) -> None:
    reader = make_operator("Reader", permission)
    expected = {name: {200} if name == permission else {403} for name in addresses}
    assert seen(reader, addresses) == expected


def test_a_superuser_sees_all_pages(operator: Operator, addresses: dict[str, list[str]]) -> None:
    assert set().union(*seen(operator, addresses).values()) == {200}


def test_pages_of_libraries_are_not_part_of_the_site(operator: Operator) -> None:
    for page in ("auth/group/", "knox/authtoken/", "account/emailaddress/"):
        assert operator.get(page).status_code == 404


def test_moderators_may_operate_on_players_and_not_on_days(
    owner: Person, addresses: dict[str, list[str]]
) -> None:
    moderator = make_operator("Moderator", "view_report", "change_player", "view_day")
    assert "Owner is hidden from the boards." in moderator.operate(owner.player, "hide")
    answer = moderator.client.post("/admin/challenges/day/2026-12-01/close")
    assert answer.status_code == 403
    assert "Close now what is due" not in moderator.see("challenges/day/")
