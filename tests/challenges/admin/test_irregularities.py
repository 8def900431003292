"""Fair play in the admin site: figures, and a click once they were looked at."""

import pytest
from django.contrib.admin.models import LogEntry

from challenges.models import Irregularity, Player
from tests.cast import NOON, TODAY, Person, Queries, nothing_changes
from tests.operators import Operator, make_operator, text_of

pytestmark = pytest.mark.django_db

LIST = "challenges/irregularity/"


def irregularity(player: Player, **changes: object) -> Irregularity:
    return Irregularity.objects.create(
        **{
            "player": player,
            "kind": Irregularity.Kind.FORESIGHT,
            "since": TODAY,
            "until": TODAY,
            "games": 7,
            "accuracy": 81.25,
            "loss": 61.0,
            "excess": 158.04,
            "deviations": 6.97,
            "noticed_at": NOON,
            **changes,
        }
    )


def test_a_line_has_the_figures(operator: Operator, owner: Person) -> None:
    irregularity(owner.player)
    text = operator.see(LIST)
    assert "Owner Foresight 2026-12-01 – 2026-12-01 7 81.2 61.0 +158.0 +7.0 2026-12-01" in text


def test_a_list_takes_as_many_queries_for_many_as_for_few(
    operator: Operator, owner: Person, friend: Person, stranger: Person
) -> None:
    def queries() -> int:
        with Queries() as made:
            operator.see(LIST)
        return len(made.statements)

    irregularity(owner.player)
    few = queries()
    for person in (friend, stranger):
        irregularity(person.player)
    assert queries() == few == 3  # the session's player, the count and the page


def test_its_page_leads_to_the_player_and_the_games(operator: Operator, owner: Person) -> None:
    number = irregularity(owner.player).pk
    page = operator.get(f"{LIST}{number}/change/").content.decode()
    assert f"/admin/challenges/player/{owner.player.pk}/change/" in page
    assert f"/admin/challenges/game/?q={owner.player.pk}" in page


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("perfect", "lose next to nothing against perfect play"),
        ("foresight", "The excess is the luck"),
    ],
)
def test_its_page_says_what_the_figures_mean(
    operator: Operator, owner: Person, kind: str, words: str
) -> None:
    number = irregularity(owner.player, kind=kind).pk
    text = operator.see(f"{LIST}{number}/change/")
    assert words in text
    assert "Look at the games before you decide." in text


def test_what_was_looked_at_leaves_the_list_and_is_recorded(
    operator: Operator, owner: Person
) -> None:
    number = irregularity(owner.player).pk
    text = operator.press(f"{LIST}{number}/look-at")
    assert "Owner was looked at." in text
    assert "0 irregularities" in text
    assert Irregularity.objects.get().handled_at == NOON
    message = "Irregularity looked at: foresight, 2026-12-01 to 2026-12-01."
    assert LogEntry.objects.get().change_message == message
    assert operator.get(f"{LIST}{number}/change/").status_code == 200


def test_several_are_looked_at_at_once(operator: Operator, owner: Person, friend: Person) -> None:
    numbers = [irregularity(person.player).pk for person in (owner, friend)]
    operator.press(LIST, action="look_at", _selected_action=numbers)
    assert not Irregularity.objects.filter(handled_at__isnull=True).exists()


@pytest.mark.parametrize("number", ["0", "nonsense", "99999999999999999999"])
def test_what_there_is_not_is_told(operator: Operator, owner: Person, number: str) -> None:
    answer = operator.client.get(f"/admin/{LIST}{number}/change/", follow=True)
    assert "exist. Perhaps it was deleted?" in text_of(answer)


def test_reading_is_not_operating(owner: Person) -> None:
    reader = make_operator("Reader", "view_irregularity")
    number = irregularity(owner.player).pk
    assert "I have looked at it" not in reader.see(LIST)
    with nothing_changes():
        assert reader.client.post(f"/admin/{LIST}{number}/look-at").status_code == 403
        assert reader.client.get(f"/admin/{LIST}{number}/look-at").status_code == 405
