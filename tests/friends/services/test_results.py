"""Results: blind until the end, then the branch of whoever asks."""

import pytest
import time_machine

from challenges.models import Day
from friends.models import Challenge
from friends.services import problems
from friends.services.challenges import find_challenge
from friends.services.friendships import block
from friends.services.results import Results, results_of
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, Person, make_person
from tests.friends.table import (
    ADDRESS,
    challenge_with,
    finish_daily,
    finish_solo,
    set_total,
    take,
    take_and_finish,
)

pytestmark = pytest.mark.django_db


def results(person: Person, challenge: Challenge) -> Results:
    return results_of(player=person.now(), code=challenge.code, address=ADDRESS)


def told(found: Results) -> list[tuple[str, str, int]]:
    return [(row.game.player.name, row.side.value, row.rank) for row in found.rows]


def target(person: Person | None, challenge: Challenge) -> int | None:
    reader = person.now() if person else None
    return find_challenge(code=challenge.code, reader=reader, address=ADDRESS).target


def test_a_blind_challenge_tells_its_total_only_to_who_has_finished(
    owner: Person, friend: Person, stranger: Person
) -> None:
    game = finish_solo(owner)
    blind, open_one = challenge_with(owner, game), challenge_with(owner, game, "target")
    take(friend, blind)
    for reader in (friend, stranger, None):
        assert (target(reader, blind), target(reader, open_one)) == (None, game.total)
    take_and_finish(friend, blind)
    assert (target(friend, blind), target(owner, blind)) == (game.total, game.total)
    assert target(stranger, blind) is None


def test_there_are_no_results_before_the_reader_has_finished(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = challenge_with(owner, finish_solo(owner), "target")
    take_and_finish(stranger, challenge)
    for _ in range(2):
        with pytest.raises(problems.ChallengeNotFinished):
            results(friend, challenge)
        take(friend, challenge)


def test_a_branch_is_who_challenged_me_and_whom_i_challenged(
    owner: Person, friend: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    first = challenge_with(owner, set_total(finish_solo(owner), 100))
    second = set_total(take_and_finish(friend, first), 120)
    set_total(take_and_finish(make_person("Sibling"), first), 110)
    passed_on = challenge_with(friend, second)
    clock.shift(60)
    third = set_total(take_and_finish(stranger, passed_on), 120)
    fourth = challenge_with(stranger, third)
    set_total(take_and_finish(make_person("Last"), fourth), 90)

    assert told(results(owner, first)) == [
        ("Friend", "challenged", 1),
        ("Sibling", "challenged", 2),
        ("Owner", "me", 3),
    ]
    expected = [("Friend", "me", 1), ("Stranger", "challenged", 1), ("Owner", "challenger", 3)]
    assert told(results(friend, first)) == expected
    assert told(results(friend, passed_on)) == expected
    assert told(results(stranger, passed_on)) == [
        ("Friend", "challenger", 1),
        ("Stranger", "me", 1),
        ("Last", "challenged", 3),
    ]
    assert [row.is_shared for row in results(friend, first).rows] == [True, True, False]


def test_who_takes_both_kinds_is_one_result(owner: Person, friend: Person) -> None:
    game = finish_solo(owner)
    both = [challenge_with(owner, game, kind) for kind in ("blind", "target")]
    for challenge in both:
        take_and_finish(friend, challenge)
    for challenge in both:
        assert results(owner, challenge).players == 2
        assert len(results(friend, challenge).rows) == 2


def test_who_has_not_finished_is_not_in_the_results(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    take(friend, challenge)
    assert told(results(owner, challenge)) == [("Owner", "me", 1)]


def test_of_very_many_the_first_are_shown_and_the_ranks_stay_exact(
    owner: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("friends.services.results.MOST_SHOWN", 2)
    game = set_total(finish_solo(owner), 50)
    challenge = challenge_with(owner, game)
    for total in (60, 70, 80, 90, 80):
        set_total(take_and_finish(make_person(f"With {total}"), challenge), total)
    found = results(owner, challenge)
    assert [(row.game.total, row.side.value, row.rank) for row in found.rows] == [
        (90, "challenged", 1),
        (80, "challenged", 2),
        (50, "me", 6),
    ]
    assert [row.is_shared for row in found.rows] == [False, True, False]
    assert found.players == 6


def test_sheets_stand_side_by_side_once_the_dice_are_nobodys_secret(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    take_and_finish(friend, challenge)
    shown = {row.side.value: row.state for row in results(friend, challenge).rows}
    assert shown["challenger"] is None
    assert shown["me"] is not None
    clock.move_to(CLOSES)
    close_due_days()
    states = [row.state for row in results(friend, challenge).rows]
    assert [state and state.play.total for state in states] == [
        row.game.total for row in results(friend, challenge).rows
    ]


def test_a_deleted_player_has_no_name_and_the_challenge_goes_on(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    take_and_finish(friend, challenge)
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    seen = find_challenge(code=challenge.code, reader=stranger.player, address=ADDRESS)
    assert seen.maker is None
    take_and_finish(stranger, challenge)
    assert [row.player for row in results(stranger, challenge).rows if row.player] == [
        stranger.player
    ]


def test_a_block_takes_both_out_of_each_others_results(
    owner: Person, friend: Person, stranger: Person
) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    theirs = set_total(take_and_finish(friend, challenge), 120)
    passed_on = challenge_with(friend, theirs)
    set_total(take_and_finish(stranger, passed_on), 110)
    block(player=owner.player, other_id=friend.player.pk)
    assert told(results(owner, challenge)) == [("Owner", "me", 1)]
    with pytest.raises(problems.ChallengeNotFound):
        results(friend, challenge)
    assert [side for _, side, _ in told(results(friend, passed_on))] == ["me", "challenged"]
