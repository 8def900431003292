"""The buttons beside a day, closing aside: its board, its games and whether it counts."""

from collections.abc import Callable

import pytest
import time_machine
from django.http import HttpResponse

from challenges.models import Day, Game, Player
from challenges.services.excuses import excuse_day
from leaderboards.admin import operations
from leaderboards.models import Rebuild, Standing
from leaderboards.services.closing import close_day
from leaderboards.services.rebuilds import work_off
from leaderboards.services.standings import rebuild_players
from tests.cast import (
    CLOSES,
    NOON,
    ONE_DAY,
    OPENS,
    TODAY,
    Person,
    at_once,
    nothing_changes,
    row_of,
)
from tests.leaderboards.results import (
    assert_boards_are_right,
    finish,
    make_player,
    stored_boards,
    unannounced,
)
from tests.leaderboards.spoiling import due, in_small_pieces, mistake
from tests.operators import Operator, done, make_operator

pytestmark = pytest.mark.django_db

LIST = "challenges/day/"
PAGE = f"{LIST}2026-12-01/change/"
REBUILD, AUDIT, EXCUSE, COUNT_AGAIN = (
    f"{LIST}2026-12-01/{name}" for name in ("rebuild", "audit", "excuse", "count-again")
)
BUTTONS = {
    REBUILD: "Rebuild the board",
    AUDIT: "Audit the games",
    EXCUSE: "Excuse from streaks",
    COUNT_AGAIN: "Let it count again",
}


@pytest.fixture
def unheard(today: Day) -> list[Player]:
    """Five who have finished today, of which no board has heard."""
    players = [make_player(f"Player {number}") for number in range(5)]
    for player in players:
        unannounced(player, TODAY, 300, NOON)
    return players


@pytest.fixture
def moved_on(clock: time_machine.Traveller) -> Callable[[], None]:
    def close() -> None:
        clock.move_to(CLOSES)
        close_day(date=TODAY)

    return close


def offered(operator: Operator, page: str = PAGE) -> set[str]:
    text = operator.see(page)
    return {name for name in BUTTONS.values() if name in text}


@pytest.mark.usefixtures("days_ahead")
def test_a_day_offers_what_can_be_done_to_it(
    operator: Operator, today: Day, moved_on: Callable[[], None]
) -> None:
    assert offered(operator) == {"Rebuild the board", "Excuse from streaks"}
    assert offered(operator, f"{LIST}2026-12-24/change/") == {"Excuse from streaks"}
    excuse_day(operator=None, date=TODAY)
    assert offered(operator) == {"Rebuild the board", "Let it count again"}
    moved_on()
    expected = {"Rebuild the board", "Audit the games", "Let it count again"}
    assert offered(operator) == expected


# --- The board -------------------------------------------------------------------------------


def test_the_board_of_an_open_day_is_rebuilt_by_its_button(
    operator: Operator, unheard: list[Player]
) -> None:
    assert "2026-12-01 was rebuilt. Players mended: 5." in operator.press(REBUILD)
    assert_boards_are_right()
    boards = stored_boards()
    assert "2026-12-01 was rebuilt. Players mended: 0." in operator.press(REBUILD)
    assert stored_boards() == boards
    assert done() == [("Anna", "2026-12-01", "Asked for a rebuild.")] * 2
    assert {rebuild.operator for rebuild in Rebuild.objects.all()} == {operator.player}


def test_the_board_of_a_closed_day_is_rebuilt_by_its_button(
    operator: Operator, unheard: list[Player], moved_on: Callable[[], None]
) -> None:
    moved_on()
    right = stored_boards()
    Standing.objects.filter(board=1).update(value=1)
    assert "2026-12-01 was rebuilt. Players mended: 5." in operator.press(REBUILD)
    assert stored_boards() == right


def test_what_takes_longer_is_left_to_the_job(
    operator: Operator, unheard: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "SECONDS_OF_A_BUTTON", 0)
    text = operator.press(REBUILD)
    assert "2026-12-01 is being rebuilt; a job goes on with it." in text
    operator.press(REBUILD)
    assert Rebuild.objects.get() == due("day", TODAY)
    work_off(seconds=30)
    assert_boards_are_right()


def test_of_the_days_chosen_in_the_list_all_are_rebuilt(
    operator: Operator, unheard: list[Player]
) -> None:
    for player in unheard[:3]:
        unannounced(player, TODAY + ONE_DAY, 200, NOON)
    chosen = ["2026-12-01", "2026-12-02"]
    text = operator.press(LIST, action="rebuild_now", _selected_action=chosen)
    assert "2026-12-01 was rebuilt. Players mended: 5." in text
    # Whoever is mended is mended on all boards.
    assert "2026-12-02 was rebuilt. Players mended: 0." in text
    assert_boards_are_right()


@pytest.mark.django_db(transaction=True)
def test_six_that_rebuild_at_once_do_it_together(
    operator: Operator, unheard: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    others = [make_operator(f"Operator {number}") for number in range(6)]

    def pressing(other: Operator) -> Callable[[], HttpResponse]:
        return lambda: other.client.post(f"/admin/{REBUILD}")

    answers = at_once([pressing(other) for other in others])
    assert {answer.status_code for answer in answers} == {302}
    work_off(seconds=30)
    assert not Rebuild.objects.filter(finished_at=None).exists()
    assert {name for name, _, _ in done()} == {other.player.name for other in others}
    assert_boards_are_right()


# --- The games -------------------------------------------------------------------------------


def test_the_games_of_a_closed_day_are_audited(
    operator: Operator, owner: Person, friend: Person, moved_on: Callable[[], None]
) -> None:
    Player.objects.filter(pk=owner.player.pk).update(claimed_at=NOON)
    finished = owner.play_rows(owner.start_daily())["id"]
    expired = friend.write(friend.start_daily(), "chance")["id"]
    moved_on()
    work_off(seconds=30)
    true, boards = list(Game.objects.order_by("pk").values()), stored_boards()
    mistake(finished, total=649, ply=3)
    mistake(expired, status="playing")

    assert "The games of 2026-12-01 were audited. Games mended: 2." in operator.press(AUDIT)

    assert list(Game.objects.order_by("pk").values()) == true
    assert stored_boards() == boards
    assert "Games mended: 0." in operator.press(AUDIT)
    assert done() == [("Anna", "2026-12-01", "Asked for an audit of the games.")] * 2


def test_games_that_cannot_be_replayed_or_have_no_dice_are_told(
    operator: Operator, owner: Person, friend: Person, moved_on: Callable[[], None]
) -> None:
    game = owner.write(owner.start_daily(), "chance")
    friend.start_daily()
    moved_on()
    mistake(game["id"], moves="garbage")
    told = "were audited. Games mended: 0. Cannot be replayed: 1."
    assert told in operator.press(AUDIT)
    Day.objects.filter(date=TODAY).update(seed="00" * 32)
    told = "are being audited; a job goes on with it. Without dice now: 2."
    assert told in operator.press(AUDIT)


def test_the_places_of_those_whose_games_were_mended_are_rebuilt(
    operator: Operator, owner: Person, moved_on: Callable[[], None]
) -> None:
    Player.objects.filter(pk=owner.player.pk).update(claimed_at=NOON)
    game = owner.play_rows(owner.start_daily())
    moved_on()
    mistake(game["id"], total=649)
    operator.press(REBUILD)
    assert {value for _, value, _ in stored_boards()["best-day", 0]} == {649}
    operator.press(AUDIT)
    assert row_of(game["id"])["total"] == game["total"]
    assert {value for _, value, _ in stored_boards()["best-day", 0]} == {game["total"]}
    assert_boards_are_right()


def test_the_games_of_a_day_that_is_not_closed_are_not_audited(
    operator: Operator, owner: Person, clock: time_machine.Traveller
) -> None:
    mistake(owner.start_daily()["id"], total=1)
    for moment in (NOON, CLOSES):
        clock.move_to(moment)
        with nothing_changes():
            assert "2026-12-01 is not closed: nothing was done." in operator.press(AUDIT)
    assert done() == []


def test_an_audit_that_takes_longer_is_left_to_the_job(
    operator: Operator,
    owner: Person,
    moved_on: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = owner.write(owner.start_daily(), "chance")
    moved_on()
    mistake(game["id"], total=1)
    monkeypatch.setattr(operations, "SECONDS_OF_A_BUTTON", 0)
    chosen = ["2026-12-01"]
    text = operator.press(LIST, action="audit_now", _selected_action=chosen)
    assert "The games of 2026-12-01 are being audited; a job goes on with it." in text
    work_off(seconds=30)
    assert row_of(game["id"])["total"] == game["total"]


# --- Excuses ---------------------------------------------------------------------------------


def test_a_day_is_excused_and_counts_again(
    operator: Operator, unheard: list[Player], clock: time_machine.Traveller
) -> None:
    rebuild_players(player_ids=[player.pk for player in unheard])
    player = make_player("Anders")
    for date in (TODAY - ONE_DAY, TODAY, TODAY + ONE_DAY):
        finish(player, date, 300, NOON)
    boards = stored_boards()

    text = operator.press(EXCUSE)

    # The five have one day less as well.
    assert "2026-12-01 is excused. Players mended: 6." in text
    assert "Status: open, excused" in text
    assert {value for one, value, _ in stored_boards()["streak", 20261202]} == {2}
    assert_boards_are_right()
    text = operator.press(COUNT_AGAIN)
    assert "2026-12-01 counts again. Players mended: 6." in text
    assert stored_boards() == boards
    assert_boards_are_right()
    assert done() == [
        ("Anna", "2026-12-01", "Excused."),
        ("Anna", "2026-12-01", "Counts again."),
    ]


def test_pressed_twice_nothing_more_is_done(operator: Operator, today: Day) -> None:
    with nothing_changes():
        text = operator.press(COUNT_AGAIN)
    assert "2026-12-01 is not excused: nothing was done." in text
    operator.press(EXCUSE)
    with nothing_changes():
        assert "2026-12-01 is excused already: nothing was done." in operator.press(EXCUSE)
    assert len(done()) == 1


def test_streaks_that_take_longer_are_left_to_the_job(
    operator: Operator, today: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = make_player()
    for date in (TODAY - ONE_DAY, TODAY + ONE_DAY):
        finish(player, date, 300, NOON)
    monkeypatch.setattr(operations, "SECONDS_OF_A_BUTTON", 0)
    text = operator.press(EXCUSE)
    assert (
        "2026-12-01 is excused. The streaks around it are being rebuilt; a job goes on with it."
    ) in text
    work_off(seconds=30)
    assert {value for _, value, _ in stored_boards()["streak", 20261202]} == {2}


def test_days_are_excused_and_count_again_from_the_list(operator: Operator, today: Day) -> None:
    chosen = ["2026-12-01", "2026-12-02"]
    text = operator.press(LIST, action="excuse_now", _selected_action=chosen)
    assert "2026-12-01 is excused." in text
    assert "2026-12-02 is excused." in text
    assert "open, excused" in text
    text = operator.press(LIST, action="count_again_now", _selected_action=chosen)
    assert "2026-12-02 counts again." in text
    assert not Day.objects.exclude(excused_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_of_six_that_excuse_at_once_one_does(operator: Operator, today: Day) -> None:
    others = [make_operator(f"Operator {number}") for number in range(6)]

    def pressing(other: Operator) -> Callable[[], HttpResponse]:
        return lambda: other.client.post(f"/admin/{EXCUSE}")

    answers = at_once([pressing(other) for other in others])
    assert {answer.status_code for answer in answers} == {302}
    assert [message for _, _, message in done()] == ["Excused."]


# --- Refusals --------------------------------------------------------------------------------


@pytest.mark.parametrize("button", BUTTONS)
def test_a_date_that_is_no_day_is_told(operator: Operator, today: Day, button: str) -> None:
    with nothing_changes():
        answer = operator.client.post(f"/admin/{button.replace('2026-12-01', '2020-01-01')}")
    assert answer.status_code == 302
    assert "There is no day 2020-01-01." in operator.see(LIST)
    assert done() == []


@pytest.mark.parametrize("button", BUTTONS)
def test_whom_may_only_look_is_offered_nothing_and_refused(
    unheard: list[Player], moved_on: Callable[[], None], button: str
) -> None:
    moved_on()
    reader = make_operator("Reader", "view_day", "change_player", "change_rebuild")
    assert offered(reader) == set()
    with nothing_changes():
        assert reader.client.post(f"/admin/{button}").status_code == 403
    assert done() == []


@pytest.mark.parametrize(
    "action", ["close_now", "rebuild_now", "audit_now", "excuse_now", "count_again_now"]
)
def test_whom_may_only_look_can_choose_no_action(
    unheard: list[Player], clock: time_machine.Traveller, action: str
) -> None:
    clock.move_to(CLOSES)
    reader = make_operator("Reader", "view_day")
    with nothing_changes():
        chosen = {"action": action, "_selected_action": ["2026-12-01"]}
        reader.client.post(f"/admin/{LIST}", chosen)
    assert done() == []


@pytest.mark.parametrize("button", BUTTONS)
def test_nothing_is_done_by_following_a_link(
    operator: Operator, unheard: list[Player], button: str
) -> None:
    with nothing_changes():
        assert operator.get(button).status_code == 405


@pytest.mark.usefixtures("days_ahead")
def test_a_day_that_has_not_begun_has_an_empty_board(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(OPENS)
    text = operator.press(REBUILD.replace("2026-12-01", "2026-12-24"))
    assert "2026-12-24 was rebuilt. Players mended: 0." in text
