"""The page of rebuilds: what was asked for, and the buttons for boards and players."""

from collections.abc import Callable

import pytest
import time_machine
from django.http import HttpResponse

from challenges.models import Day, Player
from leaderboards.admin import operations
from leaderboards.models import Rebuild
from leaderboards.services.closing import close_day
from leaderboards.services.rebuilds import work_off
from tests.cast import CLOSES, NOWHERE, TODAY, Queries, at_once, nothing_changes
from tests.leaderboards.results import assert_boards_are_right, stored_boards
from tests.leaderboards.spoiling import due, in_small_pieces, make_players, spoil
from tests.operators import Operator, done, make_operator

pytestmark = pytest.mark.django_db

LIST = "leaderboards/rebuild/"
ALL = f"{LIST}boards/all/rebuild"
BEST_DAY = f"{LIST}boards/best-day/rebuild"
PLAYER = f"{LIST}player"


@pytest.fixture
def wrong(clock: time_machine.Traveller) -> list[Player]:
    players = make_players(5)
    spoil()
    return players


# --- Reading ---------------------------------------------------------------------------------


def test_rebuilds_are_listed_the_newest_first_with_who_asked(
    operator: Operator, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    clock.shift(3600)
    operator.press(BEST_DAY)
    text = operator.see(LIST)
    newest = "Rebuild a board best-day Anna Dec. 2, 2026, 1 p.m. 1 0 0 0 0 Dec. 2, 2026, 1 p.m."
    oldest = "Replay the games of a day 2026-12-01 - Dec. 2, 2026, noon 0 0 0 0 0 -"
    assert f"{newest} {oldest} 2 rebuilds" in text
    assert f"{oldest} 1 rebuild" in operator.see(LIST, state="to-do")
    assert "best-day Anna" not in operator.see(LIST, state="to-do")
    page = operator.see(f"{LIST}{due('audit', TODAY).pk}/change/")
    assert "Kind: Replay the games of a day Subject: 2026-12-01" in page


def test_the_page_takes_few_queries_however_many_there_are(operator: Operator, today: Day) -> None:
    for board in ("day", "best-day", "streak"):
        operator.press(f"{LIST}boards/{board}/rebuild")
    with Queries() as queries:
        operator.see(LIST)
    # The session's player, the count and the page.
    assert len(queries.statements) == 3


def test_nothing_is_added_deleted_or_edited(operator: Operator, today: Day) -> None:
    operator.press(BEST_DAY)
    page = f"{LIST}{Rebuild.objects.get().pk}"
    with nothing_changes():
        assert operator.get(f"{LIST}add/").status_code == 403
        assert operator.get(f"{page}/delete/").status_code == 403
        answer = operator.client.post(f"/admin/{page}/change/", {"subject": "all"})
        assert answer.status_code == 403


# --- Boards ----------------------------------------------------------------------------------


def test_all_boards_are_rebuilt_by_their_button(operator: Operator, wrong: list[Player]) -> None:
    assert "Rebuild: All boards" in operator.see(LIST)
    assert "All boards: rebuilt. Players mended: 5." in operator.press(ALL)
    assert_boards_are_right()
    assert "All boards: rebuilt. Players mended: 0." in operator.press(ALL)
    entry = ("Anna", "Rebuild a board: all", "Asked for a rebuild.")
    assert done() == [entry] * 2
    assert {rebuild.operator for rebuild in Rebuild.objects.all()} == {operator.player}


@pytest.mark.parametrize("board", ["day", "best-day", "streak", "longest-streak", "advent"])
def test_each_board_has_its_button(operator: Operator, wrong: list[Player], board: str) -> None:
    others = {key: rows for key, rows in stored_boards().items() if key[0] != board}
    assert f"Rebuild: Board {board} " in operator.see(LIST)
    text = operator.press(f"{LIST}boards/{board}/rebuild")
    assert f"Board {board}: rebuilt. Players mended: 5." in text
    found = stored_boards()
    assert {key: rows for key, rows in found.items() if key[0] != board} == others
    assert board in {key[0] for key in found}


def test_a_rebuild_that_takes_longer_is_left_to_the_job(
    operator: Operator, wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(operations, "SECONDS_OF_A_BUTTON", 0)
    assert "All boards: being rebuilt; a job goes on with it." in operator.press(ALL)
    operator.press(ALL)
    assert Rebuild.objects.get() == due("board", "all")
    work_off(seconds=30)
    assert_boards_are_right()


def test_a_board_that_is_none_is_told(operator: Operator, today: Day) -> None:
    with nothing_changes():
        assert "There is no board weekly." in operator.press(f"{LIST}boards/weekly/rebuild")
    assert done() == []


@pytest.mark.django_db(transaction=True)
def test_six_that_rebuild_at_once_do_it_together(
    operator: Operator, wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    others = [make_operator(f"Operator {number}") for number in range(6)]

    def pressing(other: Operator) -> Callable[[], HttpResponse]:
        return lambda: other.client.post(f"/admin/{ALL}")

    answers = at_once([pressing(other) for other in others])
    assert {answer.status_code for answer in answers} == {302}
    assert {name for name, _, _ in done()} == {other.player.name for other in others}
    work_off(seconds=30)
    assert_boards_are_right()


# --- Players ---------------------------------------------------------------------------------


def test_a_player_is_rebuilt_by_id(operator: Operator, wrong: list[Player]) -> None:
    one = wrong[2]
    text = operator.press(PLAYER, player=f" {one.pk} ")
    assert f"Player {one.pk} was rebuilt. Players mended: 1." in text
    assert {row[1] for row in stored_boards()["day", 20261201] if row[0] == one} == {202}
    assert "Players mended: 0." in operator.press(PLAYER, player=str(one.pk))
    assert done() == [
        ("Anna", str(one), "Places rebuilt, which differed."),
        ("Anna", str(one), "Places rebuilt."),
    ]


@pytest.mark.parametrize("player", [NOWHERE, "Anna", "", "1" * 5000])
def test_an_id_that_nobody_has_is_told(operator: Operator, today: Day, player: str) -> None:
    with nothing_changes():
        assert "There is no player with this id." in operator.press(PLAYER, player=player)
    assert done() == []


# --- Permissions -----------------------------------------------------------------------------


@pytest.mark.parametrize("button", [ALL, BEST_DAY, PLAYER])
def test_whom_may_only_look_is_offered_nothing_and_refused(
    wrong: list[Player], button: str
) -> None:
    reader = make_operator("Reader", "view_rebuild", "change_day", "change_player")
    text = reader.see(LIST)
    assert "0 rebuilds" in text
    assert "Rebuild:" not in text
    with nothing_changes():
        answer = reader.client.post(f"/admin/{button}", {"player": str(wrong[0].pk)})
        assert answer.status_code == 403
    assert done() == []


def test_who_may_rebuild_needs_no_more_for_it(wrong: list[Player]) -> None:
    rebuilder = make_operator("Rebuilder", "change_rebuild")
    assert "Players mended: 5." in rebuilder.press(ALL)


def test_staff_without_the_permission_does_not_see_the_page(today: Day) -> None:
    nobody = make_operator("Nobody", "view_day")
    assert nobody.get(LIST).status_code == 403
    assert "Rebuilds" not in nobody.see("")


@pytest.mark.parametrize("button", [ALL, BEST_DAY, PLAYER])
def test_nothing_is_done_by_following_a_link(
    operator: Operator, wrong: list[Player], button: str
) -> None:
    with nothing_changes():
        assert operator.get(button).status_code == 405
