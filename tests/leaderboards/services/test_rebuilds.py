"""Rebuilds: due once, done in pieces, whoever does them and whenever they are killed."""

import datetime
import uuid

import pytest
import time_machine

from challenges.models import Day, Game, Player
from challenges.services.excuses import count_day_again, excuse_day
from challenges.services.problems import DayNotClosed
from config.errors import NotFound
from leaderboards import tasks
from leaderboards.models import Rebuild, Standing
from leaderboards.services import pieces, rebuilds
from leaderboards.services.closing import close_day, rebuild_day
from leaderboards.services.rebuilds import (
    ask_for,
    carry_out,
    carry_out_streaks,
    rebuild_player,
    request_rebuild,
    work_off,
)
from tests.cast import (
    CLOSES,
    NOON,
    ONE_DAY,
    TODAY,
    Person,
    Queries,
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
from tests.leaderboards.spoiling import (
    due,
    fail_for,
    in_small_pieces,
    make_players,
    mistake,
    spoil,
    stop_at,
)
from tests.operators import done, make_operator

pytestmark = pytest.mark.django_db

AUDIT, DAY, BOARD = Rebuild.Kind.AUDIT, Rebuild.Kind.DAY, Rebuild.Kind.BOARD
STREAKS = Rebuild.Kind.STREAKS


@pytest.fixture
def wrong(clock: time_machine.Traveller) -> list[Player]:
    players = make_players()
    spoil()
    return players


@pytest.fixture
def anna(clock: time_machine.Traveller) -> Player:
    return make_operator().player


# --- Asking ----------------------------------------------------------------------------------


def test_what_is_asked_for_twice_is_due_once_and_begun_anew(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    stop_at(monkeypatch, 3, SystemExit)
    first = ask_for(kind=BOARD, subject="all")
    with pytest.raises(SystemExit):
        work_off(seconds=30)
    assert due("board", "all").after is not None
    assert ask_for(kind=BOARD, subject="all") == first
    again = due("board", "all")
    assert (again.after, again.examined) == (None, 4)


def test_an_operator_is_recorded_with_what_was_asked_for(anna: Player, today: Day) -> None:
    request_rebuild(kind=DAY, subject=str(TODAY), operator=anna)
    request_rebuild(kind=BOARD, subject="streak", operator=anna)
    request_rebuild(kind=STREAKS, subject=str(TODAY), operator=anna)
    assert {rebuild.operator for rebuild in Rebuild.objects.all()} == {anna}
    assert done() == [
        ("Anna", "2026-12-01", "Asked for a rebuild."),
        ("Anna", "Rebuild a board: streak", "Asked for a rebuild."),
        ("Anna", "2026-12-01", "Asked for a rebuild of the streaks."),
    ]


def test_an_operator_is_named_where_a_closing_has_asked(
    anna: Player, today: Day, clock: time_machine.Traveller
) -> None:
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    assert due("audit", TODAY).operator is None
    request_rebuild(kind=AUDIT, subject=str(TODAY), operator=anna)
    assert due("audit", TODAY).operator == anna
    bert = make_operator("Bert").player
    request_rebuild(kind=AUDIT, subject=str(TODAY), operator=bert)
    assert due("audit", TODAY).operator == anna
    asked = "Asked for an audit of the games."
    assert done() == [("Anna", "2026-12-01", asked), ("Bert", "2026-12-01", asked)]


@pytest.mark.parametrize(
    ("kind", "subject", "refusal"),
    [
        (DAY, "2020-01-01", NotFound),
        (AUDIT, "2020-01-01", NotFound),
        (AUDIT, str(TODAY), DayNotClosed),
        (BOARD, "weekly", NotFound),
    ],
)
def test_nothing_is_due_where_there_is_nothing_to_rebuild(
    anna: Player, today: Day, kind: Rebuild.Kind, subject: str, refusal: type[Exception]
) -> None:
    with nothing_changes(), pytest.raises(refusal):
        request_rebuild(kind=kind, subject=subject, operator=anna)
    assert done() == []


# --- Doing -----------------------------------------------------------------------------------


def test_all_boards_are_rebuilt_whatever_was_wrong(wrong: list[Player]) -> None:
    finished = carry_out(ask_for(kind=BOARD, subject="all"))
    assert (finished.examined, finished.mended, finished.finished_at) == (7, 7, NOON)
    assert_boards_are_right()
    again = carry_out(ask_for(kind=BOARD, subject="all"))
    assert (again.examined, again.mended) == (7, 0)


def test_every_place_that_is_mended_is_logged(
    clock: time_machine.Traveller, caplog: pytest.LogCaptureFixture
) -> None:
    make_players(51)
    spoil()
    carry_out(ask_for(kind=BOARD, subject="day"))
    mended = [text for text in caplog.messages if text.startswith("standing mended")]
    assert len(mended) == 102


def test_small_pieces_make_the_same_boards(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    finished = carry_out(ask_for(kind=BOARD, subject="all"))
    assert (finished.examined, finished.mended) == (7, 7)
    assert_boards_are_right()


def test_a_piece_makes_one_count_anew(wrong: list[Player], monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []

    def do_piece(rebuild: Rebuild, ahead: pieces.ReadAhead) -> pieces.Piece:
        with Queries() as queries:
            piece = pieces.do_piece(rebuild, ahead)
        # Whatever is taken away with it.
        counted.append(sum("RETURNING value, change" in sql for sql in queries.statements))
        return piece

    monkeypatch.setattr(rebuilds, "do_piece", do_piece)
    done = carry_out(ask_for(kind=BOARD, subject="streak"))
    # All players; the two days that there are, a piece each.
    assert counted == [0, 1, 1]
    assert done.counts == 1


def test_a_rebuild_of_one_board_leaves_the_others(wrong: list[Player]) -> None:
    others = {key: rows for key, rows in stored_boards().items() if key[0] != "best-day"}
    finished = carry_out(ask_for(kind=BOARD, subject="best-day"))
    assert finished.mended == 7
    found = stored_boards()
    assert {value for _, value, _ in found.pop(("best-day", 0))} == set(range(200, 207))
    assert found == others


def test_the_board_of_an_open_day_is_rebuilt(wrong: list[Player]) -> None:
    finished = carry_out(request_rebuild(kind=DAY, subject=str(TODAY)))
    assert (finished.examined, finished.mended) == (7, 7)
    assert len(stored_boards()["day", 20261201]) == 7


def test_a_day_is_rebuilt_to_its_end_though_somebody_else_mends_some_of_it(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    players = [make_player(f"Player {number}") for number in range(5)]
    for player in players:
        unannounced(player, TODAY, 300)
    find = pieces.differing_players
    passes: list[int] = []

    def found_late(
        date: datetime.date, *, after: uuid.UUID | None, at_most: int
    ) -> list[uuid.UUID]:
        found = find(date, after=after, at_most=at_most)
        passes.append(len(found))
        if found:
            rebuild_player(player_id=found[0])
        return found

    monkeypatch.setattr(pieces, "differing_players", found_late)
    done = carry_out(request_rebuild(kind=DAY, subject=str(TODAY)))
    assert (done.examined, done.mended) == (5, 4)
    # One for all, and one that finds nobody left.
    assert passes == [5, 0]
    assert_boards_are_right()


def test_the_board_of_a_day_is_read_once_for_many_pieces(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    monkeypatch.setattr(pieces, "DIFFERING_AT_ONCE", 4)
    with Queries() as queries:
        done = carry_out(request_rebuild(kind=DAY, subject=str(TODAY)))
    assert (done.examined, done.mended) == (7, 7)
    # Of four, of three, and of none.
    assert len([sql for sql in queries.statements if "HAVING COUNT(*) = 1" in sql]) == 3


def test_a_player_who_cannot_be_mended_does_not_keep_a_rebuild_from_ending(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    monkeypatch.setattr(pieces, "mend_players", lambda *, player_ids: 0)
    done = carry_out(request_rebuild(kind=DAY, subject=str(TODAY)))
    assert (done.examined, done.mended, done.finished_at) == (7, 0, NOON)
    assert rebuild_day(date=TODAY) == (0, 0)


def test_an_audit_mends_games_and_the_places_of_their_players(
    owner: Person, friend: Person, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    Player.objects.filter(name__in=("Owner", "Friend")).update(claimed_at=NOON)
    games = [person.play_rows(person.start_daily())["id"] for person in (owner, friend)]
    true = {game: row_of(game) for game in games}
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    carry_out(due("audit", TODAY))
    right = stored_boards()
    mistake(games[0], total=649)
    mistake(games[1], status="expired", finished_at=None, ply=3)
    close_to = carry_out(request_rebuild(kind=DAY, subject=str(TODAY)))
    assert close_to.mended == 2
    assert stored_boards() != right

    in_small_pieces(monkeypatch)
    audited = carry_out(request_rebuild(kind=AUDIT, subject=str(TODAY)))

    assert (audited.examined, audited.mended) == (2, 2)
    # When it was finished no replay can tell.
    true[games[1]]["finished_at"] = CLOSES
    assert {game: row_of(game) for game in games} == true
    assert_boards_are_right()
    assert carry_out(request_rebuild(kind=AUDIT, subject=str(TODAY))).mended == 0


def test_a_player_is_rebuilt_at_once(wrong: list[Player], anna: Player) -> None:
    one = wrong[3]
    assert rebuild_player(player_id=one.pk, operator=anna) is True
    mine = Standing.objects.filter(player=one).order_by("board", "period")
    assert [row.value for row in mine] == [203, 203, 203, 2, 2, 203]
    assert Standing.objects.exclude(player=one).filter(value=7).count() == 6 * 3
    assert rebuild_player(player_id=one.pk, operator=anna) is False
    assert done() == [
        ("Anna", str(one), "Places rebuilt, which differed."),
        ("Anna", str(one), "Places rebuilt."),
    ]


def test_a_player_who_is_not_there_is_not_found(wrong: list[Player], today: Day) -> None:
    gone = wrong[0].pk
    Standing.objects.filter(player=gone).delete()
    Game.objects.filter(player=gone).delete()
    Player.objects.filter(pk=gone).delete()
    with nothing_changes(), pytest.raises(NotFound):
        rebuild_player(player_id=gone)


# --- The job ---------------------------------------------------------------------------------


def test_the_job_does_all_that_is_due(wrong: list[Player], clock: time_machine.Traveller) -> None:
    first = ask_for(kind=DAY, subject=str(TODAY))
    clock.shift(60)
    second = ask_for(kind=BOARD, subject="all")
    assert {*work_off(seconds=30)} == {first, second}
    assert_boards_are_right()
    with nothing_changes():
        tasks.work_off_rebuilds()


def test_what_is_due_takes_turns_and_streaks_come_first(
    wrong: list[Player], clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    worked: list[str] = []

    def do_piece(rebuild: Rebuild, ahead: pieces.ReadAhead) -> pieces.Piece:
        worked.append(f"{rebuild.kind} {rebuild.subject}")
        clock.shift(1)
        return pieces.do_piece(rebuild, ahead)

    monkeypatch.setattr(rebuilds, "do_piece", do_piece)
    yesterday = TODAY - ONE_DAY
    ask_for(kind=BOARD, subject="all")
    for kind, date in ((DAY, TODAY), (DAY, yesterday), (STREAKS, TODAY)):
        clock.shift(60)
        ask_for(kind=kind, subject=str(date))
    work_off(seconds=30)
    # Seven players: four pieces, two at a time.
    assert worked[:4] == [f"streaks {TODAY}"] * 4
    turn = ["board all", f"day {TODAY}", f"day {yesterday}"]
    assert worked[4:8] == [*turn, "board all"]
    assert not Rebuild.objects.filter(finished_at=None).exists()
    assert_boards_are_right()


def test_the_job_folds_changes_and_finds_none_the_next_time(clock: time_machine.Traveller) -> None:
    finish(make_player(), TODAY, 300)
    tasks.fold_changes()
    assert_boards_are_right()
    with nothing_changes():
        tasks.fold_changes()


@pytest.mark.usefixtures("days_ahead")
@pytest.mark.parametrize("piece", [1, 2, 4, 6, 90])
def test_a_run_that_is_killed_is_gone_on_with(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch, piece: int, today: Day
) -> None:
    in_small_pieces(monkeypatch)
    ask_for(kind=BOARD, subject="all")
    with monkeypatch.context() as patch:
        stop_at(patch, piece, SystemExit)
        with pytest.raises(SystemExit):
            tasks.work_off_rebuilds()
    assert due("board", "all").examined == min(2 * (piece - 1), 7)
    tasks.work_off_rebuilds()
    assert_boards_are_right()
    finished = Rebuild.objects.get()
    assert (finished.examined, finished.mended) == (7, 7)


def test_a_rebuild_that_fails_does_not_keep_those_after_it_from_being_done(
    wrong: list[Player],
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    ask_for(kind=DAY, subject=str(TODAY))
    clock.shift(60)
    ask_for(kind=BOARD, subject="all")
    with monkeypatch.context() as patch:
        fail_for(patch, str(TODAY))
        with pytest.raises(ExceptionGroup, match="1 rebuilds failed") as failed:
            tasks.work_off_rebuilds()
    assert [str(error) for error in failed.value.exceptions] == [str(TODAY)]
    assert "Rebuild a day: 2026-12-01: failed" in caplog.text
    assert "Traceback" in caplog.text
    assert_boards_are_right()
    left = due("day", TODAY)
    assert (left.examined, left.mended) == (0, 0)
    tasks.work_off_rebuilds()
    assert not Rebuild.objects.filter(finished_at=None).exists()


# --- Streaks ---------------------------------------------------------------------------------


def test_an_excused_day_is_stepped_over_once_its_streaks_are_rebuilt(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    players = make_players(3)
    for player in players:
        finish(player, TODAY + 2 * ONE_DAY, 250)
    before = stored_boards()
    Day.objects.get_or_create(
        date=TODAY + ONE_DAY,
        defaults={
            "position": 1,
            "key_id": "none",
            "commitment": "0",
            "chain_hash": "0",
            "opens_at": NOON,
            "closes_at": CLOSES,
        },
    )
    excuse_day(operator=None, date=TODAY + ONE_DAY)
    rebuilt = carry_out_streaks(date=TODAY + ONE_DAY)
    assert rebuilt is not None
    assert (rebuilt.examined, rebuilt.mended) == (3, 3)
    assert {value for _, value, _ in stored_boards()["streak", 20261203]} == {3}
    assert_boards_are_right()
    count_day_again(operator=None, date=TODAY + ONE_DAY)
    carry_out_streaks(date=TODAY + ONE_DAY)
    assert stored_boards() == before


def test_a_day_that_was_never_excused_has_no_streaks_to_rebuild(today: Day) -> None:
    with nothing_changes():
        assert carry_out_streaks(date=TODAY) is None


# --- At the same time ------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_four_that_work_at_once_rebuild_everything(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    asked = [
        ask_for(kind=BOARD, subject="all"),
        ask_for(kind=DAY, subject=str(TODAY)),
        ask_for(kind=DAY, subject=str(TODAY - ONE_DAY)),
        ask_for(kind=BOARD, subject="streak"),
    ]
    at_once([lambda: work_off(seconds=30)] * 4)
    work_off(seconds=30)
    assert not Rebuild.objects.filter(finished_at=None).exists()
    assert Rebuild.objects.count() == len(asked)
    assert_boards_are_right()


@pytest.mark.django_db(transaction=True)
def test_a_command_and_a_job_share_a_rebuild(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    asked = ask_for(kind=BOARD, subject="all")
    at_once([lambda: carry_out(asked)] * 2 + [lambda: work_off(seconds=30)] * 2)
    asked.refresh_from_db()
    assert (asked.examined, asked.mended, asked.finished_at) == (7, 7, NOON)
    assert_boards_are_right()


@pytest.mark.django_db(transaction=True)
def test_of_six_that_ask_at_once_one_makes_it_due(clock: time_machine.Traveller) -> None:
    asked = at_once([lambda: ask_for(kind=BOARD, subject="all")] * 6)
    assert len({rebuild.pk for rebuild in asked}) == 1
    assert Rebuild.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_games_are_finished_while_boards_are_rebuilt(
    wrong: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    asked = ask_for(kind=BOARD, subject="all")
    calls = [
        lambda player=player: finish(player, TODAY + ONE_DAY, 260 + len(player.name))
        for player in wrong
    ]
    at_once([*calls, lambda: carry_out(asked)])
    carry_out(ask_for(kind=BOARD, subject="all"))
    assert_boards_are_right()


@pytest.mark.django_db(transaction=True)
def test_a_day_is_excused_and_counts_again_while_its_streaks_are_rebuilt(
    today: Day, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    players = make_players(6)

    def change() -> None:
        excuse_day(operator=None, date=TODAY)
        count_day_again(operator=None, date=TODAY)

    def rebuild() -> None:
        for _ in range(6):
            carry_out_streaks(date=TODAY)

    calls = [
        lambda player=player: finish(player, TODAY + ONE_DAY, 250) and None for player in players
    ]
    at_once([change, change, change, rebuild, rebuild, *calls])
    work_off(seconds=30)
    assert_boards_are_right()
