"""What operators do to players, apart from the pages on which they do it."""

import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from knox.models import AuthToken

from challenges import signals
from challenges.models import Player, Report
from challenges.services import moderation
from challenges.services.accounts.deletion import delete_account
from challenges.services.accounts.devices import devices_of
from challenges.services.names import NameRefused, clean_name
from challenges.services.reports import report_name
from config.errors import NotFound
from tests.cast import NOON, NOWHERE, ONE_DAY, Person, at_once, nothing_changes, ok
from tests.challenges.accounts import claim, claim_and_confirm, confirm, key_in, last_mail
from tests.operators import Operator, done, make_operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(db: None, clock: time_machine.Traveller) -> Player:
    return make_operator().player


@pytest.fixture
def announced() -> Iterator[list[Any]]:
    """The players whose change of visibility was announced, and if they were hidden by then."""
    heard: list[Any] = []

    def hear(player: Player, **kwargs: Any) -> None:
        heard.append((player.pk, player.hidden_at, Player.objects.get(pk=player.pk).hidden_at))

    signals.player_visibility_changed.connect(hear)
    yield heard
    signals.player_visibility_changed.disconnect(hear)


def open_reports() -> int:
    return Report.objects.filter(handled_at__isnull=True).count()


# --- Hiding ----------------------------------------------------------------------------------


def test_a_hidden_player_is_off_the_boards_and_it_is_known_who_did_it(
    anna: Player, owner: Person, announced: list[Any]
) -> None:
    moderation.hide_player(operator=anna, player_id=owner.player.pk)
    assert owner.now().hidden_at == NOON
    assert announced == [(owner.player.pk, NOON, NOON)]
    assert done() == [("Anna", "Owner", "Hidden.")]


def test_hiding_again_changes_and_records_nothing(
    anna: Player, owner: Person, clock: time_machine.Traveller, announced: list[Any]
) -> None:
    moderation.hide_player(operator=anna, player_id=owner.player.pk)
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        moderation.hide_player(operator=anna, player_id=owner.player.pk)
    assert len(announced) == len(done()) == 1


def test_a_hidden_player_is_shown_again(anna: Player, owner: Person, announced: list[Any]) -> None:
    moderation.hide_player(operator=anna, player_id=owner.player.pk)
    moderation.show_player(operator=anna, player_id=owner.player.pk)
    with nothing_changes():
        moderation.show_player(operator=anna, player_id=owner.player.pk)
    assert owner.now().hidden_at is None
    assert announced == [(owner.player.pk, NOON, NOON), (owner.player.pk, None, None)]
    assert done() == [("Anna", "Owner", "Hidden."), ("Anna", "Owner", "Shown again.")]


def test_hiding_handles_the_open_reports_also_of_one_who_is_hidden(
    anna: Player, owner: Person, friend: Person, stranger: Person
) -> None:
    report_name(reporter=friend.player, player_id=owner.player.pk)
    moderation.hide_player(operator=anna, player_id=owner.player.pk)
    assert open_reports() == 0
    report_name(reporter=stranger.player, player_id=owner.player.pk)
    moderation.hide_player(operator=anna, player_id=owner.player.pk)
    assert open_reports() == 0
    assert [message for _, _, message in done()] == [
        "Hidden. Reports handled: 1.",
        "Reports handled: 1.",
    ]


def test_a_receiver_that_fails_undoes_the_hiding_and_its_record(
    anna: Player, owner: Person, friend: Person
) -> None:
    def fail(**kwargs: Any) -> None:
        raise RuntimeError

    report_name(reporter=friend.player, player_id=owner.player.pk)
    signals.player_visibility_changed.connect(fail)
    try:
        with nothing_changes(), pytest.raises(RuntimeError):
            moderation.hide_player(operator=anna, player_id=owner.player.pk)
    finally:
        signals.player_visibility_changed.disconnect(fail)
    assert done() == []


# --- Renaming --------------------------------------------------------------------------------


def test_a_player_gets_a_generated_name_and_reports_are_handled(
    anna: Player, owner: Person, friend: Person
) -> None:
    report_name(reporter=friend.player, player_id=owner.player.pk)
    moderation.rename_player(operator=anna, player_id=owner.player.pk, seen="Owner")
    name = owner.now().name
    assert name != "Owner"
    assert clean_name(name) == name
    assert open_reports() == 0
    message = f"Renamed from Owner to {name}. Reports handled: 1."
    assert done() == [("Anna", name, message)]


def test_a_given_name_is_cleaned(anna: Player, owner: Person) -> None:
    moderation.rename_player(
        operator=anna, player_id=owner.player.pk, seen="Owner", name="  Brave   Otter "
    )
    assert owner.now().name == "Brave Otter"
    assert done() == [("Anna", "Brave Otter", "Renamed from Owner to Brave Otter.")]


def test_a_name_that_players_could_not_take_is_refused(
    anna: Player, owner: Person, friend: Person
) -> None:
    report_name(reporter=friend.player, player_id=owner.player.pk)
    with nothing_changes(), pytest.raises(NameRefused):
        moderation.rename_player(operator=anna, player_id=owner.player.pk, seen="Owner", name="x")
    assert done() == []


def test_a_second_click_does_not_rename_again(anna: Player, owner: Person) -> None:
    moderation.rename_player(operator=anna, player_id=owner.player.pk, seen="Owner")
    with nothing_changes():
        moderation.rename_player(operator=anna, player_id=owner.player.pk, seen="Owner")
    assert len(done()) == 1


def test_the_name_that_stands_already_is_no_change(anna: Player, owner: Person) -> None:
    with nothing_changes():
        moderation.rename_player(
            operator=anna, player_id=owner.player.pk, seen="Owner", name="Owner"
        )
    assert done() == []


# --- Reports ---------------------------------------------------------------------------------


def test_dismissing_handles_all_open_reports_once(
    anna: Player,
    owner: Person,
    friend: Person,
    stranger: Person,
    clock: time_machine.Traveller,
) -> None:
    for reporter in (friend, stranger):
        report_name(reporter=reporter.player, player_id=owner.player.pk)
    report_name(reporter=friend.player, player_id=stranger.player.pk)
    moderation.dismiss_reports(operator=anna, player_id=owner.player.pk)
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        moderation.dismiss_reports(operator=anna, player_id=owner.player.pk)
    handled = Report.objects.filter(handled_at=NOON)
    assert {report.player_id for report in handled} == {owner.player.pk}
    assert open_reports() == 1
    assert owner.now().name == "Owner"
    assert done() == [("Anna", "Owner", "Reports handled: 2.")]


# --- Credentials -----------------------------------------------------------------------------


def test_revoking_ends_tokens_sessions_and_the_repeat_of_a_sign_up(
    anna: Player, owner: Person, friend: Person
) -> None:
    browser = Operator(owner.player).client
    Player.objects.filter(pk=owner.player.pk).update(signup_key="0" * 64)
    assert browser.get("/api/v1/me").status_code == 200
    moderation.revoke_credentials(operator=anna, player_id=owner.player.pk)
    assert owner.get("/me").status_code == 401
    assert browser.get("/api/v1/me").status_code == 401
    assert AuthToken.objects.filter(user=owner.player).count() == 0
    assert owner.now().signup_key is None
    ok(friend.get("/me"))
    assert done() == [("Anna", "Owner", "Signed out everywhere.")]


def test_who_signs_in_afterwards_stays(anna: Player, owner: Person) -> None:
    moderation.revoke_credentials(operator=anna, player_id=owner.player.pk)
    assert Operator(owner.now()).client.get("/api/v1/me").status_code == 200


def test_no_device_is_left(anna: Player, owner: Person) -> None:
    Operator(owner.player)
    assert len(devices_of(owner.player)) == 2
    moderation.revoke_credentials(operator=anna, player_id=owner.player.pk)
    assert devices_of(owner.now()) == []


# --- The log ---------------------------------------------------------------------------------


def test_the_log_forgets_the_names_of_a_player_who_is_deleted(
    anna: Player, owner: Person, friend: Person
) -> None:
    moderation.rename_player(operator=anna, player_id=owner.player.pk, seen="Owner", name="Otter")
    for person in (owner, friend):
        moderation.hide_player(operator=anna, player_id=person.player.pk)
    delete_account(player=owner.now(), password=None, confirm=True, device=None)
    assert done() == [
        ("Anna", "Deleted player", "Renamed."),
        ("Anna", "Deleted player", "Hidden."),
        ("Anna", "Friend", "Hidden."),
    ]


# --- Whom it concerns ------------------------------------------------------------------------

Service = Callable[..., Player]
SERVICES: list[tuple[Service, dict[str, str]]] = [
    (moderation.hide_player, {}),
    (moderation.show_player, {}),
    (moderation.rename_player, {"seen": "Owner"}),
    (moderation.dismiss_reports, {}),
    (moderation.revoke_credentials, {}),
]


@pytest.mark.parametrize(("service", "arguments"), SERVICES)
def test_nobody_is_not_found(service: Service, arguments: dict[str, str], anna: Player) -> None:
    with nothing_changes(), pytest.raises(NotFound):
        service(operator=anna, player_id=uuid.UUID(NOWHERE), **arguments)
    assert done() == []


@pytest.mark.parametrize(("service", "arguments"), SERVICES)
def test_who_was_deleted_is_left_alone(
    service: Service, arguments: dict[str, str], anna: Player, owner: Person
) -> None:
    Player.objects.filter(pk=owner.player.pk).update(deleted_at=NOON)
    with nothing_changes(), pytest.raises(NotFound):
        service(operator=anna, player_id=owner.player.pk, **arguments)
    assert done() == []


# --- At once ---------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_eight_that_hide_at_once_one_does(
    anna: Player, owner: Person, announced: list[Any]
) -> None:
    def hide() -> Player:
        return moderation.hide_player(operator=anna, player_id=owner.player.pk)

    at_once([hide] * 8)
    assert owner.now().hidden_at == NOON
    assert len(announced) == LogEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_eight_that_rename_at_once_one_does(anna: Player, owner: Person) -> None:
    def rename() -> Player:
        return moderation.rename_player(operator=anna, player_id=owner.player.pk, seen="Owner")

    names = {player.name for player in at_once([rename] * 8)}
    assert names == {owner.now().name}
    assert LogEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_operators_who_hide_each_other_do_not_wait_for_one_another(
    clock: time_machine.Traveller, db: None
) -> None:
    anna, bert = make_operator().player, make_operator("Bert").player

    def hide(operator: Player, player: Player) -> Callable[[], Player]:
        return lambda: moderation.hide_player(operator=operator, player_id=player.pk)

    at_once([hide(anna, bert), hide(bert, anna)])
    assert sorted(done()) == [("Anna", "Bert", "Hidden."), ("Bert", "Anna", "Hidden.")]


# --- What still waits for a confirmation --------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_signing_out_ends_a_change_of_address_that_waits(anna: Player, owner: Person) -> None:
    claim_and_confirm(owner)
    change = {"email": "thief@example.org", "password": "correct horse battery staple"}
    ok(owner.post("/account/email", change), 202)
    key = key_in(last_mail("thief@example.org"))

    moderation.revoke_credentials(operator=anna, player_id=owner.player.pk)

    assert confirm(key).status_code == 422
    assert owner.now().email == "owner@example.org"


@pytest.mark.django_db(transaction=True)
def test_signing_out_leaves_the_claim_of_a_guest(anna: Player, owner: Person) -> None:
    ok(claim(owner), 202)
    key = key_in(last_mail("owner@example.org"))

    moderation.revoke_credentials(operator=anna, player_id=owner.player.pk)
    ok(confirm(key))

    assert owner.now().email == "owner@example.org"
