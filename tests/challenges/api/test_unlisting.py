"""PATCH /me with `listed`: off the boards by choice, and back on them."""

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine

from challenges.models import Player
from challenges.services.moderation import hide_player, show_player
from challenges.signals import player_visibility_changed
from tests.cast import NOON, ONE_DAY, Caller, Json, Person, at_once, nothing_changes, ok, refused
from tests.challenges.accounts import claim_and_confirm
from tests.operators import make_operator

pytestmark = pytest.mark.django_db


@pytest.fixture
def member(owner: Person) -> Person:
    """Whose address is confirmed, which sends mail only where transactions end."""
    Player.objects.filter(pk=owner.player.pk).update(email="owner@example.org", claimed_at=NOON)
    return owner


@pytest.fixture
def announced() -> Iterator[list[Any]]:
    """Since when the players whose change was announced were unlisted, in the row as well."""
    heard: list[Any] = []

    def hear(player: Player, **kwargs: Any) -> None:
        stored = Player.objects.get(pk=player.pk)
        assert stored.unlisted_at == player.unlisted_at
        heard.append((player.name, player.unlisted_at))

    player_visibility_changed.connect(hear)
    yield heard
    player_visibility_changed.disconnect(hear)


def listing(profile: Json) -> tuple[bool, bool]:
    return profile["listed"], profile["unlisted"]


def set_listed(person: Person, value: bool) -> tuple[bool, bool]:
    return listing(ok(person.patch("/me", {"listed": value})))


def unlisted_at(person: Person) -> datetime.datetime | None:
    return person.now().unlisted_at


def test_a_player_leaves_the_boards_and_comes_back(member: Person, announced: list[Any]) -> None:
    assert listing(ok(member.get("/me"))) == (True, False)
    assert set_listed(member, False) == (False, True)
    assert unlisted_at(member) == NOON
    assert set_listed(member, True) == (True, False)
    assert unlisted_at(member) is None
    assert announced == [("Owner", NOON), ("Owner", None)]


def test_a_repeat_changes_nothing_and_tells_nobody(
    member: Person, clock: time_machine.Traveller, announced: list[Any]
) -> None:
    with nothing_changes():
        set_listed(member, True)
    assert announced == []
    set_listed(member, False)
    clock.move_to(NOON + ONE_DAY)
    with nothing_changes():
        assert set_listed(member, False) == (False, True)
    assert announced == [("Owner", NOON)]


def test_other_changes_tell_nobody(member: Person, announced: list[Any]) -> None:
    ok(member.patch("/me", {"name": "Åsa", "die": "christmas"}))
    assert announced == []


@pytest.mark.django_db(transaction=True)
def test_a_guest_who_said_so_beforehand_stays_off_the_boards(owner: Person) -> None:
    assert set_listed(owner, False) == (False, True)
    claim_and_confirm(owner)
    assert listing(ok(owner.get("/me"))) == (False, True)
    assert set_listed(owner, True) == (True, False)


def test_who_is_hidden_does_not_come_back_by_choice(member: Person) -> None:
    operator = make_operator().player
    hide_player(operator=operator, player_id=member.player.pk)
    assert set_listed(member, True) == (False, False)
    assert set_listed(member, False) == (False, True)
    show_player(operator=operator, player_id=member.player.pk)
    assert listing(ok(member.get("/me"))) == (False, True)


def test_nobody_unlists_without_credentials(anybody: Caller, member: Person) -> None:
    with nothing_changes():
        refused(anybody.patch("/me", {"listed": False}), 401, "not_authenticated")


def test_a_refused_die_leaves_the_player_listed(
    member: Person, clock: time_machine.Traveller, announced: list[Any]
) -> None:
    clock.move_to(datetime.datetime(2027, 1, 4, 12, tzinfo=datetime.UTC))
    with nothing_changes():
        answer = member.patch("/me", {"listed": False, "die": "christmas"})
        problem = refused(answer, 400, "invalid")
    assert list(problem["errors"]) == ["die"]
    assert announced == []


def test_a_receiver_that_fails_undoes_the_choice(member: Person) -> None:
    def fail(**kwargs: Any) -> None:
        raise RuntimeError

    player_visibility_changed.connect(fail)
    try:
        with nothing_changes(), pytest.raises(RuntimeError):
            member.patch("/me", {"name": "Åsa", "listed": False})
    finally:
        player_visibility_changed.disconnect(fail)


@pytest.mark.django_db(transaction=True)
def test_of_eight_that_unlist_at_once_one_is_announced(
    member: Person, announced: list[Any]
) -> None:
    callers = [Caller(token=member.token) for _ in range(8)]
    answers = at_once(
        [
            lambda caller=caller: caller.patch("/me", {"listed": False})  # type: ignore[misc]
            for caller in callers
        ]
    )
    assert [listing(ok(answer)) for answer in answers] == [(False, True)] * 8
    assert announced == [("Owner", NOON)]
