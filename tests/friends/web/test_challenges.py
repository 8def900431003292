"""The list of challenges, and the field for a code."""

import datetime

import pytest
import time_machine

from challenges.models import Day
from friends.models import Challenge
from friends.services.challenges import withdraw
from friends.services.friendships import block
from tests.cast import CLOSES, TODAY, Person, make_person
from tests.challenges.web.visitors import Page, Visitor
from tests.friends.table import (
    ADDRESS,
    challenge_with,
    finish_daily,
    finish_solo,
    take,
    take_and_finish,
)

MINUTE = datetime.timedelta(minutes=1)


def listed(page: Page) -> list[str]:
    return [link for link in page.links if link.startswith("/f/")]


# --- A code ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["k7qm-2xrd", "K7QM 2XRD", "  K7QM2XRD ", "https://dice.example/f/K7QM2XRD"],
)
def test_a_code_leads_to_its_challenge(visitor: Visitor, text: str) -> None:
    answer = visitor.client.get("/f", {"code": text})
    assert (answer.status_code, answer["Location"]) == (302, "/f/K7QM2XRD")


@pytest.mark.parametrize("text", ["K7QM", "K7QM-2XRU", "/", "K" * 201])
def test_what_is_no_code_is_said_beside_the_field(visitor: Visitor, text: str) -> None:
    page = Page("/f", visitor.client.get("/f", {"code": text}))
    assert page.status == 400
    assert 'id="id_code_error"' in page.html
    assert f'value="{text}"' in page.html
    if len(text) < 200:
        assert "A code has eight letters and digits, such as K7QM-2XRD." in page.text


def test_an_empty_field_is_refused(visitor: Visitor) -> None:
    page = visitor.open("/f?code=")
    assert page.status == 400
    assert "This field is required." in page.text


def test_somebody_without_an_account_has_the_field_only(visitor: Visitor) -> None:
    page = visitor.open("/f")
    assert page.status == 200
    assert "A friend sent you a code?" in page.text
    assert "Made and taken" not in page.text


# --- The list --------------------------------------------------------------------------------


def test_who_has_none_is_told_how_to_make_one(owner: Person) -> None:
    assert "None yet." in Visitor(owner).open("/f").text


def test_made_and_taken_stand_together_the_newest_first(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    first = challenge_with(owner, finish_solo(owner))
    game = take_and_finish(friend, first)
    clock.shift(MINUTE)
    second = challenge_with(friend, game, "target")
    clock.shift(MINUTE)
    third = challenge_with(owner, finish_daily(owner))
    take(friend, third)
    take_and_finish(make_person("Third"), second)
    page = Visitor(friend).open("/f")
    assert listed(page) == [f"/f/{challenge.pk}" for challenge in (third, second, first)]
    assert (
        "Made and taken Owner : The dice of 1 December blind, Tue 1 Dec, 12:02 playing "
        "Yacht made by you, with a target, Tue 1 Dec, 12:01 1 finished "
        f"Owner : Yacht blind, Tue 1 Dec, 12:00 {game.total}"
    ) in page.text


def test_what_was_withdrawn_or_expired_says_so(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    challenge = challenge_with(owner, finish_daily(owner))
    take(friend, challenge)
    withdraw(player=owner.player, code=challenge.pk, address=ADDRESS)
    clock.move_to(CLOSES)
    assert "withdrawn 0 finished" in Visitor(owner).open("/f").text
    assert "withdrawn expired" in Visitor(friend).open("/f").text


def test_another_go_after_one_that_expired_is_what_the_list_tells_of(
    owner: Person, friend: Person, today: Day, clock: time_machine.Traveller
) -> None:
    """As the challenge's own page and the API do."""
    challenge = challenge_with(owner, finish_daily(owner))
    take(friend, challenge)
    clock.move_to(CLOSES)
    friend.start_solo("maxi", day=TODAY.isoformat())
    page = Visitor(friend).open("/f")
    assert "playing" in page.text
    assert "expired" not in page.text


def test_a_line_says_that_there_are_hints(owner: Person, friend: Person, target: Challenge) -> None:
    take(friend, challenge_with(owner, target.game, allows_hints=True))
    for reader in (owner, friend):
        text = Visitor(reader).open("/f").text
        assert "blind, with hints, Tue 1 Dec, 12:00" in text
        assert "with a target, with hints" not in text


def test_a_maker_without_an_account_is_a_friend(
    owner: Person, friend: Person, target: Challenge
) -> None:
    take(friend, target)
    assert owner.delete("/me", {"confirm": True}).status_code == 204
    page = Visitor(friend).open("/f")
    assert "A friend: Yacht" in page.text
    assert "Owner" not in page.html


def test_those_of_players_who_blocked_the_reader_are_left_out(
    owner: Person, friend: Person, target: Challenge
) -> None:
    take(friend, target)
    block(player=owner.player, other_id=friend.player.pk)
    assert listed(Visitor(friend).open("/f")) == []


@pytest.mark.parametrize("is_maker", [True, False])
def test_it_counts_those_whom_the_results_show(
    owner: Person, friend: Person, stranger: Person, target: Challenge, is_maker: bool
) -> None:
    take_and_finish(friend, target)
    take_and_finish(stranger, target)
    visitor, path = Visitor(owner), f"/f/{target.pk}"
    assert "2 finished" in visitor.open("/f").text
    one, other = (owner, friend) if is_maker else (friend, owner)
    block(player=one.player, other_id=other.player.pk)
    assert "1 friend has finished" in visitor.open(path).text
    assert "1 finished" in visitor.open("/f").text


def test_the_list_has_pages(
    owner: Person,
    friend: Person,
    clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("friends.web.views.challenges.CHALLENGES_PER_PAGE", 2)
    made = [challenge_with(owner, finish_solo(owner)) for _ in range(3)]  # at one moment
    clock.shift(MINUTE)
    taken = challenge_with(friend, finish_solo(friend))
    take(owner, taken)
    visitor, found = Visitor(owner), []
    page = visitor.open("/f")
    while True:
        found += listed(page)
        more = [link for link in page.links if link.startswith("?after=")]
        if not more:
            break
        page = visitor.open(f"/f{more[0]}")
    expected = [taken, *sorted(made, key=lambda challenge: challenge.pk)]
    assert found == [f"/f/{challenge.pk}" for challenge in expected]


@pytest.mark.parametrize("after", ["K7QM2XRD", "nonsense", ""])
def test_a_page_after_what_is_not_there_is_not_found(
    owner: Person, target: Challenge, after: str
) -> None:
    assert Visitor(owner).open(f"/f?after={after}").status == 404


def test_a_page_after_somebody_elses_challenge_is_not_found(
    friend: Person, target: Challenge
) -> None:
    assert Visitor(friend).open(f"/f?after={target.pk}").status == 404
