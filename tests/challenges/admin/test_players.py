"""Players in the admin site."""

import uuid

import pytest
import time_machine
from django.db import connection
from django.test import Client

from challenges.models import Player
from challenges.querysets import all_players
from challenges.services.moderation import hide_player
from challenges.services.reports import report_name
from tests.cast import NOON, NOWHERE, ONE_DAY, Person, Queries, make_person, nothing_changes
from tests.operators import Operator, done, make_operator

pytestmark = pytest.mark.django_db

LIST = "challenges/player/"


def names(text: str, *candidates: str) -> list[str]:
    return [name for name in candidates if name in text]


def page(person: Person) -> str:
    return f"{LIST}{person.player.pk}/change/"


# --- Finding ---------------------------------------------------------------------------------


@pytest.fixture
def crowd(db: None, clock: time_machine.Traveller) -> list[Person]:
    return [make_person(name) for name in ("Brave Otter", "Bravo", "Clever Brave", "Öskar")]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("brav", ["Brave Otter", "Bravo"]),
        ("BRAVE ", ["Brave Otter"]),
        ("Brave Otter", ["Brave Otter"]),
        ("Ösk", ["Öskar"]),
        ("otter", []),
        ("%", []),
        ("_rave", []),
        ("Br\\", []),
    ],
)
def test_players_are_found_by_the_beginning_of_their_name(
    typed: str, found: list[str], operator: Operator, crowd: list[Person]
) -> None:
    text = operator.see(LIST, q=typed)
    assert names(text, "Brave Otter", "Bravo", "Clever Brave", "Öskar") == found


def test_a_player_is_found_by_id(operator: Operator, crowd: list[Person]) -> None:
    text = operator.see(LIST, q=str(crowd[1].player.pk))
    assert names(text, "Brave Otter", "Bravo", "Clever Brave") == ["Bravo"]
    assert "0 players" in operator.see(LIST, q=NOWHERE)


def test_a_player_is_found_by_email_address(operator: Operator, crowd: list[Person]) -> None:
    Player.objects.filter(pk=crowd[0].player.pk).update(email="otter@example.org")
    assert "1 player" in operator.see(LIST, q="Otter@Example.org")
    assert "0 players" in operator.see(LIST, q="otter@")


def test_hidden_players_are_listed_apart(operator: Operator, crowd: list[Person]) -> None:
    hide_player(operator=operator.player, player_id=crowd[1].player.pk)
    text = operator.see(LIST, hidden="yes")
    assert names(text, "Brave Otter", "Bravo", "Clever Brave") == ["Bravo"]


def test_the_newest_players_come_first(
    operator: Operator, owner: Person, clock: time_machine.Traveller
) -> None:
    clock.move_to(NOON + ONE_DAY)
    make_person("Newcomer")
    text = operator.see(LIST)
    assert text.index("Newcomer") < text.index("Owner")


def test_a_search_by_name_reads_an_index(operator: Operator) -> None:
    Player.objects.bulk_create(
        Player(name=f"Name {number}", joined_at=NOON) for number in range(3000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    plan = all_players().with_name_beginning("Name 29").order_by().explain()
    assert "player_by_name" in plan


@pytest.mark.parametrize("query", [{}, {"q": "Na"}, {"hidden": "yes"}])
def test_a_list_takes_as_many_queries_for_many_players_as_for_few(
    query: dict[str, str], operator: Operator
) -> None:
    for _ in range(2):
        Player.objects.bulk_create(
            Player(name=f"Name {number}", joined_at=NOON, hidden_at=NOON) for number in range(60)
        )
        with Queries() as queries:
            operator.see(LIST, **query)
        # The session's player, the count and the page.
        assert len(queries.statements) == 3


def test_more_than_two_thousand_players_are_not_counted(operator: Operator) -> None:
    Player.objects.bulk_create(
        Player(name=f"Name {number}", joined_at=NOON) for number in range(2100)
    )
    assert "2000 players" in operator.see(LIST)


# --- Reading ---------------------------------------------------------------------------------


def test_a_page_tells_standing_games_and_reports(
    operator: Operator, owner: Person, friend: Person, today: object
) -> None:
    owner.play_rows(owner.start_daily())
    owner.start_solo()
    report_name(reporter=friend.player, player_id=owner.player.pk)
    text = operator.see(page(owner))
    assert "Standing: guest" in text
    assert "Games: 2, of them 1 ranked and 1 of these finished" in text
    assert "Open reports: 1" in text
    assert "Reported names: Owner" in text


def test_a_page_tells_who_has_chosen_not_to_be_on_the_boards(
    operator: Operator, owner: Person
) -> None:
    Player.objects.filter(pk=owner.player.pk).update(claimed_at=NOON)
    assert "Standing: listed" in operator.see(page(owner))
    owner.patch("/me", {"listed": False})
    assert "Standing: unlisted" in operator.see(page(owner))
    assert " unlisted " in operator.see(LIST)


def test_a_page_takes_few_queries(operator: Operator, owner: Person) -> None:
    with Queries() as queries:
        operator.see(page(owner))
    # The session's player, the page's player, its games and its reported names.
    assert len(queries.statements) == 4


def test_neither_password_nor_keys_are_shown(operator: Operator, owner: Person) -> None:
    player = owner.now()
    player.set_password("a password")
    player.signup_key = "5" * 64
    player.save()
    text = operator.get(page(owner)).content.decode()
    assert player.password not in text
    assert "5" * 64 not in text
    assert owner.token is not None
    assert owner.token not in text


@pytest.mark.parametrize("lookup", ["password__startswith", "signup_key", "email__contains"])
def test_no_column_can_be_guessed_by_the_address_of_the_list(
    lookup: str, operator: Operator
) -> None:
    assert operator.get(LIST, **{lookup: "a"}).status_code == 400


def test_nothing_is_added_deleted_or_edited(operator: Operator, owner: Person) -> None:
    with nothing_changes():
        assert operator.get(f"{LIST}add/").status_code == 403
        assert operator.get(f"{LIST}{owner.player.pk}/delete/").status_code == 403
        posted = operator.client.post(f"/admin/{page(owner)}", {"name": "Other"})
        assert posted.status_code == 403
        action = {"action": "delete_selected", "_selected_action": str(owner.player.pk)}
        operator.client.post(f"/admin/{LIST}", action)
    assert done() == []


# --- Operating -------------------------------------------------------------------------------


def test_a_player_is_hidden_and_shown_again(operator: Operator, owner: Person) -> None:
    text = operator.operate(owner.player, "hide")
    assert "Owner is hidden from the boards." in text
    assert "Standing: hidden" in text
    assert owner.now().hidden_at == NOON
    assert "Owner is no longer hidden." in operator.operate(owner.player, "show")
    assert owner.now().hidden_at is None
    assert done() == [("Anna", "Owner", "Hidden."), ("Anna", "Owner", "Shown again.")]


def test_a_player_gets_a_given_name(operator: Operator, owner: Person) -> None:
    text = operator.operate(owner.player, "rename", seen="Owner", name="Brave Otter")
    assert "The player's name is Brave Otter." in text
    assert owner.now().name == "Brave Otter"


def test_a_player_gets_a_generated_name(operator: Operator, owner: Person) -> None:
    text = operator.operate(owner.player, "generate-name", seen="Owner")
    assert owner.now().name != "Owner"
    assert f"The player's name is {owner.now().name}." in text


def test_a_name_that_is_refused_is_told(operator: Operator, owner: Person) -> None:
    with nothing_changes():
        text = operator.operate(owner.player, "rename", seen="Owner", name="x")
    assert "A name has 2 to 20 characters." in text


def test_a_name_that_was_changed_meanwhile_stays(operator: Operator, owner: Person) -> None:
    Player.objects.filter(pk=owner.player.pk).update(name="Kept")
    with nothing_changes():
        text = operator.operate(owner.player, "rename", seen="Owner", name="Brave Otter")
    assert "The player's name is Kept." in text


def test_a_player_is_signed_out_everywhere(operator: Operator, owner: Person) -> None:
    browser = Operator(owner.player).client
    assert "Owner is signed out everywhere." in operator.operate(owner.player, "sign-out")
    assert owner.get("/me").status_code == 401
    assert browser.get("/api/v1/me").status_code == 401


def test_the_history_tells_who_did_what(operator: Operator, owner: Person) -> None:
    operator.operate(owner.player, "hide")
    text = operator.see(f"{LIST}{owner.player.pk}/history/")
    assert f"{operator.player.login} (Anna) Hidden." in text


def test_a_name_is_shown_as_text(operator: Operator, owner: Person) -> None:
    Player.objects.filter(pk=owner.player.pk).update(name="<b>&amp;</b>")
    for path in (LIST, page(owner)):
        assert "<b>&amp;</b>" not in operator.get(path).content.decode()


@pytest.mark.parametrize(
    "operation", ["hide", "show", "rename", "generate-name", "dismiss", "sign-out"]
)
class TestEveryOperation:
    def test_is_refused_to_whom_may_only_look(self, operation: str, owner: Person) -> None:
        reader = make_operator("Reader", "view_player", "view_report")
        with nothing_changes():
            address = f"/admin/{LIST}{owner.player.pk}/operations/{operation}"
            fields = {"seen": "Owner", "name": "Brave Otter"}
            assert reader.client.post(address, fields).status_code == 403
        assert "operations/" not in reader.get(page(owner)).content.decode()
        assert done() == []

    def test_is_not_done_by_following_a_link(
        self, operation: str, operator: Operator, owner: Person
    ) -> None:
        with nothing_changes():
            answer = operator.get(f"{LIST}{owner.player.pk}/operations/{operation}")
        assert answer.status_code == 405

    def test_needs_the_token_of_the_form(
        self, operation: str, operator: Operator, owner: Person
    ) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(operator.player)
        address = f"/admin/{LIST}{owner.player.pk}/operations/{operation}"
        with nothing_changes():
            assert client.post(address, {"seen": "Owner"}).status_code == 403

    def test_tells_that_nobody_is_there(self, operation: str, operator: Operator) -> None:
        player = Player(pk=uuid.UUID(NOWHERE))
        with nothing_changes():
            text = operator.operate(player, operation, seen="Owner", name="Brave Otter")
        assert "There is no such player, or it was deleted." in text


def test_an_unknown_operation_is_not_found(operator: Operator, owner: Person) -> None:
    answer = operator.client.post(f"/admin/{LIST}{owner.player.pk}/operations/promote")
    assert answer.status_code == 404


def test_buttons_lead_back_to_pages_of_the_site_only(operator: Operator, owner: Person) -> None:
    address = f"/admin/{LIST}{owner.player.pk}/operations/hide"
    targets = {
        next_page: operator.client.post(f"{address}?next={next_page}")["Location"]
        for next_page in ("/admin/challenges/report/", "https://example.org/", "//x/admin/", "/")
    }
    there = f"/admin/{page(owner)}"
    assert targets == {
        "/admin/challenges/report/": "/admin/challenges/report/",
        "https://example.org/": there,
        "//x/admin/": there,
        "/": there,
    }
