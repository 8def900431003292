"""What a finished game, and whoever is listed, does to every board."""

import datetime

import pytest
from django.db.models import ProtectedError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from challenges.models import Day, Game, Player
from leaderboards.models import CountChange, Histogram, Standing
from leaderboards.services.counts import fold_changes
from leaderboards.services.standings import rebuild_players
from tests.cast import UTC
from tests.leaderboards.results import (
    HOUR,
    ONE_DAY,
    assert_boards_are_right,
    finish,
    make_day,
    make_player,
    review,
    stored_boards,
    unannounced,
)

pytestmark = pytest.mark.django_db

FIRST = datetime.date(2026, 12, 1)


def at(date: datetime.date, hour: int = 12) -> datetime.datetime:
    return datetime.datetime.combine(date, datetime.time(hour), UTC)


def test_a_finished_game_is_on_all_five_boards() -> None:
    player = make_player()
    finish(player, FIRST, 300, at(FIRST))
    row = {(player, 300, at(FIRST))}
    run = {(player, 1, at(FIRST))}
    assert stored_boards() == {
        ("day", 20261201): row,
        ("best-day", 0): row,
        ("streak", 20261201): run,
        ("longest-streak", 0): run,
        ("advent", 2026): row,
    }
    assert_boards_are_right()


def test_a_reviewed_game_is_on_the_board_of_its_days_skill_at_its_finish() -> None:
    player = make_player()
    game = finish(player, FIRST, 300, at(FIRST))
    finish(player, FIRST + ONE_DAY, 250, at(FIRST + ONE_DAY))
    before = stored_boards()
    review(game, 371)
    assert stored_boards() == before | {("day-skill", 20261201): {(player, 371, at(FIRST))}}
    assert_boards_are_right()


def test_a_review_of_a_guests_or_of_an_unranked_game_places_nobody() -> None:
    guest, player = make_player(claimed=False), make_player()
    review(finish(guest, FIRST, 300), 371)
    practice = unannounced(player, FIRST, 300)
    Game.objects.filter(pk=practice.pk).update(mode="solo")
    review(Game.objects.get(pk=practice.pk), 371)
    assert stored_boards() == {}
    Player.objects.filter(pk=guest.pk).update(claimed_at=at(FIRST))
    rebuild_players(player_ids=[guest.pk])
    assert stored_boards()["day-skill", 20261201] == {(guest, 371, at(FIRST, 10))}
    assert_boards_are_right()


def test_a_game_that_turns_out_not_to_be_finished_loses_its_skill_too() -> None:
    player = make_player()
    game = finish(player, FIRST, 300)
    review(game, 371)
    Game.objects.filter(pk=game.pk).update(status="expired", finished_at=None)
    rebuild_players(player_ids=[player.pk])
    assert stored_boards() == {}
    assert_boards_are_right()


def test_a_game_of_a_guest_is_on_none_until_the_guest_is_listed() -> None:
    guest = make_player(claimed=False)
    finish(guest, FIRST, 300)
    assert stored_boards() == {}
    Player.objects.filter(pk=guest.pk).update(claimed_at=at(FIRST))
    assert rebuild_players(player_ids=[guest.pk]) == 1
    assert len(stored_boards()) == 5
    assert_boards_are_right()


def test_an_equal_total_does_not_move_the_best_day() -> None:
    player = make_player()
    finish(player, FIRST, 300, at(FIRST))
    finish(player, FIRST + ONE_DAY, 300, at(FIRST + ONE_DAY))
    assert stored_boards()["best-day", 0] == {(player, 300, at(FIRST))}
    finish(player, FIRST + 2 * ONE_DAY, 301, at(FIRST + 2 * ONE_DAY))
    assert stored_boards()["best-day", 0] == {(player, 301, at(FIRST + 2 * ONE_DAY))}
    assert_boards_are_right()


def test_a_day_with_no_points_is_played() -> None:
    player = make_player()
    finish(player, FIRST, 0)
    finish(player, FIRST + ONE_DAY, 0)
    assert {value for _, value, _ in stored_boards()["streak", 20261202]} == {2}
    assert_boards_are_right()


def test_overlapping_days_make_the_same_streak_in_either_order() -> None:
    early, late = make_player("Early"), make_player("Late")
    for date in (FIRST, FIRST + 2 * ONE_DAY, FIRST + ONE_DAY):
        finish(late, date, 200)
    assert_boards_are_right()
    for date in (FIRST, FIRST + ONE_DAY, FIRST + 2 * ONE_DAY):
        finish(early, date, 200)
    assert {(player, value) for player, value, _ in stored_boards()["streak", 20261203]} == {
        (early, 3),
        (late, 3),
    }
    assert_boards_are_right()


@pytest.mark.parametrize("field", ["hidden_at", "unlisted_at", "deleted_at"])
def test_who_is_not_listed_leaves_every_board_and_comes_back_as_before(field: str) -> None:
    player, other = make_player(), make_player("Other")
    for number in range(3):
        review(finish(player, FIRST + number * ONE_DAY, 250 + number), 300 + number)
        review(finish(other, FIRST + number * ONE_DAY, 250 + number), 300)
    before = stored_boards()
    Player.objects.filter(pk=player.pk).update(**{field: at(FIRST)})
    assert rebuild_players(player_ids=[player.pk]) == 1
    assert player not in {row[0] for rows in stored_boards().values() for row in rows}
    assert_boards_are_right()
    Player.objects.filter(pk=player.pk).update(**{field: None})
    rebuild_players(player_ids=[player.pk])
    assert stored_boards() == before
    assert_boards_are_right()


def test_a_rebuild_takes_in_games_from_before_there_were_boards() -> None:
    player = make_player()
    for number in range(5):
        unannounced(player, FIRST + number * ONE_DAY, 200 + number)
    assert rebuild_players(player_ids=[player.pk]) == 1
    assert_boards_are_right()
    assert rebuild_players(player_ids=[player.pk]) == 0


def test_a_rebuild_mends_whatever_is_wrong() -> None:
    player = make_player()
    finish(player, FIRST, 300)
    fold_changes()
    Standing.objects.filter(board=2).delete()
    Standing.objects.filter(board=1).update(value=299)
    rebuild_players(player_ids=[player.pk])
    assert {value for _, value, _ in stored_boards()["day", 20261201]} == {300}
    assert stored_boards()["best-day", 0]


def test_a_player_with_places_is_not_dropped_without_their_counts() -> None:
    player = make_player()
    game = finish(player, FIRST, 300)
    Game.objects.filter(pk=game.pk).delete()
    with pytest.raises(ProtectedError):
        player.delete()
    rebuild_players(player_ids=[player.pk])
    player.delete()
    assert_boards_are_right()


def test_unranked_games_are_on_no_board() -> None:
    player = make_player()
    game = unannounced(player, FIRST, 300)
    Game.objects.filter(pk=game.pk).update(mode="solo")
    rebuild_players(player_ids=[player.pk])
    assert stored_boards() == {}


DATES = st.dates(FIRST - 5 * ONE_DAY, FIRST + 8 * ONE_DAY)


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    games=st.lists(
        st.tuples(
            st.integers(0, 3), DATES, st.sampled_from([0, 200, 200, 201, 340]), st.integers(0, 40)
        ),
        max_size=25,
        unique_by=lambda game: (game[0], game[1]),
    ),
    excused=st.sets(DATES, max_size=3),
    folds=st.sets(st.integers(0, 25), max_size=3),
    skills=st.dictionaries(st.integers(0, 24), st.sampled_from([0, 200, 300]), max_size=8),
)
def test_any_games_in_any_order_make_the_boards_that_the_games_say(
    games: list[tuple[int, datetime.date, int, int]],
    excused: set[datetime.date],
    folds: set[int],
    skills: dict[int, int],
) -> None:
    for model in (CountChange, Histogram, Standing, Player):
        model.objects.all().delete()
    players = [make_player(f"Player {number}", claimed=number < 3) for number in range(4)]
    for date in excused:
        make_day(date)
    Day.objects.update(excused_at=None)
    Day.objects.filter(date__in=excused).update(excused_at=at(FIRST))
    for number, (player, date, total, hour) in enumerate(games):
        if number in folds:
            fold_changes()
        game = finish(players[player], date, total, make_day(date).opens_at + hour * HOUR)
        if number in skills:
            review(game, skills[number])
    assert_boards_are_right()
    made = stored_boards()
    Standing.objects.all().delete()
    rebuild_players(player_ids=[player.pk for player in players])
    assert stored_boards() == made
