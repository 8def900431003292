"""Days in the admin site: their figures, the chain and closing what is due."""

from collections.abc import Callable

import pytest
import time_machine
from django.http import HttpResponse
from pytest_django import Settings

from challenges.models import Day, Player
from leaderboards.services.closing import close_day
from tests.cast import (
    CLOSES,
    MICROSECOND,
    NOON,
    ONE_DAY,
    TODAY,
    Person,
    Queries,
    at_once,
    nothing_changes,
)
from tests.leaderboards.results import finish, make_player
from tests.operators import Operator, done, make_operator, text_of

pytestmark = pytest.mark.django_db

LIST = "challenges/day/"
PAGE = f"{LIST}2026-12-01/change/"
CLOSE = f"{LIST}2026-12-01/close"
FIGURES = "Figures: 3 started, 2 finished, 1 %s, 1 listed, 1 not listed Commitment"


@pytest.fixture
def played(owner: Person, friend: Person, stranger: Person, today: Day) -> Day:
    """Finished by a player who is listed and by a guest, begun by a third."""
    Player.objects.filter(pk=owner.player.pk).update(claimed_at=NOON)
    owner.play_rows(owner.start_daily())
    friend.play_keenly(friend.start_daily())
    stranger.write(stranger.start_daily(), "chance")
    owner.start_solo(day="2026-12-01")
    return today


# --- Reading ---------------------------------------------------------------------------------


def test_days_that_have_begun_are_listed_the_latest_first(operator: Operator, today: Day) -> None:
    text = operator.see(LIST)
    second = "Dec. 2, 2026 open Dec. 1, 2026, 10 a.m. Dec. 3, 2026, noon - 2"
    first = "Dec. 1, 2026 open Nov. 30, 2026, 10 a.m. Dec. 2, 2026, noon - 1"
    assert f"{second} {first} 2 days" in text


@pytest.mark.usefixtures("days_ahead")
def test_days_can_be_filtered_and_found(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    assert "40 days" in operator.see(LIST, status="upcoming")
    assert "42 days" in operator.see(LIST, status="all")
    assert "0 days" in operator.see(LIST, status="due")
    assert "1 day " in operator.see(LIST, q="2026-12-24")
    assert "0 days" in operator.see(LIST, q="2026-12")
    clock.move_to(CLOSES)
    assert "Dec. 1, 2026 due to close" in operator.see(LIST, status="due")


def test_an_open_day_tells_how_many_play_and_not_how_well(operator: Operator, played: Day) -> None:
    text = operator.see(PAGE)
    assert FIGURES % "being played" in text
    assert f"Commitment: {played.commitment}" in text
    assert f"Chain hash: {played.chain_hash}" in text
    assert "Position: 1" in text
    assert "Seed: -" in text


def test_a_day_that_has_ended_and_is_not_closed_tells_no_more(
    operator: Operator, played: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    text = operator.see(PAGE)
    assert "Status: due to close" in text
    assert FIGURES % "expired" in text
    assert "Seed: -" in text


def test_a_closed_day_tells_its_seed(
    operator: Operator, played: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    assert f"Seed: {Day.objects.get(date=TODAY).seed}" in operator.see(PAGE)


def test_a_closed_day_tells_how_well_those_on_its_board_have_played(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    for number, total in enumerate((200, 300, 300, 320)):
        finish(make_player(f"Player {number}"), TODAY, total, NOON)
    finish(make_player("Guest", claimed=False), TODAY, 400, NOON)
    finish(make_player("Hidden", hidden_at=NOON), TODAY, 0, NOON)
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    assert (
        "Figures: 6 started, 6 finished, 0 expired, 4 listed, 2 not listed, "
        "mean total 280.0, spread 46.9, best total 320 "
        "Distribution of the totals Total Players 320 1 300 2 200 1 Commitment"
    ) in operator.see(PAGE)


def test_a_closed_day_that_nobody_finished_has_no_mean(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    assert (
        "Figures: 0 started, 0 finished, 0 expired, 0 listed, 0 not listed Commitment"
    ) in operator.see(PAGE)


def test_pages_take_few_queries(operator: Operator, played: Day) -> None:
    with Queries() as queries:
        operator.see(LIST, status="all")
    # The session's player, the count and the page.
    assert len(queries.statements) == 3
    with Queries() as queries:
        operator.see(PAGE)
    # The session's player, the day, its games and the counts of its board.
    assert len(queries.statements) == 4


# --- The chain -------------------------------------------------------------------------------


@pytest.mark.usefixtures("days_ahead")
def test_a_whole_chain_is_told_to_be_whole(operator: Operator, today: Day) -> None:
    text = operator.see(f"{LIST}chain")
    last = Day.objects.latest("position")
    assert "The chain is whole." in text
    assert f"42 entries. The last hash is: {last.chain_hash}" in text
    assert "missing" not in text


def test_before_the_first_day_the_chain_is_whole_and_days_are_missing(operator: Operator) -> None:
    text = operator.see(f"{LIST}chain")
    assert "The chain is whole." in text
    assert "42 days that should be committed to by now are missing" in text


def test_a_broken_chain_is_told_entry_by_entry(operator: Operator, today: Day) -> None:
    Day.objects.filter(position=2).update(commitment="0" * 64)
    text = operator.see(f"{LIST}chain")
    assert "The chain does not hold." in text
    assert "Position 2, 2026-12-02: the chain is broken here." in text
    assert "The chain is whole." not in text


def test_a_published_seed_that_is_another_one_is_told(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    Day.objects.filter(date=TODAY).update(seed="0" * 64)
    text = operator.see(f"{LIST}chain")
    assert "Position 1, 2026-12-01: its published seed is another one." in text


# --- Closing ---------------------------------------------------------------------------------


def test_a_due_day_is_closed_by_its_button(
    operator: Operator, played: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    assert "Close now" in operator.see(PAGE)
    text = operator.press(CLOSE)
    assert "2026-12-01 is closed. Games expired: 1." in text
    assert "Status: closed" in text
    assert "Close now" not in text
    day = Day.objects.get(date=TODAY)
    assert day.closed_at == CLOSES
    assert done() == [
        ("Anna", "2026-12-01", "Closed. Games expired: 1. Players mended: 0. Counts mended: 0.")
    ]


def test_a_day_that_is_open_is_not_closed(
    operator: Operator, played: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES - MICROSECOND)
    assert "Close now" not in operator.see(PAGE)
    with nothing_changes():
        text = operator.press(CLOSE)
    assert "2026-12-01 is not due: nothing was done." in text
    assert done() == []


def test_a_closed_day_is_not_closed_again(
    operator: Operator, played: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    operator.press(CLOSE)
    clock.move_to(CLOSES + ONE_DAY)
    with nothing_changes():
        assert "2026-12-01 is not due" in operator.press(CLOSE)
    assert len(done()) == 1


def test_of_the_days_chosen_in_the_list_those_due_are_closed(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    chosen = ["2026-12-01", "2026-12-02"]
    text = operator.press(f"{LIST}?status=all", action="close_now", _selected_action=chosen)
    assert "2026-12-01 is closed. Games expired: 0." in text
    assert "2026-12-02 is not due: nothing was done." in text
    assert done() == [
        ("Anna", "2026-12-01", "Closed. Games expired: 0. Players mended: 0. Counts mended: 0.")
    ]
    assert Day.objects.filter(closed_at__isnull=False).count() == 1


@pytest.mark.parametrize("chosen", ["tomorrow", "2026-02-30", "2026-12-01\0"])
def test_what_is_no_day_cannot_be_chosen(operator: Operator, today: Day, chosen: str) -> None:
    action = {"action": "rebuild_now", "_selected_action": ["2026-12-01", chosen]}
    answer = operator.client.post(f"/admin/{LIST}", action)
    assert answer.status_code == 400
    assert "The request is not valid." in text_of(answer)
    assert done() == []


def test_a_day_whose_key_is_missing_stays_as_it_is(
    operator: Operator, played: Day, clock: time_machine.Traveller, settings: Settings
) -> None:
    clock.move_to(CLOSES)
    settings.SEED_KEYS = {"other": b"another key"}
    with nothing_changes():
        text = operator.press(CLOSE)
    assert "2026-12-01 cannot be closed: its seed key is missing, or is another one." in text
    assert done() == []


def test_whom_may_only_look_cannot_close(today: Day, clock: time_machine.Traveller) -> None:
    clock.move_to(CLOSES)
    reader = make_operator("Reader", "view_day")
    assert "Close now" not in reader.see(PAGE)
    with nothing_changes():
        assert reader.client.post(f"/admin/{CLOSE}").status_code == 403
        action = {"action": "close_now", "_selected_action": ["2026-12-01"]}
        reader.client.post(f"/admin/{LIST}", action)
    assert done() == []


def test_a_day_is_not_closed_by_following_a_link(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    with nothing_changes():
        assert operator.get(CLOSE).status_code == 405


def test_nothing_is_added_deleted_or_edited(operator: Operator, today: Day) -> None:
    with nothing_changes():
        assert operator.get(f"{LIST}add/").status_code == 403
        assert operator.get(f"{LIST}2026-12-01/delete/").status_code == 403
        assert operator.client.post(f"/admin/{PAGE}", {"seed": "0" * 64}).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_of_six_that_close_at_once_one_does(
    operator: Operator, played: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    others = [make_operator(f"Operator {number}") for number in range(6)]

    def closing(other: Operator) -> Callable[[], HttpResponse]:
        return lambda: other.client.post(f"/admin/{CLOSE}")

    assert {answer.status_code for answer in at_once([closing(other) for other in others])} == {302}
    assert [message for _, _, message in done()] == [
        "Closed. Games expired: 1. Players mended: 0. Counts mended: 0."
    ]
    assert Day.objects.get(date=TODAY).closed_at == CLOSES
