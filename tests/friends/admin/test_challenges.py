"""Challenges in the admin site."""

import pytest
import time_machine

from challenges.models import Day, Game, Player
from friends.models import Attempt, Challenge
from friends.services import problems
from friends.services.challenges import withdraw
from tests.cast import NOON, ONE_DAY, Person, Queries, make_person, nothing_changes
from tests.challenges.admin.test_secrets import Walk, everything_of, secrets_of, told
from tests.friends.table import (
    ADDRESS,
    challenge_with,
    finish_daily,
    finish_solo,
    take,
    take_and_finish,
)
from tests.operators import Operator, done, make_operator

pytestmark = pytest.mark.django_db

LIST = "friends/challenge/"


def page_of(challenge: Challenge) -> str:
    return f"{LIST}{challenge.pk}/change/"


# --- Reading ---------------------------------------------------------------------------------


def test_a_line_tells_who_made_it_of_what_and_how_often_it_was_taken(
    operator: Operator, owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    solo = challenge_with(owner, finish_solo(owner), "target", allows_hints=True)
    take_and_finish(friend, solo)
    take(make_person("Another"), solo)
    clock.shift(60)
    daily = challenge_with(friend, finish_daily(friend))
    withdraw(player=friend.player, code=daily.code, address=ADDRESS)
    text = operator.see(LIST)
    first = f"{daily} Friend Blind without hints 2026-12-01 Dec. 1, 2026, 12:01 p.m. 0 0 withdrawn"
    second = f"{solo} Owner Target with hints Yacht Dec. 1, 2026, noon 2 1 open"
    assert f"{first} {second} 2 challenges" in text


def test_a_list_takes_as_many_queries_for_many_challenges_as_for_few(
    operator: Operator, owner: Person
) -> None:
    game = finish_solo(owner)
    for number in range(60):
        code = f"{number:08}"
        Challenge.objects.create(
            code=code,
            game=game,
            maker=owner.player,
            kind="blind",
            made_at=NOON,
            withdrawn_at=NOON,
        )
        Attempt.objects.create(challenge_id=code, player=owner.player, game=game, accepted_at=NOON)
        if number in (0, 59):
            with Queries() as queries:
                operator.see(LIST)
            # The session's player, the count and the page.
            assert len(queries.statements) == 3


def test_a_page_takes_few_queries(operator: Operator, owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    operator.see(page_of(challenge))  # whatever is asked for once only
    with Queries() as queries:
        operator.see(page_of(challenge))
    # The session's player and the challenge.
    assert len(queries.statements) == 2


def test_a_code_is_found_in_any_spelling(operator: Operator, owner: Person, friend: Person) -> None:
    wanted = challenge_with(owner, finish_solo(owner))
    other = challenge_with(friend, finish_solo(friend))
    dashed = str(wanted).lower()
    for text in (wanted.code, str(wanted), dashed, f" {dashed.replace('0', 'o')} "):
        page = operator.see(LIST, q=text)
        assert str(wanted) in page
        assert str(other) not in page


def test_challenges_are_found_by_their_maker(
    operator: Operator, owner: Person, friend: Person
) -> None:
    Player.objects.filter(pk=owner.player.pk).update(email="owner@example.org", claimed_at=NOON)
    wanted = challenge_with(owner, finish_solo(owner))
    challenge_with(friend, finish_solo(friend))
    for term in ("own", "Owner", str(owner.player.pk), "Owner@example.org"):
        text = operator.see(LIST, q=term)
        assert str(wanted) in text, term
        assert "1 challenge" in text, term
    for term in ("wner", "K7QM-2XRD", "nobody@example.org"):
        assert "0 challenges" in operator.see(LIST, q=term), term


def test_a_name_that_is_spelled_like_a_code_is_found(operator: Operator) -> None:
    benjamin = make_person("Benjamin")
    challenge = challenge_with(benjamin, finish_solo(benjamin))
    assert str(challenge) in operator.see(LIST, q="benjamin")


def test_a_page_leads_to_maker_and_game(operator: Operator, owner: Person) -> None:
    game = finish_solo(owner)
    challenge = challenge_with(owner, game)
    html = operator.get(page_of(challenge)).content.decode()
    assert f'<a href="/admin/challenges/player/{owner.player.pk}/change/">Owner</a>' in html
    assert f'<a href="/admin/challenges/game/{game.pk}/change/">{game.pk}</a>' in html


# What pages tell does not depend on the database.
@pytest.mark.only_on("sqlite")
def test_no_page_and_no_button_tells_of_the_dice_of_an_open_day(
    operator: Operator, owner: Person, friend: Person, today: Day
) -> None:
    friend.play_keenly(friend.start_daily())
    challenge = challenge_with(friend, Game.objects.get(player=friend.player), "target")
    theirs = owner.get(f"/games/{take(owner, challenge).pk}").json()
    owner.write(owner.keep(theirs, 0, 1), "full_house")
    secrets = secrets_of(list(Game.objects.all()))
    walk = Walk(operator)
    page = f"/admin/{page_of(challenge)}"
    walk.go(f"/admin/{LIST}")
    for address in (page, f"{page}?_popup=1", f"/admin/{LIST}?o=1", f"/admin/{LIST}?p=1"):
        walk.visit(address)
    walk.press_all()
    assert f"POST /admin/{LIST}{challenge.pk}/withdraw" in walk.answers
    leaks = {at: told(everything_of(answer), secrets) for at, answer in walk.answers.items()}
    assert {address: leak for address, leak in leaks.items() if leak} == {}


@pytest.mark.parametrize("lookup", ["game__moves__contains", "game__seed", "maker__email"])
def test_nothing_is_looked_up_by_what_is_not_shown(operator: Operator, lookup: str) -> None:
    assert operator.get(f"{LIST}?{lookup}=x").status_code in (302, 400)


# --- Withdrawing -----------------------------------------------------------------------------


def test_a_button_withdraws_it_for_good(
    operator: Operator, owner: Person, stranger: Person, clock: time_machine.Traveller
) -> None:
    game = finish_solo(owner)
    challenge = challenge_with(owner, game)
    clock.move_to(NOON + ONE_DAY)
    assert "Withdraw for good" in operator.see(page_of(challenge))
    text = operator.press(f"{LIST}{challenge.pk}/withdraw")
    assert f"{challenge} is withdrawn, and its game is not passed on again." in text
    assert "State: withdrawn by an operator" in text
    assert "Withdraw for good" not in text
    challenge.refresh_from_db()
    assert (challenge.is_refused, challenge.withdrawn_at) == (True, NOON + ONE_DAY)
    assert done() == [("Anna", str(challenge), "Withdrawn.")]
    with pytest.raises(problems.ChallengeNotFound):
        take(stranger, challenge)
    with pytest.raises(problems.SharingRefused):
        challenge_with(owner, game, "target")


def test_the_other_code_of_the_game_leads_nowhere_either(
    operator: Operator, owner: Person, friend: Person, stranger: Person
) -> None:
    game = finish_solo(owner)
    blind, target = (challenge_with(owner, game, kind) for kind in ("blind", "target"))
    theirs = take(friend, target)
    operator.press(f"{LIST}{blind.pk}/withdraw")
    target.refresh_from_db()
    assert (target.withdrawn_at, target.is_refused) == (NOON, False)
    assert take(friend, target).pk == theirs.pk
    with nothing_changes(), pytest.raises(problems.ChallengeNotFound):
        take(stranger, target)


def test_a_repeat_says_so_and_changes_nothing(operator: Operator, owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    operator.press(f"{LIST}{challenge.pk}/withdraw")
    with nothing_changes():
        text = operator.press(f"{LIST}{challenge.pk}/withdraw")
    assert f"{challenge} was withdrawn by an operator before: nothing was done." in text
    assert len(done()) == 1


def test_what_its_maker_withdrew_an_operator_withdraws_for_good(
    operator: Operator, owner: Person, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    withdraw(player=owner.player, code=challenge.code, address=ADDRESS)
    clock.move_to(NOON + ONE_DAY)
    operator.press(f"{LIST}{challenge.pk}/withdraw")
    challenge.refresh_from_db()
    assert (challenge.is_refused, challenge.withdrawn_at) == (True, NOON)


def test_an_action_withdraws_those_that_are_chosen(
    operator: Operator, owner: Person, friend: Person
) -> None:
    mine, theirs = (challenge_with(one, finish_solo(one)) for one in (owner, friend))
    kept = challenge_with(friend, finish_solo(friend))
    chosen = [mine.pk, theirs.pk]
    text = operator.press(LIST, action="withdraw_now", _selected_action=chosen)
    for challenge in (mine, theirs):
        assert f"{challenge} is withdrawn, and its game is not passed on again." in text
    assert set(Challenge.objects.filter(is_refused=True)) == {mine, theirs}
    kept.refresh_from_db()
    assert not kept.is_withdrawn


def test_a_challenge_that_is_not_there_is_not_withdrawn(operator: Operator) -> None:
    with nothing_changes():
        assert "There is no challenge K7QM2XRD." in operator.press(f"{LIST}K7QM2XRD/withdraw")
    assert done() == []


@pytest.mark.parametrize("code", ["%00", "K7QM2XR%00", "K7QM2XRU", "%F0%9F%8E%B2"])
def test_what_is_no_code_is_not_looked_for(operator: Operator, code: str) -> None:
    with nothing_changes():
        assert operator.get(f"{LIST}{code}/change/").status_code == 302
        assert "There is no challenge" in operator.press(f"{LIST}{code}/withdraw")


def test_a_code_in_another_spelling_is_withdrawn(operator: Operator, owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    operator.press(f"{LIST}{str(challenge).lower()}/withdraw")
    challenge.refresh_from_db()
    assert challenge.is_refused


def test_looking_withdraws_nothing(operator: Operator, owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    with nothing_changes():
        assert operator.get(f"{LIST}{challenge.pk}/withdraw").status_code == 405


def test_who_may_only_look_sees_no_button_and_withdraws_nothing(owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    reader = make_operator("Reader", "view_challenge")
    assert "Withdraw" not in reader.see(LIST)
    assert "Withdraw for good" not in reader.see(page_of(challenge))
    with nothing_changes():
        answer = reader.client.post(f"/admin/{LIST}{challenge.pk}/withdraw")
        assert answer.status_code == 403
        reader.press(LIST, action="withdraw_now", _selected_action=[challenge.pk])
    assert done() == []


def test_who_has_other_permissions_sees_nothing(owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    other = make_operator("Other", "view_game", "view_player")
    assert {other.get(page).status_code for page in (LIST, page_of(challenge))} == {403}


def test_nothing_is_added_deleted_or_edited(operator: Operator, owner: Person) -> None:
    challenge = challenge_with(owner, finish_solo(owner))
    with nothing_changes():
        assert operator.get(f"{LIST}add/").status_code == 403
        assert operator.get(f"{LIST}{challenge.pk}/delete/").status_code == 403
        assert operator.client.post(f"/admin/{page_of(challenge)}", {}).status_code == 403
