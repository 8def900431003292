"""The board of a day's skill: what a review does to it, rebuilds of it, and who is on it."""

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection, transaction

from challenges import signals
from challenges.models import Day, Game, Player, Review
from challenges.services.moderation import hide_player, show_player
from challenges.services.perfect_play.looking_back import look_back
from challenges.services.perfect_play.reviews import review_of
from leaderboards.models import Histogram, Rebuild, Standing
from leaderboards.services.closing import Closing, close_day
from leaderboards.services.counts import fold_changes
from leaderboards.services.dry_runs import Findings, examine_board, examine_day
from leaderboards.services.rebuilds import ask_for, carry_out, rebuild_player
from leaderboards.services.standings import rebuild_players
from tests.cast import CLOSES, NOON, TODAY, Person, Queries, at_once, make_person
from tests.friends.table import finish_daily, finish_solo
from tests.leaderboards.results import (
    ONE_DAY,
    assert_boards_are_right,
    finish,
    make_player,
    review,
    stored_boards,
    unannounced,
    unannounced_review,
)
from tests.leaderboards.spoiling import in_small_pieces, stop_at
from tests.operators import make_operator

pytestmark = pytest.mark.django_db

BOARD, DAY = Rebuild.Kind.BOARD, Rebuild.Kind.DAY
PASSWORD = "a-password-of-the-tests"
SKILL = ("day-skill", 20261201)


@pytest.fixture
def reviewed(clock: time_machine.Traveller) -> list[Player]:
    """Seven who have played yesterday and today."""
    players = [make_player(f"Player {number}") for number in range(7)]
    for number, player in enumerate(players):
        for date in (TODAY - ONE_DAY, TODAY):
            review(finish(player, date, 200 + number), 300 + number // 2)
    assert_boards_are_right()
    return players


def spoil() -> None:
    """One is missing, one is wrong, one is nobody's; so is the count."""
    fold_changes()
    of_today = Standing.objects.filter(board=6, period=20261201).order_by("player")
    first, second = of_today[:2]
    first.delete()
    Standing.objects.filter(pk=second.pk).update(value=7)
    Standing.objects.create(
        player=make_player("Nobody"), board=6, period=20261201, value=9, reached_at=NOON
    )
    Histogram.objects.filter(board=6, period=20261201).delete()


# --- Rebuilds --------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "subject"), [(BOARD, "day-skill"), (BOARD, "all"), (DAY, TODAY)])
def test_a_rebuild_gives_the_same_board_row_for_row(
    reviewed: list[Player],
    monkeypatch: pytest.MonkeyPatch,
    kind: Rebuild.Kind,
    subject: object,
) -> None:
    in_small_pieces(monkeypatch)
    before = stored_boards()
    spoil()
    done = carry_out(ask_for(kind=kind, subject=str(subject)))
    assert (done.mended, done.counts) == (3, 1)
    assert stored_boards() == before
    assert_boards_are_right()
    assert carry_out(ask_for(kind=kind, subject=str(subject))).mended == 0


def test_a_dry_run_finds_what_differs_and_changes_nothing(reviewed: list[Player]) -> None:
    spoil()
    before = stored_boards()
    assert examine_board("day-skill") == Findings(players=3, counts=1)
    assert examine_board("day") == Findings(players=0, counts=0)
    assert stored_boards() == before


def test_a_dry_run_of_a_day_looks_at_both_of_its_boards(reviewed: list[Player]) -> None:
    spoil()
    Histogram.objects.filter(board=1, period=20261201).delete()
    assert examine_day(TODAY) == Findings(players=3, counts=2)


def test_a_rebuild_that_is_killed_is_gone_on_with(
    reviewed: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    in_small_pieces(monkeypatch)
    spoil()
    asked = ask_for(kind=BOARD, subject="day-skill")
    with monkeypatch.context() as patch:
        stop_at(patch, 3, SystemExit)
        with pytest.raises(SystemExit):
            carry_out(asked)
    assert carry_out(asked).mended == 3
    assert_boards_are_right()


def test_a_rebuild_takes_in_reviews_that_no_board_has_heard_of(
    clock: time_machine.Traveller,
) -> None:
    player = make_player()
    unannounced_review(unannounced(player, TODAY, 300), 371)
    assert rebuild_player(player_id=player.pk)
    assert {value for _, value, _ in stored_boards()[SKILL]} == {371}
    assert_boards_are_right()


def test_closing_mends_the_skill_that_was_placed_before(
    today: Day, clock: time_machine.Traveller
) -> None:
    players = [make_player(f"Player {number}") for number in range(3)]
    for player in players:
        review(finish(player, TODAY, 300), 371)
    fold_changes()
    Standing.objects.filter(board=6, player=players[0]).delete()
    clock.move_to(CLOSES)
    assert close_day(date=TODAY) == Closing(TODAY, 0, mended=1, counts=1)
    assert_boards_are_right()


def test_by_command_it_is_rebuilt_like_any_other(
    reviewed: list[Player], capsys: pytest.CaptureFixture[str]
) -> None:
    spoil()
    call_command("rebuild_board", "day-skill", "--dry-run")
    call_command("rebuild_board", "day-skill")
    assert capsys.readouterr().out == (
        "3 players differ, 1 counts are wrong.\n3 players mended, 1 counts mended.\n"
    )


# --- Who is on it ----------------------------------------------------------------------------


def test_who_is_hidden_leaves_it_and_comes_back_as_before(reviewed: list[Player]) -> None:
    before, operator = stored_boards(), make_operator().player
    hide_player(operator=operator, player_id=reviewed[3].pk)
    assert reviewed[3] not in {row[0] for row in stored_boards()[SKILL]}
    assert_boards_are_right()
    show_player(operator=operator, player_id=reviewed[3].pk)
    assert stored_boards() == before


def test_who_is_deleted_leaves_it(owner: Person, clock: time_machine.Traveller) -> None:
    player = owner.now()
    player.set_password(PASSWORD)
    player.claimed_at = NOON
    player.save()
    review(finish_daily(owner), 371)
    assert len(stored_boards()[SKILL]) == 1
    assert owner.delete("/me", {"password": PASSWORD}).status_code == 204
    assert SKILL not in stored_boards()
    assert_boards_are_right()


def test_a_reviewed_game_is_placed_with_as_many_queries_at_any_number_of_games(
    clock: time_machine.Traveller,
) -> None:
    player = make_player()
    counts = []
    for number in range(3):
        game = finish(player, TODAY + number * ONE_DAY, 250)
        with Queries() as queries:
            review(game, 300)
        counts.append(len(queries.statements))
    # The review; the player, the calendar (PostgreSQL); the game, the places; the new place, and
    # the change of its count.
    assert counts == [6 + (connection.vendor == "postgresql")] * 3


def test_a_piece_is_placed_with_as_many_queries_as_a_game(clock: time_machine.Traveller) -> None:
    counts = []
    for number in (1, 5):
        games = [finish(make_player(), TODAY, 250) for _ in range(number)]
        for game in games:
            unannounced_review(game, 300)
        with Queries() as queries, transaction.atomic():
            signals.games_reviewed.send(Game, games=games)
        counts.append(len(queries.statements))
    # The players, the calendar (PostgreSQL); the games, the places; the new places, and the
    # changes of their counts.
    assert counts == [5 + (connection.vendor == "postgresql")] * 2
    assert_boards_are_right()


def test_of_a_piece_those_are_placed_who_are_listed(
    owner: Person, clock: time_machine.Traveller
) -> None:
    names = ("Listed", "Hidden", "Unlisted", "Guest")
    players = listed, hidden, unlisted, guest = [make_player(name) for name in names]
    Player.objects.filter(pk=unlisted.pk).update(unlisted_at=NOON)
    Player.objects.filter(pk=guest.pk).update(claimed_at=None)
    hide_player(operator=make_operator().player, player_id=hidden.pk)
    games = [finish(player, TODAY, 250) for player in players] + [finish_solo(owner, "maxi")]
    for game in games:
        unannounced_review(game, 300)
    with transaction.atomic():
        signals.games_reviewed.send(Game, games=games)
    assert {row[0] for row in stored_boards()[SKILL]} == {listed}
    assert_boards_are_right()


# --- Reviews that were computed --------------------------------------------------------------


@pytest.mark.usefixtures("solved_tables")
def test_the_job_places_all_listed_players_of_a_day(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    for person in (owner, friend):
        Player.objects.filter(pk=person.player.pk).update(claimed_at=NOON)
    for person in (owner, friend, stranger):
        finish_daily(person)
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    look_back(seconds=60)
    skills = dict(Review.objects.values_list("game__player", "skill"))
    assert stored_boards()[SKILL] == {
        (person.now(), skills[person.player.pk], NOON) for person in (owner, friend)
    }
    assert len(skills) == 3
    assert_boards_are_right()


@pytest.mark.usefixtures("solved_tables")
@pytest.mark.django_db(transaction=True)
def test_players_are_hidden_and_rebuilt_while_their_games_are_reviewed(
    clock: time_machine.Traveller,
) -> None:
    people = [make_person(f"Player {number}") for number in range(6)]
    Player.objects.update(claimed_at=NOON)
    games = [finish_daily(person) for person in people]
    rebuild_players(player_ids=[person.player.pk for person in people])
    clock.move_to(CLOSES)
    close_day(date=TODAY)
    operator = make_operator().player
    asked = ask_for(kind=BOARD, subject="all")
    at_once(
        [
            lambda: look_back(seconds=60),
            lambda: look_back(seconds=60),
            lambda: hide_player(operator=operator, player_id=people[0].player.pk),
            lambda: review_of(player=people[1].now(), game_id=games[1].pk),
            lambda: carry_out(asked),
        ]
    )
    assert Review.objects.count() == 6
    assert len(stored_boards()[SKILL]) == 5
    assert_boards_are_right()
