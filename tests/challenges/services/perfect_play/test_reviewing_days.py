"""The games of a closed day: each that counts is reviewed once, whatever becomes of the others."""

from typing import Any

import pytest
import time_machine

from challenges import signals
from challenges.engine.record import moves_from_text, moves_to_text
from challenges.models import Day, Game, LookBack, Player, Review
from challenges.services.mending import mend_game
from challenges.services.perfect_play import looking_back, reviews
from challenges.services.perfect_play.looking_back import CLAIM, Done, look_back
from challenges.services.perfect_play.reviews import review_of
from challenges.strategy import figures
from leaderboards.models import Standing
from leaderboards.ranking import Board
from leaderboards.services.standings import rebuild_players
from tests.cast import (
    CLOSES,
    NOON,
    ONE_DAY,
    TODAY,
    Person,
    nothing_changes,
)
from tests.challenges.services.perfect_play.closed_days import LONG, close, played
from tests.friends.table import finish_daily
from tests.leaderboards.results import assert_boards_are_right

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("solved_tables")]


def test_every_finished_ranked_game_is_reviewed_and_no_other(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    finished = [finish_daily(person) for person in (owner, friend)]
    owner.play_rows(owner.start_solo(day=str(TODAY)))
    owner.play_rows(owner.start_solo("yacht"))
    stranger.write(stranger.start_daily(), "chance")
    close(clock)
    assert look_back(seconds=LONG) == Done([TODAY], 2)
    assert {review.game_id for review in Review.objects.all()} == {game.pk for game in finished}
    for review in Review.objects.select_related("game"):
        total = review.start + review.luck - review.loss
        assert total == pytest.approx(review.game.total, abs=1e-6)
        assert review.skill == max(0, round(review.start - review.loss))
    with nothing_changes():
        assert look_back(seconds=LONG) == Done()


def test_a_review_that_its_player_asked_for_before_is_left_as_it_is(
    owner: Person, friend: Person, clock: time_machine.Traveller
) -> None:
    game = finish_daily(owner)
    finish_daily(friend)
    review_of(player=owner.now(), game_id=game.pk)
    before = Review.objects.values().get()
    close(clock)
    assert look_back(seconds=LONG).reviews == 1
    assert Review.objects.filter(pk=game.pk).values().get() == before


def test_a_day_without_games_is_through_at_once(today: Day, clock: time_machine.Traveller) -> None:
    close(clock, days=2)
    assert look_back(seconds=LONG) == Done([TODAY + ONE_DAY, TODAY], 0)
    assert LookBack.objects.filter(reviewed_at=CLOSES + ONE_DAY).count() == 2


def test_a_game_that_cannot_be_replayed_keeps_no_other_from_being_reviewed(
    clock: time_machine.Traveller, small_pieces: None, caplog: pytest.LogCaptureFixture
) -> None:
    games = played(clock, 5)
    Game.objects.filter(pk=games[0].pk).update(moves="nonsense")
    Game.objects.filter(pk=games[3].pk).update(moves="chance")
    assert look_back(seconds=LONG).reviews == 3
    assert {review.game_id for review in Review.objects.all()} == {
        game.pk for game in (games[1], games[2], games[4])
    }
    assert f"game {games[0].pk} cannot be reviewed" in caplog.text
    assert f"game {games[3].pk} cannot be reviewed: it is no whole game of a day's" in caplog.text
    assert LookBack.objects.get().reviewed_at == CLOSES


def test_a_game_whose_figures_fail_keeps_no_other_from_being_reviewed(
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    played(clock, 4)
    compute, asked = figures.figures_of, list[int]()

    def fail(plays: Any, values: Any) -> Any:
        asked.append(len(plays))
        if asked in ([4], [4, 1, 1]):
            raise ZeroDivisionError("no decisions")
        return compute(plays, values)

    monkeypatch.setattr(figures, "figures_of", fail)
    assert look_back(seconds=LONG).reviews == 3
    assert asked == [4, 1, 1, 1, 1]
    unlucky = Game.objects.filter(review=None).get()
    assert f"game {unlucky.pk} cannot be reviewed: no decisions" in caplog.text
    assert LookBack.objects.get().reviewed_at == CLOSES


def test_a_game_that_an_audit_finds_finished_makes_its_day_due_again(
    clock: time_machine.Traveller,
) -> None:
    games = played(clock, 2)
    Game.objects.filter(pk=games[0].pk).update(status="expired", finished_at=None)
    assert look_back(seconds=LONG).reviews == 1
    assert mend_game(game_id=games[0].pk)
    assert LookBack.objects.get().reviewed_at is None
    assert look_back(seconds=LONG) == Done([], 1)
    Game.objects.filter(pk=games[1].pk).update(total=7)
    assert mend_game(game_id=games[1].pk)
    with nothing_changes():
        assert look_back(seconds=LONG) == Done()


def test_a_review_of_other_moves_than_an_audit_finds_is_forgotten_and_made_anew(
    clock: time_machine.Traveller,
) -> None:
    (game,) = played(clock, 1)
    look_back(seconds=LONG)
    before = Review.objects.get()
    # As after a database was put together from two copies: ones and chance the other way round.
    ones, *others, chance, last = moves_from_text(Game.objects.get().moves)
    Game.objects.update(moves=moves_to_text((chance, *others, ones, last)))
    assert mend_game(game_id=game.pk)
    assert not Review.objects.exists()
    assert look_back(seconds=LONG) == Done([], 1)
    after, total = Review.objects.get(), Game.objects.get().total
    assert after.start + after.luck - after.loss == pytest.approx(total, abs=1e-6)
    assert before.start + before.luck - before.loss != pytest.approx(total, abs=0.5)


def test_a_piece_is_kept_whole_or_not_at_all(clock: time_machine.Traveller) -> None:
    played(clock, 3)

    def fail(**_arguments: object) -> None:
        raise SystemExit

    signals.games_reviewed.connect(fail)
    try:
        with pytest.raises(SystemExit):
            look_back(seconds=LONG)
    finally:
        signals.games_reviewed.disconnect(fail)
    assert not Review.objects.exists()
    clock.shift(CLAIM)
    assert look_back(seconds=LONG) == Done([], 3)


def test_what_somebody_kept_meanwhile_keeps_no_other_from_being_kept(
    clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, keep = played(clock, 3), looking_back.keep_figures

    def keep_later(found: Any) -> int:
        found = list(found)
        assert keep(found[1:2]) == 1
        return keep(found)

    monkeypatch.setattr(looking_back, "keep_figures", keep_later)
    assert look_back(seconds=LONG) == Done([TODAY], 2)
    assert {review.game_id for review in Review.objects.all()} == {game.pk for game in games}


def test_it_keeps_the_figures_and_who_asks_for_the_review_gets_it_whole(
    owner: Person, clock: time_machine.Traveller
) -> None:
    game = finish_daily(owner)
    close(clock)
    look_back(seconds=LONG)
    kept = Review.objects.get()
    assert (kept.moves, kept.plies) == (None, game.ply)
    clock.shift(60)
    _, found = review_of(player=owner.now(), game_id=game.pk)
    row = Review.objects.get()
    assert row.reviewed_at == kept.reviewed_at
    assert row.moves is not None
    assert len(row.moves) == len(found.moves) == row.plies
    for name in ("start", "luck", "loss", "accuracy", "skill"):
        assert getattr(row, name) == pytest.approx(getattr(kept, name), abs=1e-7)
        assert getattr(row, name) == pytest.approx(getattr(found, name), abs=1e-9)
    with nothing_changes():
        assert review_of(player=owner.now(), game_id=game.pk)[1] == found


def test_what_was_told_is_kept_though_the_job_came_first(
    owner: Person, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, compute = finish_daily(owner), reviews.review_to_keep
    close(clock)

    def compute_slowly(*arguments: Any) -> Any:
        found = compute(*arguments)
        assert look_back(seconds=LONG).reviews == 1
        return found

    with monkeypatch.context() as patch:
        patch.setattr(reviews, "review_to_keep", compute_slowly)
        _, told = review_of(player=owner.now(), game_id=game.pk)
    assert Review.objects.get().moves is not None
    with nothing_changes():
        assert review_of(player=owner.now(), game_id=game.pk)[1] == told


def test_a_review_that_a_new_table_makes_another_one_is_placed_anew(
    owner: Person, clock: time_machine.Traveller
) -> None:
    Player.objects.filter(pk=owner.player.pk).update(claimed_at=NOON)
    game = finish_daily(owner)
    close(clock)
    look_back(seconds=LONG)
    skill = Review.objects.get().skill
    Review.objects.update(skill=skill + 1)
    rebuild_players(player_ids=[owner.player.pk])
    for value in (skill + 1, skill):
        assert Standing.objects.get(board=Board.DAY_SKILL).value == value
        review_of(player=owner.now(), game_id=game.pk)
    assert Review.objects.get().skill == skill
    assert_boards_are_right()
